//! The engine. It thinks without the interpreter's lock.

use crate::endgames::PyEndgames;
use crate::errors::LearningError;
use crate::interrupt::{Shared, interruptible, signals};
use crate::learning::read_network;
use crate::playable::PyGame;
use crate::position::PyPosition;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use spielraum_engine::{Best, Engine, EngineError, EngineOptions, Level, Limits, Network, Params, ScoreKind, Stop};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time that a search may be given, in seconds.
const MAX_SECONDS: f64 = 1e7;

/// The most lines that a search may be asked for.
const MAX_LINES: usize = 500;

/// One of the best lines of a position.
#[pyclass(name = "Line", module = "spielraum", frozen, get_all, eq)]
#[derive(PartialEq)]
pub struct PyLine {
    /// Centipawns for the side to move; None where the end is known.
    cp: Option<i32>,
    /// Moves to the end, negative if the side to move loses; None where it is not known.
    mate: Option<i32>,
    /// How many plies deep the search was.
    depth: u32,
    /// How many positions the search looked at.
    nodes: u64,
    /// How long the search took.
    seconds: f64,
    /// The moves of the line, the first of them in the position itself.
    moves: Vec<String>,
}

#[pymethods]
impl PyLine {
    #[new]
    fn new(cp: Option<i32>, mate: Option<i32>, depth: u32, nodes: u64, seconds: f64, moves: Vec<String>) -> Self {
        Self { cp, mate, depth, nodes, seconds, moves }
    }

    fn __getnewargs__(&self) -> (Option<i32>, Option<i32>, u32, u64, f64, Vec<String>) {
        (self.cp, self.mate, self.depth, self.nodes, self.seconds, self.moves.clone())
    }

    fn __repr__(&self) -> String {
        let score = match (self.mate, self.cp) {
            (Some(mate), _) => format!("mate {mate}"),
            (None, cp) => format!("{} cp", cp.unwrap_or(0)),
        };
        format!("<spielraum.Line {score}, depth {}: {}>", self.depth, self.moves.join(" "))
    }
}

/// The engine for a game. Searches run without the interpreter's lock; Ctrl-C ends them.
///
/// A search needs a limit: `depth` in plies, `nodes`, `time` in seconds, or a `level` from 1 to 20, which takes two seconds at most
/// if nothing else limits it. With one thread and `depth` or `nodes`, answers can be repeated after `clear()`.
///
/// `network` is a file or its bytes; None or True: the game's own network, if it has one; False: the classical terms. `endgames` is
/// the folder of its endgame tables. `options` are the numbers of the search (`search_params()`), where the package was built with
/// the feature `tune`. Raises LearningError for a network of other rules, ValueError for tables and options that can't be.
#[pyclass(name = "Engine", module = "spielraum", frozen)]
pub struct PyEngine {
    game: PyGame,
    engine: Shared<Engine>,
    /// What ends the searches that run or wait. It is locked with the interpreter's lock alone, so that no fork comes between.
    running: Mutex<BTreeMap<u64, Stop>>,
}

/// What a search may use, as Python gives it.
struct Request {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    level: Option<i64>,
    lines: i64,
    seed: u64,
}

impl Request {
    fn limits(&self) -> PyResult<Limits> {
        if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.level.is_none() {
            return Err(PyValueError::new_err("say when to stop: depth=, nodes=, time= (seconds) or level="));
        }
        let level = self.level.map(|level| {
            let known = u8::try_from(level).ok().and_then(Level::new);
            known.ok_or_else(|| PyValueError::new_err(format!("levels go from 1 to 20, not {level}")))
        });
        let lines = usize::try_from(self.lines).ok().filter(|lines| (1..=MAX_LINES).contains(lines));
        let lines = lines
            .ok_or_else(|| PyValueError::new_err(format!("lines are from 1 to {MAX_LINES}, not {}", self.lines)))?;
        let time = self.time.map(|seconds| match seconds {
            0.0..=MAX_SECONDS => Ok(Duration::from_secs_f64(seconds)),
            _ => Err(PyValueError::new_err(format!("a time is from 0 to {MAX_SECONDS} seconds, not {seconds}"))),
        });
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: time.transpose()?,
            level: level.transpose()?,
            multi_pv: lines,
            seed: self.seed,
            overhead: Duration::ZERO,
            ..Limits::default()
        })
    }
}

