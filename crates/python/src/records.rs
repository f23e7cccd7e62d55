//! Game records: games as text, which the program and the pages read and write too.

use crate::errors::{IllegalMoveError, PositionError};
use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spielraum_arcade::record::Told;
use spielraum_arcade::{Game, Source};
use spielraum_catalogue::contains;
use spielraum_rules::Color;
use std::sync::Arc;

/// Reads a game record: the last position with its moves, and who gave up.
///
/// The record names a game of the catalogue; for any other, give the game. Raises ValueError for a text that is no record, PositionError for
/// its start and IllegalMoveError for a move, each with the line.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub fn read_record(py: Python<'_>, text: &str, game: Option<&PyGame>) -> PyResult<(PyPosition, Option<&'static str>)> {
    let told = Told::read(text).map_err(|fault| PyValueError::new_err(fault.to_string()))?;
    let playable = match game {
        Some(game) => game.0.clone(),
        None if !contains(&told.game) => {
            let text = format!("the catalogue has no game `{}`: name the game that the record is of", told.game);
            return Err(PyValueError::new_err(text));
        }
        None => {
            let loaded = py.detach(|| Game::load(Source::Builtin(&told.game), &told.options));
            let loaded = loaded.map_err(|report| PyValueError::new_err(report.to_string()))?;
            Arc::new(Playable::new(loaded, None))
        }
    };
    let at = |line: usize, fault: &dyn std::fmt::Display| format!("line {line}: {fault}");
    let start = told.start.as_ref();
    let mut position = PyPosition::of(py, &playable, start.map(|start| &*start.text)).map_err(|fault| {
        let line = start.map_or(0, |start| start.line);
        PositionError::new_err(at(line, &fault.value(py)))
    })?;
    for made in &told.moves {
        let m = position.find(&made.text);
        let m = m.map_err(|fault| IllegalMoveError::new_err(at(made.line, &fault.value(py))))?;
        position.make(m);
    }
    Ok((position, told.resigned.map(Color::name)))
}
