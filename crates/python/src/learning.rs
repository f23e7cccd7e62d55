//! Learning of networks: the run of crate `learn`, whose games a crew in Python plays, and what such a crew plays with.

use crate::errors::LearningError;
use crate::interrupt::{Shared, Watch, interruptible};
use crate::playable::PyGame;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use spielraum_arcade::Game;
use spielraum_engine::{Network, Stop};
use spielraum_learn::{
    Crew, DataPlan, Event, Keep, LearnError, Run, RunPlan, Samples, SelfPlayer, Shard, Training, TrainingPlan, Trial,
    TrialPlan, play_games, write_whole,
};
use spielraum_matches::{Budget, Sprt, Verdict};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Plays numbered games of the engine against itself, which `spielraum.learn` learns from.
///
/// `network` is the bytes of a file, or None for the classical terms. `nodes` are the positions looked at for each move; a game
/// opens with `openings` random plies, or one more where its number is odd, and is a draw after `max_plies`. `nearby` positions, one or
/// two random moves away from each position of a game, are kept with their static evaluation.
///
/// Raises LearningError for a network of other rules.
#[pyclass(name = "SelfPlayer", module = "spielraum", frozen)]
pub struct PySelfPlayer {
    player: Shared<SelfPlayer>,
    plan: DataPlan,
    called_off: Stop,
}

#[pymethods]
impl PySelfPlayer {
    #[new]
    #[pyo3(signature = (game, network=None, *, nodes, openings, max_plies, nearby=0, seed))]
    #[expect(clippy::too_many_arguments, reason = "what Python names")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        network: Option<&[u8]>,
        nodes: u64,
        openings: usize,
        max_plies: usize,
        nearby: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let game = &game.0.game;
        let network = network.map(|bytes| read_network(game, bytes)).transpose()?;
        let player = py.detach(|| SelfPlayer::new(game, network.as_ref())).map_err(fault)?;
        let plan = DataPlan { games: 0, nodes, openings, longest: max_plies, nearby, seed };
        Ok(Self { player: Shared::new(player), plan, called_off: Stop::new() })
    }

    /// Plays the game of a number, without the interpreter's lock, and gives it as shards hold it (docs/networks.md). Ctrl-C ends it.
    fn play<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyBytes>> {
        let stop = self.called_off.for_part();
        let work = || -> PyResult<Option<Vec<u8>>> {
            let Some(mut player) = self.player.take(&|| Ok(!stop.is_stopped()))? else { return Ok(None) };
            player.stop_with(stop.clone());
            player.play(&self.plan, number).map(Some).map_err(fault)
        };
        let sealed = interruptible(py, || stop.stop(), work)??
            .ok_or_else(|| LearningError::new_err("the games were called off"))?;
        Ok(PyBytes::new(py, &sealed))
    }

    /// Calls off the game that is played, from another thread, and all after it.
    fn stop(&self) {
        self.called_off.stop();
    }
}

/// How games are played, networks trained and tried; what is not said is as it is for the program.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    #[pyo3(default = 4)]
    generations: u32,
    #[pyo3(default = 1)]
    seed: u64,
    threads: usize,
    #[pyo3(default = DataPlan::DEFAULT.games)]
    games: u64,
    #[pyo3(default)]
    nodes: Option<u64>,
    #[pyo3(default = DataPlan::DEFAULT.openings)]
    openings: usize,
    #[pyo3(default = DataPlan::DEFAULT.longest)]
    max_plies: usize,
    #[pyo3(default)]
    nearby: Option<usize>,
    #[pyo3(default)]
    hidden: Option<usize>,
    #[pyo3(default)]
    epochs: Option<u32>,
    #[pyo3(default = TrainingPlan::DEFAULT.batch)]
    batch: usize,
    #[pyo3(default)]
    rate: Option<f32>,
    #[pyo3(default = TrainingPlan::DEFAULT.results)]
    results: f32,
    #[pyo3(default = TrainingPlan::DEFAULT.td_lambda)]
    td_lambda: f32,
    #[pyo3(default = "time=100ms".to_owned())]
    limit: String,
    #[pyo3(default = TrialPlan::DEFAULT.pairs)]
    pairs: u64,
    #[pyo3(default = (TrialPlan::DEFAULT.sprt.elo0, TrialPlan::DEFAULT.sprt.elo1))]
    sprt: (f64, f64),
}

