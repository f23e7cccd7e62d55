//! A position, and the moves made on it.

use crate::errors::{IllegalMoveError, PositionError};
use crate::playable::{Playable, PyGame};
use crate::record_text::written;
use numpy::ndarray::Ix4;
use numpy::{PyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_batch::outcome;
use spielraum_draw::{Style, View, picture};
use spielraum_geometry::Cell;
use spielraum_rules::{Color, LineKind, Move, Outcome, Position};
use std::ffi::CString;
use std::sync::Arc;

/// How a game ended.
#[pyclass(name = "Outcome", module = "spielraum", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyOutcome {
    winner: Option<Color>,
    reason: String,
    text: String,
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> Self {
        let text = outcome.to_string();
        Self { winner: outcome.winner, reason: outcome.reason.code().to_owned(), text }
    }
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(winner: Option<&str>, reason: String, text: String) -> PyResult<Self> {
        Ok(Self { winner: winner.map(side).transpose()?, reason, text })
    }

    fn __getnewargs__(&self) -> (Option<&'static str>, String, String) {
        (self.winner(), self.reason.clone(), self.text.clone())
    }

    /// Who won; None: a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.winner.map(Color::name)
    }

    /// A word for programs, such as `checkmate`; `str(outcome)` says it in words.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        result(Some(self.winner))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Outcome {}>", self.text)
    }
}

/// The result with this winner, or of a game that goes on.
fn result(ended: Option<Option<Color>>) -> &'static str {
    match ended {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::White)) => "1-0",
        Some(Some(Color::Black)) => "0-1",
    }
}

/// A position with the moves made on it. Moves are texts as in docs/notation.md, such as `e2e4` or `Bc3Cc4`.
///
/// Long work, such as a search, works on a copy: the position itself can be used and changed meanwhile.
#[pyclass(name = "Position", module = "spielraum", from_py_object)]
#[derive(Clone)]
pub struct PyPosition {
    pub playable: Arc<Playable>,
    pub position: Position,
    /// The action that was taken, if it left open what is promoted elsewhere.
    pub pending: Option<u32>,
}

/// An observation: board and features.
type Observation<'py> = (Bound<'py, PyArray<u8, Ix4>>, Bound<'py, PyArray1<i16>>);

impl PyPosition {
    pub fn of(py: Python<'_>, playable: &Arc<Playable>, fen: Option<&str>) -> PyResult<Self> {
        let rules = playable.game.rules();
        let (position, left_out) = match fen {
            None => (rules.start(), Vec::new()),
            Some(fen) => Position::read(rules, fen).map_err(|fault| PositionError::new_err(fault.to_string()))?,
        };
        for left_out in left_out {
            let text = CString::new(left_out.to_string())?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
        }
        Ok(Self::with(playable, position))
    }

    pub fn with(playable: &Arc<Playable>, position: Position) -> Self {
        Self { playable: playable.clone(), position, pending: None }
    }

    /// The moves that may be made: none when the game is over, and those alone that complete a pending one.
    pub fn open_moves(&self) -> Vec<Move> {
        let moves = self.position.legal_moves();
        if outcome(&self.position, &moves).is_some() {
            return Vec::new();
        }
        match self.pending {
            None => moves,
            Some(action) => self.playable.actions().moves_of(&moves, action),
        }
    }

    /// The legal move that a text means.
    pub fn find(&self, text: &str) -> PyResult<Move> {
        let m = self.position.parse_move(text).map_err(|fault| IllegalMoveError::new_err(fault.to_string()))?;
        self.open(m, text)
    }

    /// A legal move that a text means, if it may be made now.
    fn open(&self, m: Move, text: &str) -> PyResult<Move> {
        if let Some(outcome) = outcome(&self.position, &[m]) {
            return Err(IllegalMoveError::new_err(format!("`{text}` can't be played: the game is over. {outcome}")));
        }
        let actions = self.playable.actions();
        match self.pending.filter(|&pending| actions.of_move(m) != pending) {
            Some(pending) => Err(IllegalMoveError::new_err(format!(
                "`{text}` does not complete the move {}",
                actions.describe(pending, self.playable.game.rules()).unwrap_or_default()
            ))),
            None => Ok(m),
        }
    }

