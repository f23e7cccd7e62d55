//! The engine. It thinks without the interpreter's lock.

use crate::playable::PyGame;
use crate::position::PyPosition;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use spielraum_engine::{Best, Engine, EngineError, EngineOptions, Level, Limits, ScoreKind, Stop};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The longest time that a search may be given, in seconds.
const MAX_SECONDS: f64 = 1e7;

/// One of the best lines of a position.
#[pyclass(name = "Line", module = "spielraum", frozen, get_all)]
pub struct PyLine {
    /// Centipawns for the side to move; `None` where the end is known.
    cp: Option<i32>,
    /// Moves to the end, negative if the side to move loses; `None` where it is not known.
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    moves: Vec<String>,
}

#[pymethods]
impl PyLine {
    fn __repr__(&self) -> String {
        let score = match (self.mate, self.cp) {
            (Some(mate), _) => format!("mate {mate}"),
            (None, cp) => format!("{} cp", cp.unwrap_or(0)),
        };
        format!("<spielraum.Line {score}, depth {}: {}>", self.depth, self.moves.join(" "))
    }
}

/// The engine for one game.
#[pyclass(name = "Engine", module = "spielraum", frozen)]
pub struct PyEngine {
    game: PyGame,
    engine: Mutex<Engine>,
    running: Mutex<Stop>,
}

/// What a search may use, as Python gives it.
struct Request {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    level: Option<u8>,
    lines: usize,
    seed: u64,
}

impl Request {
    fn limits(&self) -> PyResult<Limits> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.level.is_none() {
            return Err(PyValueError::new_err("say when to stop: depth=, nodes=, time= (seconds) or level="));
        }
        let level = self.level.map(|level| {
            Level::new(level).ok_or_else(|| PyValueError::new_err(format!("levels go from 1 to 10, not {level}")))
        });
        let time = self.time.map(|seconds| match seconds {
            0.0..=MAX_SECONDS => Ok(Duration::from_secs_f64(seconds)),
            _ => Err(PyValueError::new_err(format!("a time is from 0 to {MAX_SECONDS} seconds, not {seconds}"))),
        });
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: time.transpose()?,
            level: level.transpose()?,
            multi_pv: self.lines.clamp(1, 500),
            seed: self.seed,
            overhead: Duration::ZERO,
            ..Limits::default()
        })
    }
}

impl PyEngine {
    fn search(&self, py: Python<'_>, position: &PyPosition, limits: &Limits) -> PyResult<Best> {
        if !self.game.0.is_same(&position.playable) {
            return Err(PyValueError::new_err("the position is another game's than the engine's"));
        }
        let stop = Stop::new();
        let mut interrupted = Ok(());
        let best = py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            *self.running.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
            engine.search(&position.position, limits, &stop, &mut |_| {
                if interrupted.is_ok() {
                    interrupted = Python::attach(|py| py.check_signals());
                }
                if interrupted.is_err() {
                    stop.stop();
                }
            })
        });
        interrupted?;
        Ok(best)
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, *, hash_mb=16, threads=1))]
    fn new(game: &PyGame, hash_mb: usize, threads: usize) -> PyResult<Self> {
        let engine = game.0.game.engine(EngineOptions { hash_mb, threads });
        let engine = engine.map_err(|fault| match fault {
            EngineError::Memory(_) => PyMemoryError::new_err(fault.to_string()),
            fault => PyValueError::new_err(fault.to_string()),
        })?;
        Ok(Self { game: PyGame(game.0.clone()), engine: Mutex::new(engine), running: Mutex::new(Stop::new()) })
    }

    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, level=None, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn play(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        level: Option<u8>,
        seed: u64,
    ) -> PyResult<Option<String>> {
        let limits = Request { depth, nodes, time, level, lines: 1, seed }.limits()?;
        let best = self.search(py, position, &limits)?;
        Ok(best.best.map(|m| position.position.move_text(m)))
    }

    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Vec<PyLine>> {
        let limits = Request { depth, nodes, time, level: None, lines, seed: 0 }.limits()?;
        let best = self.search(py, position, &limits)?;
        let tell = |line: &spielraum_engine::Line| {
            let mut position = position.position.clone();
            let text = |m| {
                let text = position.move_text(m);
                position.make_unchecked(m);
                text
            };
            PyLine {
                cp: match line.score.kind() {
                    ScoreKind::Centipawns(cp) => Some(cp),
                    _ => None,
                },
                mate: line.score.moves_to_end(),
                depth: best.depth,
                nodes: best.nodes,
                seconds: best.time.as_secs_f64(),
                moves: line.moves.iter().copied().map(text).collect(),
            }
        };
        Ok(best.lines.iter().map(tell).collect())
    }

    /// Ends the running search, from another thread.
    fn stop(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.engine.lock().unwrap_or_else(PoisonError::into_inner).clear());
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Engine for {}>", self.game.0.game.id())
    }
}