impl Settings {
    fn plan(&self, game: &Game, start: Option<&[u8]>) -> PyResult<RunPlan> {
        let start = start.map(|bytes| read_network(game, bytes)).transpose()?;
        let training = TrainingPlan::of(game.rules(), start.as_deref());
        let rate = self.rate.unwrap_or(training.rate);
        for (name, share) in [("rate", rate), ("results", self.results), ("td_lambda", self.td_lambda)] {
            if !(0.0..=1.0).contains(&share) {
                return Err(PyValueError::new_err(format!("{name} is from 0 to 1, not {share}")));
            }
        }
        if self.games == 0 || self.pairs == 0 || self.batch == 0 {
            return Err(PyValueError::new_err("games, pairs and batch are at least 1"));
        }
        let usual = TrialPlan::DEFAULT;
        let sprt = test(self.sprt.0, self.sprt.1, usual.sprt.alpha, usual.sprt.beta)?;
        let budget = budget(&self.limit)?;
        let usual_data = DataPlan::of(game.rules());
        let plan = RunPlan {
            generations: self.generations,
            data: DataPlan {
                games: self.games,
                nodes: self.nodes.unwrap_or(usual_data.nodes),
                openings: self.openings,
                longest: self.max_plies,
                nearby: self.nearby.unwrap_or(usual_data.nearby),
                seed: self.seed,
            },
            training: TrainingPlan {
                hidden: self.hidden.unwrap_or(training.hidden),
                epochs: self.epochs.unwrap_or(training.epochs),
                batch: self.batch,
                rate,
                results: self.results,
                td_lambda: self.td_lambda,
                seed: self.seed,
            },
            trial: TrialPlan { budget, pairs: self.pairs, sprt, seed: self.seed, ..usual },
            start,
        };
        let checked = plan.training.check(plan.start.as_deref());
        checked.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(plan)
    }

    /// Starts the threads of trainings: the first training of a process says how many. A process that was forked since doesn't
    /// have them, and can't start others.
    fn start_threads(&self) -> PyResult<()> {
        static PROCESS: AtomicU32 = AtomicU32::new(0);
        let own = std::process::id();
        match PROCESS.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => {
                // Where the system has no more threads to give, the caller's must do.
                let _ = rayon::ThreadPoolBuilder::new().num_threads(self.threads.clamp(1, 256)).build_global();
                Ok(())
            }
            Err(process) if process == own => Ok(()),
            Err(_) => Err(PyRuntimeError::new_err(
                "this process was forked from one that has trained; start processes by \"spawn\" to train in them",
            )),
        }
    }

    fn crew<'a>(&self, crew: Py<PyAny>, watch: &'a Watch) -> PyCrew<'a> {
        PyCrew { crew, limit: self.limit.clone(), watch }
    }
}

/// Raises what is wrong with the settings of a run, before anything is played.
#[pyfunction]
pub fn learn_check(game: &PyGame, start: Option<&[u8]>, settings: Settings) -> PyResult<()> {
    settings.plan(&game.0.game, start).map(drop)
}

/// Learns in a folder until nothing is gained any more. Gives the file of the best network.
#[pyfunction]
pub fn learn_run(
    py: Python<'_>,
    game: &PyGame,
    folder: PathBuf,
    start: Option<&[u8]>,
    crew: Py<PyAny>,
    observe: Py<PyAny>,
    settings: Settings,
) -> PyResult<Option<PathBuf>> {
    let game = &game.0.game;
    let plan = settings.plan(game, start)?;
    settings.start_threads()?;
    let watch = Watch::new();
    let (mut crew, observer, wanted) =
        (settings.crew(crew, &watch), Observer { observe, watch: &watch }, || watch.goes_on());
    let best = py.detach(|| {
        let mut run = Run::new(game, &plan, &folder)?.while_wanted(&wanted);
        let summary = run.run(&mut crew, &mut |event| observer.tell(event))?;
        Ok(summary.best.map(|best| run.network_path(best)))
    });
    watch.end(best.map_err(fault))
}

