//! A game: definition, rules, numbered actions.

use crate::errors::DefinitionError;
use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_batch::{Feature, Plane};
use spielraum_catalogue::{Game, Source, ids, is_path};
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
                spielraum_catalogue::OpenError::NoGame { id, near } if !near.is_empty() => {
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

    #[getter]
    fn id(&self) -> &str {
        self.0.game.id()
    }

    #[getter]
    fn title(&self) -> &str {
        self.0.game.title()
    }

    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.0.game.settings().to_vec()
    }

    fn explain(&self) -> String {
        self.0.game.definition().explain()
    }

    #[getter]
    fn cells(&self) -> Vec<String> {
        let board = self.0.game.rules().board();
        board.cells().map(|cell| board.name(cell).to_owned()).collect()
    }

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

    #[getter]
    fn start_fen(&self) -> String {
        self.0.game.rules().start().fen()
    }

    #[pyo3(signature = (fen=None))]
    fn position(&self, py: Python<'_>, fen: Option<&str>) -> PyResult<PyPosition> {
        PyPosition::of(py, &self.0, fen)
    }

    #[getter]
    fn action_count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.0.actions().len())
    }

    fn describe_action(&self, action: i64) -> PyResult<String> {
        let actions = self.0.actions();
        let text = u32::try_from(action).ok().and_then(|action| actions.describe(action, self.0.game.rules()));
        text.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no action {action}: they go from 0 to {}", actions.len() - 1))
        })
    }

    #[getter]
    fn board_shape(&self) -> (usize, usize, usize, usize) {
        self.0.layout().board_shape().into()
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        let name = |plane: &Plane| match *plane {
            Plane::Pieces(owner, kind) => format!("{} {}", owner.name(), self.0.symbol(kind)),
            Plane::EnPassant => "en passant".to_owned(),
            Plane::Pending => "pending".to_owned(),
        };
        self.0.layout().planes().iter().map(name).collect()
    }

    #[getter]
    fn features(&self) -> Vec<String> {
        let name = |feature: &Feature| match *feature {
            Feature::Turn => "turn".to_owned(),
            Feature::HalfmoveClock => "halfmove clock".to_owned(),
            Feature::Repetitions => "repetitions".to_owned(),
            Feature::CastlingRight(right) => format!("castling {right}"),
            Feature::Counter(counter, color) => format!("{} {counter:?}", color.name()).to_lowercase(),
            Feature::Hand(color, kind) => format!("{} hand {}", color.name(), self.0.symbol(kind)),
        };
        self.0.layout().features().iter().map(name).collect()
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

/// Options as Python writes them: `on`, `off` or a word; `_` for `-` in names.
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