impl PyEngine {
    /// Searches; `None` if the game is over.
    fn search(&self, py: Python<'_>, position: &PyPosition, limits: Limits) -> PyResult<Option<Best>> {
        self.check(position)?;
        if position.position.outcome().is_some() {
            return Ok(None);
        }
        let moves = if position.pending.is_some() { position.open_moves() } else { Vec::new() };
        let limits = Limits { moves, ..limits };
        let (stop, position) = (Stop::new(), &position.position);
        let number = self.begin(&stop);
        let work = || -> PyResult<Option<Best>> {
            let engine = self.engine.take(&|| Ok(!stop.is_stopped()))?;
            Ok(engine.map(|mut engine| engine.search(position, &limits, &stop, &mut |_| {})))
        };
        let best = interruptible(py, || stop.stop(), work);
        self.running().remove(&number);
        best?
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, Stop>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a search into the list, under a number of its own.
    fn begin(&self, stop: &Stop) -> u64 {
        let mut running = self.running();
        let number = running.last_key_value().map_or(0, |(last, _)| last + 1);
        running.insert(number, stop.clone());
        number
    }

    fn check(&self, position: &PyPosition) -> PyResult<()> {
        if self.game.0.is_same(&position.playable) {
            return Ok(());
        }
        Err(PyValueError::new_err("the position is another game's than the engine's"))
    }
}

/// The network that an argument names: a file or its bytes, the game's own, or none.
fn named_network(py: Python<'_>, game: &PyGame, named: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Arc<Network>>> {
    let game = &game.0.game;
    let Some(named) = named else { return Ok(game.network()) };
    if let Ok(own) = named.extract::<bool>() {
        return Ok(if own { game.network() } else { None });
    }
    if let Ok(bytes) = named.cast::<PyBytes>() {
        return read_network(game, bytes.as_bytes()).map(Some);
    }
    let Ok(path) = named.extract::<PathBuf>() else {
        return Err(PyTypeError::new_err("a network is a path, the bytes of a file, True or False"));
    };
    let read = py.detach(|| game.network_from(&path));
    read.map(Some).map_err(|error| LearningError::new_err(error.to_string()))
}

/// The numbers of the search that options name.
fn params(options: Option<&Bound<'_, PyDict>>) -> PyResult<Params> {
    let mut params = Params::DEFAULT;
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        if params.get(&name).is_none() {
            let known = "the options of an engine are the numbers of its search; search_params() lists them";
            return Err(PyValueError::new_err(format!("there is no option {name:?}: {known}")));
        }
        let text = value.str()?.to_string();
        let number = text
            .parse()
            .map_err(|_| PyValueError::new_err(format!("the option {name:?} is a whole number, not {text}")))?;
        params.set(&name, number).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    }
    Ok(params)
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, *, hash_mb=16, threads=1, network=None, options=None, endgames=None))]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        hash_mb: usize,
        threads: usize,
        network: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
        endgames: Option<PathBuf>,
    ) -> PyResult<Self> {
        let (network, params) = (named_network(py, game, network)?, params(options)?);
        let engine = game.0.game.engine(EngineOptions { hash_mb, threads });
        let mut engine = engine.map_err(|fault| match fault {
            EngineError::Memory(_) => PyMemoryError::new_err(fault.to_string()),
            fault => PyValueError::new_err(fault.to_string()),
        })?;
        engine.set_network(network).map_err(|error| LearningError::new_err(error.to_string()))?;
        engine.set_params(params).map_err(|error| PyValueError::new_err(error.to_string()))?;
        if let Some(folder) = endgames {
            engine.set_tables(Some(PyEndgames::find(py, game, &folder)?));
        }
        Ok(Self { game: PyGame(game.0.clone()), engine: Shared::new(engine), running: Mutex::default() })
    }

    /// The best move, or None when the game is over.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, level=None, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn play(
        &self,
        py: Python<'_>,
        position: PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        level: Option<i64>,
        seed: u64,
    ) -> PyResult<Option<String>> {
        let limits = Request { depth, nodes, time, level, lines: 1, seed }.limits()?;
        let best = self.search(py, &position, limits)?.and_then(|best| best.best);
        Ok(best.map(|m| position.position.move_text(m)))
    }

    /// The best lines, the best first; none when the game is over.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, lines=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: PyPosition,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: i64,
    ) -> PyResult<Vec<PyLine>> {
        let limits = Request { depth, nodes, time, level: None, lines, seed: 0 }.limits()?;
        let Some(best) = self.search(py, &position, limits)? else { return Ok(Vec::new()) };
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

    /// What a position is worth to the side to move without a search, in centipawns; None when the game is over.
    fn evaluate(&self, py: Python<'_>, position: PyPosition) -> PyResult<Option<i32>> {
        self.check(&position)?;
        let position = &position.position;
        if position.outcome().is_some() {
            return Ok(None);
        }
        py.detach(|| -> PyResult<Option<i32>> {
            Ok(self.engine.take(&signals)?.map(|engine| engine.evaluate(position)))
        })
    }

    /// Ends the searches that run or wait, from another thread; they answer with what they have found.
    fn stop(&self) {
        self.running().values().for_each(Stop::stop);
    }

    /// Forgets everything found so far.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| -> PyResult<()> {
            if let Some(mut engine) = self.engine.take(&signals)? {
                engine.clear();
            }
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.Engine for {}>", self.game.0.game.id())
    }
}
