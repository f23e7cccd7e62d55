//! A position, and the moves made on it.

use crate::errors::{IllegalMoveError, PositionError};
use crate::playable::{Playable, PyGame};
use numpy::ndarray::Ix4;
use numpy::{PyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_draw::{Style, View, picture};
use spielraum_geometry::Cell;
use spielraum_rules::{Color, LineKind, Move, Outcome, Position};
use std::ffi::CString;
use std::sync::Arc;

/// How a game ended.
#[pyclass(name = "Outcome", module = "spielraum", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct PyOutcome(Outcome);

#[pymethods]
impl PyOutcome {
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(Color::name)
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.code()
    }

    fn result(&self) -> &'static str {
        result(Some(&self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Outcome {}>", self.0)
    }
}

fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::White)) => "1-0",
        Some(Some(Color::Black)) => "0-1",
    }
}

/// A position with the moves that led to it.
#[pyclass(name = "Position", module = "spielraum")]
pub struct PyPosition {
    pub playable: Arc<Playable>,
    pub position: Position,
    moves: Vec<String>,
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
        Self { playable: playable.clone(), position, moves: Vec::new() }
    }

    fn cell(&self, name: &str) -> PyResult<Cell> {
        let cell = self.playable.game.rules().board().find(name);
        cell.ok_or_else(|| PyValueError::new_err(format!("there is no cell {name:?}; Game.cells lists them")))
    }

    fn name(&self, cell: Cell) -> String {
        self.playable.game.rules().board().name(cell).to_owned()
    }

    fn make(&mut self, m: Move) -> String {
        let text = self.position.move_text(m);
        self.position.make_unchecked(m);
        self.moves.push(text.clone());
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

    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.playable.clone())
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.position.side_to_move().name()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.position.ply()
    }

    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.into_iter().map(|m| self.position.move_text(m)).collect()
    }

    fn legal_actions(&self) -> Vec<u32> {
        let mut legal = Vec::new();
        self.playable.actions().of_moves(&self.position.legal_moves(), &mut legal);
        legal
    }

    fn remote_actions(&self, action: i64) -> Vec<u32> {
        let actions = self.playable.actions();
        let mut fitting = self.position.legal_moves();
        fitting.retain(|&m| i64::from(actions.of_move(m)) == action);
        let mut remote: Vec<u32> = fitting.into_iter().filter_map(|m| actions.of_remote(m)).collect();
        remote.sort_unstable();
        remote
    }

    /// The number of a legal move, and that of what it promotes elsewhere.
    fn action(&self, text: &str) -> PyResult<(u32, Option<u32>)> {
        let m = self.position.parse_move(text).map_err(|fault| IllegalMoveError::new_err(fault.to_string()))?;
        let actions = self.playable.actions();
        Ok((actions.of_move(m), actions.of_remote(m)))
    }

    fn is_legal(&self, text: &str) -> bool {
        self.position.parse_move(text).is_ok()
    }

    fn push(&mut self, text: &str) -> PyResult<()> {
        let m = self.position.parse_move(text).map_err(|fault| IllegalMoveError::new_err(fault.to_string()))?;
        self.make(m);
        Ok(())
    }

    #[pyo3(signature = (action, remote=None))]
    fn push_action(&mut self, action: i64, remote: Option<u32>) -> PyResult<String> {
        let actions = self.playable.actions().clone();
        let mut fitting = self.position.legal_moves();
        fitting.retain(|&m| i64::from(actions.of_move(m)) == action);
        if fitting.len() > 1 {
            fitting.retain(|&m| actions.of_remote(m) == remote);
        }
        match fitting[..] {
            [m] => Ok(self.make(m)),
            _ => Err(IllegalMoveError::new_err(format!("action {action} is not legal in {}", self.position.fen()))),
        }
    }

    fn pop(&mut self) -> PyResult<String> {
        let text = self.moves.pop().ok_or_else(|| PyIndexError::new_err("no move has been made on this position"))?;
        self.position.unmake();
        Ok(text)
    }

    fn outcome(&self) -> Option<PyOutcome> {
        self.position.outcome().map(PyOutcome)
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn result(&self) -> &'static str {
        result(self.position.outcome().as_ref())
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    fn piece_at(&self, cell: &str) -> PyResult<Option<(&'static str, String)>> {
        let piece = self.position.piece_at(self.cell(cell)?);
        Ok(piece.map(|(owner, kind)| (owner.name(), self.playable.symbol(kind))))
    }

    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for cell in self.playable.game.rules().board().cells() {
            if let Some((owner, kind)) = self.position.piece_at(cell) {
                pieces.set_item(self.name(cell), (owner.name(), self.playable.symbol(kind)))?;
            }
        }
        Ok(pieces)
    }

    fn hand<'py>(&self, py: Python<'py>, of: &str) -> PyResult<Bound<'py, PyDict>> {
        let (color, held) = (side(of)?, PyDict::new(py));
        let hands = self.playable.game.rules().spec().hands.as_ref();
        for &kind in hands.into_iter().flat_map(|hands| &hands.order) {
            held.set_item(self.playable.symbol(kind), self.position.in_hand(color, kind))?;
        }
        Ok(held)
    }

    fn is_attacked(&self, cell: &str, by: &str) -> PyResult<bool> {
        Ok(self.position.is_attacked(self.cell(cell)?, side(by)?))
    }

    fn attackers(&self, cell: &str) -> PyResult<Vec<String>> {
        let cell = self.cell(cell)?;
        let Some((owner, _)) = self.position.piece_at(cell) else { return Ok(Vec::new()) };
        let sides = Color::BOTH.into_iter().filter(|&side| owner != side);
        let attackers = sides.flat_map(|side| self.position.attackers(cell, side).iter().collect::<Vec<_>>());
        Ok(attackers.map(|cell| self.name(cell)).collect())
    }

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

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let position = &self.position;
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

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        let layout = self.playable.layout();
        let (mut board, mut features) = (vec![0; layout.board_len()], vec![0; layout.features().len()]);
        layout.write(&self.position, &mut board, &mut features);
        Ok((PyArray1::from_vec(py, board).reshape(layout.board_shape())?, PyArray1::from_vec(py, features)))
    }

    fn svg(&self) -> String {
        let plain = self.playable.game.definition().is_tiled();
        picture(&self.position, View::Slices, &Style { plain, ..Style::default() })
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn copy(&self) -> Self {
        Self { playable: self.playable.clone(), position: self.position.clone(), moves: self.moves.clone() }
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
        self.playable.is_same(&other.playable) && self.position.setup() == other.position.setup()
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
fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(PyValueError::new_err(format!("a side is \"white\" or \"black\", not {name:?}"))),
    }
}
