//! A game: definition, rules, numbered actions.

use crate::errors::DefinitionError;
use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_arcade::{Game, Source, is_path};
use spielraum_batch::{ActionParts, Feature, Plane};
use spielraum_catalogue::ids;
use spielraum_geometry::Cell;
use spielraum_rules::ByColor;
use std::sync::Arc;

/// The ids of the games that come with the package.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    ids().collect()
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (id=None, *, text=None, **options))]
    fn new(
        py: Python<'_>,
        id: Option<&str>,
        text: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let settings = settings(options)?;
        let game = match (id, text) {
            (_, Some(text)) => {
                let source = Source::Text { name: id.unwrap_or("game"), text };
                py.detach(|| Game::load(source, &settings))
                    .map_err(|report| DefinitionError::new_err(report.to_string()))?
            }
            (Some(id), None) => py.detach(|| Game::open(id, &settings)).map_err(|fault| match fault {
                spielraum_arcade::OpenError::NoGame { id, near } if !near.is_empty() => {
                    DefinitionError::new_err(format!("there is no game `{id}`; did you mean {}?", near.join(", ")))
                }
                fault => DefinitionError::new_err(fault.to_string()),
            })?,
            (None, None) => {
                return Err(PyTypeError::new_err(
                    "Game needs an id, the path of a file, or text=; spielraum.games() lists the ids",
                ));
            }
        };
        Ok(Self(Arc::new(Playable::new(game, text.map(str::to_owned)))))
    }

    /// What `pickle` makes the game of again, on any machine: a definition file travels as its text.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let (game, keywords) = (&self.0.game, PyDict::new(py));
        for (name, value) in game.settings() {
            keywords.set_item(name, value)?;
        }
        if let Some(text) = &self.0.text {
            keywords.set_item("text", text)?;
        } else if is_path(game.name()) {
            let text = std::fs::read_to_string(game.name())
                .map_err(|error| DefinitionError::new_err(format!("can't read `{}`: {error}", game.name())))?;
            keywords.set_item("text", text)?;
        }
        Ok(((game.id().to_owned(),), keywords))
    }

    /// What the catalogue calls it.
    #[getter]
    fn id(&self) -> &str {
        self.0.game.id()
    }

    /// What people call it.
    #[getter]
    fn title(&self) -> &str {
        self.0.game.title()
    }

    /// The options that were chosen.
    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.0.game.settings().to_vec()
    }

    /// The whole rules in words.
    fn explain(&self) -> String {
        self.0.game.definition().explain()
    }

    /// SHA-256 of what distinguishes the rules from those of other games, but not the start, in hexadecimal digits.
    #[getter]
    fn digest(&self) -> String {
        spielraum_nnue::digest(self.0.game.rules()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The names of the cells, by level, rank and file.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let board = self.0.game.rules().board();
        board.cells().map(|cell| board.name(cell).to_owned()).collect()
    }

    /// The piece types: `symbol`, what each side calls it (`white`, `black`), `royal`.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let describe = |piece: &spielraum_rules::spec::PieceSpec| {
            let entry = PyDict::new(py);
            entry.set_item("symbol", piece.symbol.to_string())?;
            let ByColor { white, black } = piece.name.as_ref();
            entry.set_item("white", white)?;
            entry.set_item("black", black)?;
            entry.set_item("royal", piece.royal)?;
            Ok(entry)
        };
        self.0.game.rules().spec().pieces.iter().map(describe).collect()
    }

    /// The start as a FEN.
    #[getter]
    fn start_fen(&self) -> String {
        self.0.game.rules().start().fen()
    }

    /// The start, or the position that a FEN describes, also one of another program (docs/notation.md). Raises
    /// PositionError; warns of castling rights and en passant fields that are impossible and were left out.
    #[pyo3(signature = (fen=None))]
    fn position(&self, py: Python<'_>, fen: Option<&str>) -> PyResult<PyPosition> {
        PyPosition::of(py, &self.0, fen)
    }

    /// How many actions there are; they are numbered from 0, the same in every run (docs/python.md).
    #[getter]
    fn action_count(&self) -> usize {
        self.0.actions().len()
    }

    /// The parts of all actions, an array for each: `kind` (0 move, 1 drop, 2 castling, 3 double step with a turn, 4 no promotion
    /// elsewhere, 5 promotion elsewhere, 6 pass), the cells `from`, `via` and `to` as numbers of `cells`, and `piece`, the type that is
    /// dropped or that a piece becomes, as a number of `pieces`; -1 where there is none.
    fn action_table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (actions, table) = (self.0.actions(), PyDict::new(py));
        let parts: Vec<ActionParts> = py.detach(|| (0..).map_while(|action| actions.parts(action)).collect());
        let cells = |of: fn(&ActionParts) -> Option<Cell>| {
            PyArray1::from_iter(py, parts.iter().map(|parts| of(parts).map_or(-1, |cell| i32::from(cell.0))))
        };
        table.set_item("kind", PyArray1::from_iter(py, parts.iter().map(|parts| parts.kind as u8)))?;
        table.set_item("from", cells(|parts| parts.from))?;
        table.set_item("via", cells(|parts| parts.via))?;
        table.set_item("to", cells(|parts| parts.to))?;
        let piece = |parts: &ActionParts| parts.piece.map_or(-1, |piece| piece.index() as i32);
        table.set_item("piece", PyArray1::from_iter(py, parts.iter().map(piece)))?;
        Ok(table)
    }

    /// For each cell its place in a plane of an observation's board, flattened.
    fn cell_places<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_iter(py, self.0.layout().places().iter().map(|&place| place as i32))
    }

    /// An action in words, such as `e2e4`, `P@e5` or `castling e1g1`. Raises IndexError.
    fn describe_action(&self, action: i64) -> PyResult<String> {
        let actions = self.0.actions();
        let text = u32::try_from(action).ok().and_then(|action| actions.describe(action, self.0.game.rules()));
        text.ok_or_else(|| {
            let last = actions.len().saturating_sub(1);
            PyIndexError::new_err(format!("there is no action {action}: they go from 0 to {last}"))
        })
    }

    /// The shape of an observation's board: planes, levels, ranks, files.
    #[getter]
    fn board_shape(&self) -> (usize, usize, usize, usize) {
        self.0.layout().board_shape().into()
    }

    /// What each plane of an observation's board shows, such as `white R`.
    #[getter]
    fn planes(&self) -> Vec<String> {
        let name = |plane: &Plane| match *plane {
            Plane::Pieces(owner, kind) => format!("{} {}", owner.name(), self.0.symbol(kind)),
            Plane::EnPassant => "en passant".to_owned(),
            Plane::Pending => "pending".to_owned(),
            Plane::Unmoved => "unmoved".to_owned(),
        };
        self.0.layout().planes().iter().map(name).collect()
    }

    /// What each number of an observation's features is, such as `turn` or `black hand P`.
    #[getter]
    fn features(&self) -> Vec<String> {
        let name = |feature: &Feature| match *feature {
            Feature::Turn => "turn".to_owned(),
            Feature::HalfmoveClock => "halfmove clock".to_owned(),
            Feature::Repetitions => "repetitions".to_owned(),
            Feature::CastlingRight(right) => format!("castling {right}"),
            Feature::Counter(counter, color) => format!("{} {counter:?}", color.name()).to_lowercase(),
            Feature::Part => "part of the turn".to_owned(),
            Feature::Hand(color, kind) => format!("{} hand {}", color.name(), self.0.symbol(kind)),
        };
        self.0.layout().features().iter().map(name).collect()
    }

    /// A game never changes: its copy is itself.
    fn __copy__(&self) -> Self {
        Self(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self(self.0.clone())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.is_same(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        self.0.game.rules().start().hash()
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Game {}: {}>", self.0.game.id(), self.0.game.title())
    }
}

/// Options as Python writes them: `on`, `off`, a word or a number; `_` for `-` in names.
fn settings(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut settings = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = match value.extract::<bool>() {
            Ok(true) => "on".to_owned(),
            Ok(false) => "off".to_owned(),
            Err(_) => value.str()?.to_string(),
        };
        settings.push((name.replace('_', "-"), value));
    }
    Ok(settings)
}