    /// The position before all moves.
    pub fn start(&self) -> Position {
        let mut start = self.position.clone();
        while start.unmake().is_some() {}
        start
    }

    fn cell(&self, name: &str) -> PyResult<Cell> {
        let cell = self.playable.game.rules().board().find(name);
        cell.ok_or_else(|| PyValueError::new_err(format!("there is no cell {name:?}; Game.cells lists them")))
    }

    fn name(&self, cell: Cell) -> String {
        self.playable.game.rules().board().name(cell).to_owned()
    }

    pub fn make(&mut self, m: Move) -> String {
        let text = self.position.move_text(m);
        self.position.make_unchecked(m);
        self.pending = None;
        text
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (game, fen=None))]
    fn new(py: Python<'_>, game: &PyGame, fen: Option<&str>) -> PyResult<Self> {
        Self::of(py, &game.0, fen)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.playable.clone())
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position.side_to_move().name()
    }

    /// How many moves have been made on this position.
    #[getter]
    fn ply(&self) -> usize {
        self.position.ply()
    }

    /// The plies since something was done that can't be undone, as the game counts them.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    /// The number of the move, which grows after Black's.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// The moves made on this position.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let mut earlier = self.position.clone();
        let back = std::iter::from_fn(|| earlier.unmake().map(|m| earlier.move_text(m)));
        let mut moves: Vec<String> = back.collect();
        moves.reverse();
        moves
    }

    /// The action that was taken, if it left open what is promoted elsewhere: the next action completes the move.
    #[getter]
    fn pending(&self) -> Option<u32> {
        self.pending
    }

    /// The position as a FEN; it has neither the moves made nor what is pending.
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// All legal moves; none when the game is over, also by repetition or the move count.
    fn legal_moves(&self) -> Vec<String> {
        self.open_moves().into_iter().map(|m| self.position.move_text(m)).collect()
    }

    /// The numbers of the legal moves, sorted; none when the game is over. While a move is pending, what completes it.
    fn legal_actions(&self) -> Vec<u32> {
        match self.pending {
            Some(action) => self.remote_actions(action.into()),
            None => {
                let mut legal = Vec::new();
                self.playable.actions().of_moves(&self.open_moves(), &mut legal);
                legal
            }
        }
    }

    /// The second actions that go with an action, sorted: more than one if it leaves open what is promoted elsewhere.
    fn remote_actions(&self, action: i64) -> Vec<u32> {
        let actions = self.playable.actions();
        let Ok(action) = u32::try_from(action) else { return Vec::new() };
        let fitting = actions.moves_of(&self.open_moves(), action);
        let mut remote: Vec<u32> = fitting.into_iter().filter_map(|m| actions.of_remote(m)).collect();
        remote.sort_unstable();
        remote
    }

    /// The number of a legal move and, in games with promotions elsewhere, that of the second action.
    fn action(&self, text: &str) -> PyResult<(u32, Option<u32>)> {
        let (m, actions) = (self.find(text)?, self.playable.actions());
        Ok((actions.of_move(m), actions.of_remote(m)))
    }

    /// A legal move in standard algebraic notation, such as `Nf3`. Raises IllegalMoveError.
    fn san(&self, text: &str) -> PyResult<String> {
        Ok(self.position.san(self.find(text)?))
    }

    /// The legal move that a text means, in standard algebraic notation or as every game's moves are written. Raises
    /// IllegalMoveError, which names the candidates where there are several.
    fn parse_san(&self, text: &str) -> PyResult<String> {
        let m = self.position.read_san(text).map_err(|fault| IllegalMoveError::new_err(fault.to_string()))?;
        Ok(self.position.move_text(self.open(m, text)?))
    }

    /// Whether a text is a legal move.
    fn is_legal(&self, text: &str) -> bool {
        self.find(text).is_ok()
    }

    /// Makes a move. Raises IllegalMoveError, also when the game is over, and then nothing has changed.
    fn push(&mut self, text: &str) -> PyResult<()> {
        let m = self.find(text)?;
        self.make(m);
        Ok(())
    }

    /// Makes the move with a number and returns its text. Raises IllegalMoveError, and then nothing has changed.
    ///
    /// Where it leaves open what is promoted elsewhere, `remote` is the second action; without it the move is pending, None is
    /// returned, and the next `push_action` completes it.
    #[pyo3(signature = (action, remote=None))]
    fn push_action(&mut self, action: i64, remote: Option<i64>) -> PyResult<Option<String>> {
        let actions = self.playable.actions().clone();
        let (first, second) = match (self.pending, remote) {
            (Some(pending), None) => (i64::from(pending), Some(action)),
            _ => (action, remote),
        };
        let mut fitting = self.open_moves();
        fitting.retain(|&m| i64::from(actions.of_move(m)) == first);
        if let Some(second) = second {
            fitting.retain(|&m| actions.of_remote(m).map(i64::from) == Some(second));
        }
        match fitting[..] {
            [m] => Ok(Some(self.make(m))),
            [m, _, ..] => {
                self.pending = Some(actions.of_move(m));
                Ok(None)
            }
            [] => Err(IllegalMoveError::new_err(format!("action {action} is not legal in {}", self.position.fen()))),
        }
    }

    /// Takes back the last move, or a pending action, and returns its text. Raises IndexError if there is none.
    fn pop(&mut self) -> PyResult<String> {
        if let Some(pending) = self.pending.take() {
            let text = self.playable.actions().describe(pending, self.playable.game.rules());
            return Ok(text.unwrap_or_default());
        }
        let made = self.position.unmake();
        let made = made.ok_or_else(|| PyIndexError::new_err("no move has been made on this position"))?;
        Ok(self.position.move_text(made))
    }

    /// How the game has ended, or None if it goes on.
    fn outcome(&self) -> Option<PyOutcome> {
        self.position.outcome().map(PyOutcome::from)
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    fn result(&self) -> &'static str {
        result(self.position.outcome().map(|outcome| outcome.winner))
    }

    /// Whether a royal of the side to move is attacked.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// The side and the symbol of the piece on a cell.
    fn piece_at(&self, cell: &str) -> PyResult<Option<(&'static str, String)>> {
        let piece = self.position.piece_at(self.cell(cell)?);
        Ok(piece.map(|(owner, kind)| (owner.name(), self.playable.symbol(kind))))
    }

    /// What stands where: the side and the symbol by the cell's name.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for cell in self.playable.game.rules().board().cells() {
            if let Some((owner, kind)) = self.position.piece_at(cell) {
                pieces.set_item(self.name(cell), (owner.name(), self.playable.symbol(kind)))?;
            }
        }
        Ok(pieces)
    }

    /// How many of each type a side has in hand or prison.
    fn hand<'py>(&self, py: Python<'py>, of: &str) -> PyResult<Bound<'py, PyDict>> {
        let (color, held) = (side(of)?, PyDict::new(py));
        let hands = self.playable.game.rules().spec().hands.as_ref();
        for &kind in hands.into_iter().flat_map(|hands| &hands.order) {
            held.set_item(self.playable.symbol(kind), self.position.in_hand(color, kind))?;
        }
        Ok(held)
    }

    /// Whether a side attacks a cell.
    fn is_attacked(&self, cell: &str, by: &str) -> PyResult<bool> {
        Ok(self.position.is_attacked(self.cell(cell)?, side(by)?))
    }

    /// The cells of the enemies that attack the piece on a cell.
    fn attackers(&self, cell: &str) -> PyResult<Vec<String>> {
        let cell = self.cell(cell)?;
        let Some((owner, _)) = self.position.piece_at(cell) else { return Ok(Vec::new()) };
        let sides = Color::BOTH.into_iter().filter(|&side| owner != side);
        let attackers = sides.flat_map(|side| self.position.attackers(cell, side).iter().collect::<Vec<_>>());
        Ok(attackers.map(|cell| self.name(cell)).collect())
    }

    /// The ways of the piece on a cell: `kind` (slide, leap, hop, route), `cells`, `targets`, `turning`.
    fn lines<'py>(&self, py: Python<'py>, cell: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let names = |cells: &[Cell]| cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>();
        let describe = |line: spielraum_rules::PieceLine| {
            let entry = PyDict::new(py);
            let kind = match line.kind {
                LineKind::Slide => "slide",
                LineKind::Leap => "leap",
                LineKind::Hop => "hop",
                LineKind::Route => "route",
            };
            entry.set_item("kind", kind)?;
            entry.set_item("cells", names(&line.cells))?;
            entry.set_item("targets", names(&line.targets))?;
            entry.set_item("turning", line.turning)?;
            Ok(entry)
        };
        self.position.lines_from(self.cell(cell)?).into_iter().map(describe).collect()
    }

    /// The number of sequences of this many legal moves, as everybody counts them: the game does not end by repetition or the move
    /// count. Runs without the interpreter's lock; Ctrl-C ends it.
    fn perft(slf: &Bound<'_, Self>, depth: u32) -> PyResult<u64> {
        let (py, position) = (slf.py(), slf.try_borrow()?.position.clone());
        let mut interrupted = Ok(());
        let count = py.detach(|| {
            let mut asked = 0_u32;
            position.perft_while(depth, || {
                asked = asked.wrapping_add(1);
                if asked.is_multiple_of(1 << 16) {
                    interrupted = Python::attach(|py| py.check_signals());
                }
                interrupted.is_ok()
            })
        });
        interrupted?;
        Ok(count.unwrap_or(0))
    }

    /// The board, of the shape `Game.board_shape`, and the features, as `VectorEnv` shows them for this position with its moves.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        let layout = self.playable.layout();
        let (mut board, mut features) = (vec![0; layout.board_len()], vec![0; layout.features().len()]);
        layout.write_game(&self.position, &mut board, &mut features);
        if self.pending.is_some()
            && let Some(&m) = self.open_moves().first()
        {
            layout.write_pending(m, &mut board);
        }
        Ok((PyArray1::from_vec(py, board).reshape(layout.board_shape())?, PyArray1::from_vec(py, features)))
    }

    /// A picture of the board; notebooks show it.
    fn svg(&self) -> String {
        let game = self.playable.game.definition();
        let (plain, lines) = (game.is_tiled(), game.lines().to_vec());
        picture(&self.position, View::Slices, &Style { plain, lines, ..Style::default() })
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A position of its own with the same moves. Positions can also be pickled.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The game as a record, which the program and the pages read (`read_record`): the start, the moves and what they come to.
    /// `remarks` are lines before it; `resigned` is the side that gave up.
    #[pyo3(signature = (*, remarks=Vec::new(), resigned=None))]
    fn record(&self, remarks: Vec<String>, resigned: Option<&str>) -> PyResult<String> {
        if self.pending.is_some() {
            return Err(PyValueError::new_err("a record has whole moves, and one is to be completed"));
        }
        let resigned = resigned.map(side).transpose()?;
        written(&self.playable.game, &self.start(), &self.position, remarks, resigned)
    }

    fn __getnewargs__(&self) -> (PyGame, String) {
        (self.game(), self.start().fen())
    }

    fn __getstate__(&self) -> (Vec<String>, Option<u32>) {
        (self.moves(), self.pending)
    }

    fn __setstate__(&mut self, state: (Vec<String>, Option<u32>)) -> PyResult<()> {
        let (moves, pending) = state;
        for text in moves {
            let m = self.position.parse_move(&text).map_err(|fault| IllegalMoveError::new_err(fault.to_string()))?;
            self.make(m);
        }
        match pending {
            Some(action) => self.push_action(action.into(), None).map(drop),
            None => Ok(()),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.borrow();
        self.playable.is_same(&other.playable)
            && self.position.setup() == other.position.setup()
            && self.pending == other.pending
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __str__(&self) -> String {
        self.position.fen()
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Position {}: {}>", self.playable.game.id(), self.position.fen())
    }
}

/// The side that a word names.
pub fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(PyValueError::new_err(format!("a side is \"white\" or \"black\", not {name:?}"))),
    }
}