/// Lets a crew play the games that a shard lacks.
#[pyfunction]
pub fn learn_data(
    py: Python<'_>,
    game: &PyGame,
    path: PathBuf,
    network: Option<&[u8]>,
    crew: Py<PyAny>,
    observe: Py<PyAny>,
    settings: Settings,
) -> PyResult<()> {
    let game = &game.0.game;
    let plan = settings.plan(game, None)?.data;
    let network = network.map(|bytes| read_network(game, bytes)).transpose()?;
    let watch = Watch::new();
    let (mut crew, observer) = (settings.crew(crew, &watch), Observer { observe, watch: &watch });
    let played =
        py.detach(|| play_games(game, network.as_ref(), &plan, &path, &mut crew, &mut |event| observer.tell(&event)));
    watch.end(played.map_err(fault))
}

/// Fits a network to the positions of shards, from the weights of another or from chance, and gives its file's bytes.
#[pyfunction]
pub fn learn_train<'py>(
    py: Python<'py>,
    game: &PyGame,
    shards: Vec<PathBuf>,
    start: Option<&[u8]>,
    checkpoint: Option<PathBuf>,
    observe: Py<PyAny>,
    settings: Settings,
) -> PyResult<Bound<'py, PyBytes>> {
    let rules = game.0.game.rules();
    let RunPlan { training: plan, start, .. } = settings.plan(&game.0.game, start)?;
    settings.start_threads()?;
    let watch = Watch::new();
    let (observer, wanted) = (Observer { observe, watch: &watch }, || watch.goes_on());
    let learned = py.detach(|| {
        let samples = Samples::read(&[rules], &shards, plan.td_lambda)?;
        observer.tell(&samples.event());
        let training = Training::new(&samples, plan)?.starting_with(start.as_deref())?.while_wanted(&wanted);
        Ok(training.run(checkpoint.as_deref(), &mut |event| observer.tell(&event))?.write()?)
    });
    Ok(PyBytes::new(py, &watch.end(learned.map_err(fault))?))
}

/// Lets a crew play a network against another or the hand-crafted evaluation; gives the counts of pairs and the verdict.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "only the package calls it")]
pub fn learn_match(
    py: Python<'_>,
    game: &PyGame,
    network: &[u8],
    before: Option<&[u8]>,
    log: Option<PathBuf>,
    crew: Py<PyAny>,
    observe: Py<PyAny>,
    settings: Settings,
) -> PyResult<([u64; 5], &'static str)> {
    let game = &game.0.game;
    let plan = settings.plan(game, None)?.trial;
    let network = read_network(game, network)?;
    let before = before.map(|bytes| read_network(game, bytes)).transpose()?;
    let watch = Watch::new();
    let (mut crew, observer) = (settings.crew(crew, &watch), Observer { observe, watch: &watch });
    let outcome = py.detach(|| {
        let trial = Trial { game, network: &network, before: before.as_ref(), plan: &plan };
        trial.run(log.as_deref(), &mut crew, &mut |event| observer.tell(&event))
    });
    let outcome = watch.end(outcome.map_err(fault))?;
    Ok((outcome.pairs.0, word(outcome.verdict)))
}

/// The games of a shard: their numbers and packed positions.
#[pyfunction]
pub fn read_shard<'py>(py: Python<'py>, game: &PyGame, path: PathBuf) -> PyResult<Vec<(u64, Bound<'py, PyBytes>)>> {
    let rules = game.0.game.rules();
    let games = py.detach(|| {
        let mut games = Vec::new();
        Shard::read(&path, rules, |number, packed| games.push((number, packed.to_vec())))?;
        Ok(games)
    });
    Ok(games.map_err(fault)?.into_iter().map(|(number, packed)| (number, PyBytes::new(py, &packed))).collect())
}

/// Writes a file whole or not at all.
#[pyfunction]
pub fn write_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    py.detach(|| write_whole(&path, content)).map_err(fault)
}

/// A crew in Python: an object with the methods `games` and `pairs`, which give numbers with what was played.
struct PyCrew<'a> {
    crew: Py<PyAny>,
    limit: String,
    watch: &'a Watch,
}

