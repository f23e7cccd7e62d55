//! Endgame tables: which a material needs, the making of one, and what they say.

use crate::interrupt::interruptible;
use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use spielraum_endgames::{BuildOptions, EndgameError, Material, Tables, Value, build_while, needs, path_of};
use spielraum_engine::Stop;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The materials whose tables a material needs, each with those that its moves lead to and the name of its file.
type Needs = Vec<(String, Vec<String>, String)>;

/// `win`, `draw` or `loss` for the side to move, and the plies to the end of the game; 0 for a draw.
type Told = (&'static str, u16);

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

/// What ends work in another thread.
#[pyclass(name = "Stop", module = "spielraum", frozen)]
pub struct PyStop(Stop);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> Self {
        Self(Stop::new())
    }

    /// Ends the work.
    fn stop(&self) {
        self.0.stop();
    }
}

/// Makes a table, and those it needs that are not there, until it is made, Ctrl-C is pressed or `stop` says so. Gives the materials
/// that were made.
#[pyfunction]
#[pyo3(signature = (game, material, folder, *, memory_mb=2048, threads=1, stop=None))]
pub fn endgame_build(
    py: Python<'_>,
    game: &PyGame,
    material: &str,
    folder: PathBuf,
    memory_mb: u64,
    threads: usize,
    stop: Option<&PyStop>,
) -> PyResult<Vec<String>> {
    let rules = game.0.game.rules();
    let options = BuildOptions { threads: threads.clamp(1, 1024), memory_mb, checkpoint: Duration::from_secs(20) };
    let stop = stop.map_or_else(Stop::new, |stop| stop.0.clone());
    let work =
        || build_while(rules, &Material::parse(rules, material)?, &folder, &options, &|_| {}, &|| !stop.is_stopped());
    let built = interruptible(py, || stop.stop(), work)?;
    Ok(built.map_err(fault)?.made.iter().map(ToString::to_string).collect())
}

/// The endgame tables of a game in a folder, or in the folder's subfolder with the game's id.
///
/// Raises ValueError where no table there is of these rules, and RuntimeError for damaged ones.
#[pyclass(name = "Endgames", module = "spielraum", frozen)]
pub struct PyEndgames {
    playable: Arc<Playable>,
    folder: PathBuf,
    /// The tables and the process that has opened them. It is locked with the interpreter's lock alone, so that no fork comes between.
    tables: Mutex<(u32, Arc<Tables>)>,
}

impl PyEndgames {
    /// The tables of a game.
    pub fn find(py: Python<'_>, game: &PyGame, folder: &Path) -> PyResult<Arc<Tables>> {
        let game = &game.0.game;
        py.detach(|| Tables::find(game.rules(), game.id(), folder)).map(Arc::new).map_err(fault)
    }

    /// The tables, which are those of this game, or what is wrong with the position. A process that was forked opens them anew:
    /// a thread that it doesn't have may have been reading them.
    fn tables(&self, py: Python<'_>, position: &PyPosition) -> PyResult<Arc<Tables>> {
        if !self.playable.is_same(&position.playable) {
            return Err(PyValueError::new_err("the position is another game's than the tables'"));
        }
        let own = std::process::id();
        let (process, tables) = self.opened();
        if process == own {
            return Ok(tables);
        }
        let tables = Self::find(py, &PyGame(self.playable.clone()), &self.folder)?;
        *self.tables.lock().unwrap_or_else(PoisonError::into_inner) = (own, tables.clone());
        Ok(tables)
    }

    fn opened(&self) -> (u32, Arc<Tables>) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl PyEndgames {
    #[new]
    fn new(py: Python<'_>, game: &PyGame, folder: PathBuf) -> PyResult<Self> {
        let tables = Mutex::new((std::process::id(), Self::find(py, game, &folder)?));
        Ok(Self { playable: game.0.clone(), folder, tables })
    }

    /// The most pieces that a position of the tables has.
    #[getter]
    fn max_pieces(&self) -> u32 {
        self.opened().1.most_pieces()
    }

    /// What a position is worth to the side to move with best play, and the plies to the end of the game, 0 for a draw; None if no
    /// table has it. Repetition and the move count are left aside.
    fn probe(&self, py: Python<'_>, position: PyPosition) -> PyResult<Option<Told>> {
        let (tables, position) = (self.tables(py, &position)?, &position.position);
        let value = py.detach(|| tables.probe(position)).map_err(fault)?;
        Ok(value.map(told))
    }

    /// Every legal move with what it is worth to the side that makes it, the best first.
    fn moves(&self, py: Python<'_>, position: PyPosition) -> PyResult<Vec<(String, Option<Told>)>> {
        let (tables, position) = (self.tables(py, &position)?, &position.position);
        let moves = py.detach(|| tables.moves(position)).map_err(fault)?;
        Ok(moves.into_iter().map(|known| (position.move_text(known.made), known.value.map(told))).collect())
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Endgames for {}>", self.playable.game.id())
    }
}

fn told(value: Value) -> Told {
    let word = match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    };
    (word, value.plies().unwrap_or(0))
}

fn fault(error: EndgameError) -> PyErr {
    match error {
        EndgameError::Material { .. }
        | EndgameError::Game(_)
        | EndgameError::NotThis { .. }
        | EndgameError::NoTables(_)
        | EndgameError::OtherRules(_) => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}
