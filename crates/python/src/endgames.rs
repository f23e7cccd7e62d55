//! Endgame tables: which a material needs, and the making of one.

use crate::playable::PyGame;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use spielraum_endgames::{BuildOptions, EndgameError, Material, build, needs, path_of};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The materials whose tables a material needs, each with those that its moves lead to and the name of its file.
type Needs = Vec<(String, Vec<String>, String)>;

/// The tables that a material needs, its own the last; each comes after those that its moves lead to.
#[pyfunction]
pub fn endgame_needs(py: Python<'_>, game: &PyGame, material: &str) -> PyResult<Needs> {
    let rules = game.0.game.rules();
    let needed = py.detach(|| needs(rules, &Material::parse(rules, material)?)).map_err(fault)?;
    let name = |material: &Material| path_of(Path::new(""), material).display().to_string();
    let told = |(material, after): (Material, Vec<Material>)| {
        (material.to_string(), after.iter().map(ToString::to_string).collect(), name(&material))
    };
    Ok(needed.into_iter().map(told).collect())
}

/// Makes a table, and those it needs that are not there. Gives the materials that were made.
#[pyfunction]
#[pyo3(signature = (game, material, folder, *, memory_mb=2048, threads=1))]
pub fn endgame_build(
    py: Python<'_>,
    game: &PyGame,
    material: &str,
    folder: PathBuf,
    memory_mb: u64,
    threads: usize,
) -> PyResult<Vec<String>> {
    let rules = game.0.game.rules();
    let options = BuildOptions { threads: threads.clamp(1, 1024), memory_mb, checkpoint: Duration::from_secs(20) };
    let built = py.detach(|| build(rules, &Material::parse(rules, material)?, &folder, &options, &|_| {}));
    Ok(built.map_err(fault)?.made.iter().map(ToString::to_string).collect())
}

fn fault(error: EndgameError) -> PyErr {
    match error {
        EndgameError::Material { .. } | EndgameError::Game(_) | EndgameError::NotThis { .. } => {
            PyValueError::new_err(error.to_string())
        }
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