impl Crew for PyCrew<'_> {
    fn games(
        &mut self,
        _: &Game,
        network: Option<&Arc<Network>>,
        plan: &DataPlan,
        numbers: &[u64],
        keep: &mut Keep<'_, Vec<u8>>,
    ) -> Result<(), LearnError> {
        let network = network.map(|network| network.write()).transpose()?;
        let how = |how: &Bound<'_, PyDict>| {
            how.set_item("network", network.as_deref().map(|bytes| PyBytes::new(how.py(), bytes)))?;
            how.set_item("nodes", plan.nodes)?;
            how.set_item("openings", plan.openings)?;
            how.set_item("max_plies", plan.longest)?;
            how.set_item("nearby", plan.nearby)?;
            how.set_item("seed", plan.seed)
        };
        self.each("games", numbers, how, &mut |(_, sealed): (u64, Vec<u8>)| keep(sealed))
    }

    fn pairs(
        &mut self,
        trial: &Trial<'_>,
        numbers: &[u64],
        keep: &mut Keep<'_, (u64, usize)>,
    ) -> Result<(), LearnError> {
        let network = trial.network.write()?;
        let before = trial.before.map(|network| network.write()).transpose()?;
        let how = |how: &Bound<'_, PyDict>| {
            how.set_item("network", PyBytes::new(how.py(), &network))?;
            how.set_item("before", before.as_deref().map(|bytes| PyBytes::new(how.py(), bytes)))?;
            how.set_item("limit", &self.limit)?;
            how.set_item("openings", trial.plan.openings)?;
            how.set_item("max_plies", trial.plan.longest)?;
            how.set_item("seed", trial.plan.seed)
        };
        self.each("pairs", numbers, how, keep)
    }
}

impl PyCrew<'_> {
    /// Calls a method and hands over what its iterator gives, until that is enough; then closes the iterator.
    fn each<T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>>(
        &self,
        method: &str,
        numbers: &[u64],
        how: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
        keep: &mut Keep<'_, T>,
    ) -> Result<(), LearnError> {
        let crew = |error: PyErr| LearnError::Crew(Box::new(error));
        let begin = |py: Python<'_>| {
            let keywords = PyDict::new(py);
            how(&keywords)?;
            let played = self.crew.bind(py).call_method(method, (numbers.to_vec(),), Some(&keywords))?;
            Ok(played.try_iter()?.unbind())
        };
        let played = Python::attach(begin).map_err(crew)?;
        let mut next = || {
            if !self.watch.goes_on() {
                return Err(LearnError::CalledOff);
            }
            let result = Python::attach(|py| {
                py.check_signals()?;
                played.bind(py).clone().next().map(|item| item?.extract::<T>()).transpose()
            });
            match result.map_err(crew)? {
                Some(result) => keep(result),
                None => Ok(ControlFlow::Break(())),
            }
        };
        let end = loop {
            match next() {
                Ok(ControlFlow::Continue(())) => {}
                end => break end.map(drop),
            }
        };
        // A generator cleans up when it is closed; an iterator that is none has nothing to close.
        let _ = Python::attach(|py| played.bind(py).call_method0("close").map(drop));
        end
    }
}

/// Calls a Python function with what happens; its first exception ends the work.
struct Observer<'a> {
    observe: Py<PyAny>,
    watch: &'a Watch,
}

impl Observer<'_> {
    fn tell(&self, event: &Event) {
        if self.watch.goes_on() {
            let text = serde_json::to_string(event).unwrap_or_default();
            self.watch.note(Python::attach(|py| self.observe.call1(py, (text,)).map(drop)));
        }
    }
}

/// A network of a game, from the bytes of its file.
pub fn read_network(game: &Game, bytes: &[u8]) -> PyResult<Arc<Network>> {
    Network::read(game.rules(), bytes).map(Arc::new).map_err(|error| LearningError::new_err(error.to_string()))
}

/// How much a player may think.
pub fn budget(text: &str) -> PyResult<Budget> {
    Budget::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A test of two hypotheses.
pub fn test(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> PyResult<Sprt> {
    let likely = |error: f64| error > 0.0 && error < 0.5;
    if !(elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1_000.0 && likely(alpha) && likely(beta)) {
        return Err(PyValueError::new_err(
            "a test needs elo0 < elo1, both within 1000, and alpha and beta between 0 and 0.5",
        ));
    }
    Ok(Sprt { elo0, elo1, alpha, beta })
}

/// What a test says, in a word.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Null => "null",
        Verdict::Alternative => "alternative",
    }
}

/// The exception for a fault: that of the crew itself, if it is one.
pub fn fault(error: LearnError) -> PyErr {
    match error {
        LearnError::Crew(error) => match error.downcast::<PyErr>() {
            Ok(error) => *error,
            Err(error) => LearningError::new_err(error.to_string()),
        },
        error => LearningError::new_err(error.to_string()),
    }
}
