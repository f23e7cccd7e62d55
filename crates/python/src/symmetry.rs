//! The symmetries of a game, for `spielraum.symmetry`.

use crate::playable::PyGame;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_batch::Symmetry;
use spielraum_endgames::{board_exchanges, board_symmetries};

/// What becomes of cells, actions, planes and features under each symmetry of a game; -1 where there is no counterpart. The first
/// one is the identity; those that let the sides change places are the last.
#[pyfunction]
pub fn symmetries<'py>(py: Python<'py>, game: &PyGame) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (rules, actions, layout) = (game.0.game.rules(), game.0.actions().clone(), game.0.layout().clone());
    let found: Vec<Symmetry> = py.detach(|| {
        let maps = board_symmetries(rules).into_iter().map(|cells| (cells, false));
        let maps = maps.chain(board_exchanges(rules).into_iter().map(|cells| (cells, true)));
        maps.filter_map(|(cells, swaps)| Symmetry::new(rules.spec(), &actions, &layout, cells, swaps)).collect()
    });
    found.iter().map(|symmetry| described(py, symmetry)).collect()
}

fn described<'py>(py: Python<'py>, symmetry: &Symmetry) -> PyResult<Bound<'py, PyDict>> {
    let described = PyDict::new(py);
    let index = |image: &Option<usize>| image.map_or(-1, |image| image as i64);
    let action = |image: &Option<u32>| image.map_or(-1, i64::from);
    described.set_item("swaps_sides", symmetry.swaps_sides)?;
    described.set_item("keeps_start", symmetry.keeps_start)?;
    described.set_item("cells", PyArray1::from_iter(py, symmetry.cells.iter().map(|&cell| i64::from(cell))))?;
    described.set_item("actions", PyArray1::from_iter(py, symmetry.actions.iter().map(action)))?;
    described.set_item("planes", PyArray1::from_iter(py, symmetry.planes.iter().map(|&plane| plane as i64)))?;
    described.set_item("features", PyArray1::from_iter(py, symmetry.features.iter().map(index)))?;
    Ok(described)
}
