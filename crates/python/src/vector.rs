//! Many games stepped together into numpy arrays.

use crate::errors::check_memory;
use crate::interrupt::{Shared, interruptible};
use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use numpy::ndarray::Dimension;
use numpy::ndarray::Ix5;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use spielraum_batch::{Batch, BatchOptions, Ending, NewBatchError, StepError, Views};
use spielraum_rules::{Color, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays random games from the start, without the interpreter's lock. Ctrl-C ends them.
///
/// Returns the numbers `plies` (of all games together), `white`, `black`, `draws` and `truncated` (games). The same seed
/// gives the same games, however many threads play them.
#[pyfunction]
#[pyo3(signature = (game, games, *, seed=0, max_plies=1000, threads=1))]
pub fn random_playouts<'py>(
    py: Python<'py>,
    game: &PyGame,
    games: u64,
    seed: u64,
    max_plies: u32,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let (start, called_off) = (game.0.game.rules().start(), AtomicBool::new(false));
    let threads = threads.clamp(1, 256);
    let work = || spielraum_batch::random_playouts(&start, games, seed, max_plies, threads, &called_off);
    let played = interruptible(py, || called_off.store(true, Ordering::Relaxed), work)?;
    let played = played.map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
    let result = PyDict::new(py);
    result.set_item("plies", played.plies)?;
    result.set_item("white", played.white)?;
    result.set_item("black", played.black)?;
    result.set_item("draws", played.draws)?;
    result.set_item("truncated", played.truncated)?;
    Ok(result)
}

/// `n` games of one kind, stepped together by `threads` threads.
///
/// Observations are dictionaries of arrays: `board` (uint8, `[n, planes, levels, ranks, files]`), `features` (int16,
/// `[n, features]`) and `action_mask` (bool, `[n, actions]`). They are views that can't be written and that the next call changes:
/// copy what you keep, or pass `copy=True`, and every call returns arrays of its own. A game that ends begins anew in the same
/// step; `info["endings"]` reports what ended.
///
/// Games begin with the start, or with the positions of `starts` (positions or FENs), one after the other: game `i` begins with
/// start `i`, then with start `i + n`, and so on. The moves made on a start count as moves of the game.
///
/// One thread at a time uses an environment; others wait.
#[pyclass(name = "VectorEnv", module = "spielraum", frozen)]
pub struct PyVectorEnv {
    playable: Arc<Playable>,
    games: usize,
    /// Whether each call returns arrays of its own.
    copies: bool,
    stand: Shared<Stand>,
}

/// How the games stand, and the arrays that show it.
struct Stand {
    batch: Batch,
    random: ChaCha8Rng,
    boards: Py<PyArray<u8, Ix5>>,
    features: Py<PyArray2<i16>>,
    mask: Py<PyArray2<bool>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
}

impl Stand {
    /// The games of a batch, with arrays of their own.
    fn new(py: Python<'_>, batch: Batch, random: ChaCha8Rng) -> PyResult<Self> {
        let (n, [planes, levels, ranks, files]) = (batch.len(), batch.layout().board_shape());
        let (features, actions) = (batch.layout().features().len(), batch.actions().len());
        check_memory(n * (batch.layout().board_len() + 2 * features + actions + 6))?;
        // The memory belongs to no array, so that none can be resized.
        let boards = PyArray1::from_vec(py, vec![0; n * batch.layout().board_len()]);
        Ok(Self {
            boards: boards.reshape([n, planes, levels, ranks, files])?.unbind(),
            features: PyArray1::from_vec(py, vec![0; n * features]).reshape([n, features])?.unbind(),
            mask: PyArray1::from_vec(py, vec![false; n * actions]).reshape([n, actions])?.unbind(),
            rewards: PyArray1::from_vec(py, vec![0.0; n]).unbind(),
            terminated: PyArray1::from_vec(py, vec![false; n]).unbind(),
            truncated: PyArray1::from_vec(py, vec![false; n]).unbind(),
            random,
            batch,
        })
    }

    /// A copy with arrays of its own.
    fn try_clone(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = Self::new(py, self.batch.try_clone().map_err(refused)?, self.random.clone())?;
        fill(py, &copy.boards, &self.boards)?;
        fill(py, &copy.features, &self.features)?;
        fill(py, &copy.mask, &self.mask)?;
        fill(py, &copy.rewards, &self.rewards)?;
        fill(py, &copy.terminated, &self.terminated)?;
        fill(py, &copy.truncated, &self.truncated)?;
        Ok(copy)
    }

    /// Lets the batch write to the arrays, without the interpreter's lock.
    fn write<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, &mut Views<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut boards = self.boards.bind(py).try_readwrite().map_err(in_use)?;
        let mut features = self.features.bind(py).try_readwrite().map_err(in_use)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(in_use)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(in_use)?;
        let mut views = Views {
            boards: boards.as_slice_mut()?,
            features: features.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        Ok(py.detach(|| work(batch, &mut views)))
    }

    fn observation<'py>(&self, py: Python<'py>, copies: bool) -> PyResult<Bound<'py, PyDict>> {
        let observation = PyDict::new(py);
        observation.set_item("board", shown(py, &self.boards, copies)?)?;
        observation.set_item("features", shown(py, &self.features, copies)?)?;
        observation.set_item("action_mask", shown(py, &self.mask, copies)?)?;
        Ok(observation)
    }

    /// The games that the last step ended: number, winner, reason, plies.
    fn endings(&self) -> Vec<Told> {
        let ended = (0..self.batch.len()).filter_map(|game| self.batch.ended(game).map(|ended| (game, ended)));
        ended
            .map(|(game, ended)| match &ended.ending {
                Ending::Over(outcome) => {
                    (game, outcome.winner.map(Color::name), outcome.reason.code().to_owned(), ended.plies)
                }
                Ending::Truncated => (game, None, "truncated".to_owned(), ended.plies),
            })
            .collect()
    }
}

/// A game that has ended: number, winner, reason, plies.
type Told = (usize, Option<&'static str>, String, u32);

/// An array as Python gets it: a view that can't be written, or a copy.
fn shown<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
    copies: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = array.bind(py);
    if copies {
        return array.call_method0("copy");
    }
    let view = array.call_method0("view")?;
    view.call_method1("setflags", (false,))?;
    Ok(view)
}

/// Copies an array into another of the same shape.
fn fill<T: Element, D: Dimension>(py: Python<'_>, array: &Py<PyArray<T, D>>, from: &Py<PyArray<T, D>>) -> PyResult<()> {
    from.bind(py).copy_to(array.bind(py))
}

impl PyVectorEnv {
    fn with(playable: Arc<Playable>, stand: Stand, copies: bool) -> Self {
        Self { playable, games: stand.batch.len(), copies, stand: Shared::new(stand) }
    }

    fn index(&self, game: isize) -> PyResult<usize> {
        match usize::try_from(game) {
            Ok(index) if index < self.games => Ok(index),
            _ => Err(PyIndexError::new_err(format!("games go from 0 to {}, not {game}", self.games - 1))),
        }
    }
}

/// The actions that are to be taken: whole numbers of whatever type, in a list or an array.
fn chosen(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = actions.cast::<PyArray1<i64>>() {
        return Ok(array.try_readonly().map_err(in_use)?.as_array().to_vec());
    }
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    let (dtype, dimensions) = (untyped.dtype(), untyped.ndim());
    if untyped.len() > 0 && !matches!(dtype.kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!("actions are whole numbers, not {dtype}")));
    }
    if dimensions != 1 {
        let shape = untyped.shape();
        return Err(PyValueError::new_err(format!("actions are one number for each game, not an array {shape:?}")));
    }
    let whole = array.call_method1("astype", ("int64",))?;
    if dtype.kind() == b'u' && untyped.len() > 0 && whole.call_method0("min")?.lt(0)? {
        return Err(PyValueError::new_err(format!("no action has the number {}", array.call_method0("max")?)));
    }
    Ok(whole.cast::<PyArray1<i64>>()?.try_readonly().map_err(in_use)?.as_array().to_vec())
}

/// The positions with which games begin: positions or FENs.
fn starts(py: Python<'_>, playable: &Arc<Playable>, given: Option<Vec<Bound<'_, PyAny>>>) -> PyResult<Vec<Position>> {
    let Some(given) = given else { return Ok(vec![playable.game.rules().start()]) };
    let start = |given: Bound<'_, PyAny>| {
        let Ok(position) = given.cast::<PyPosition>() else {
            let fen = given.extract::<String>();
            let fen = fen.map_err(|_| PyTypeError::new_err("games begin with positions or FENs"))?;
            return Ok(PyPosition::of(py, playable, Some(&fen))?.position);
        };
        let position = position.borrow();
        check(playable, &position)?;
        if position.pending.is_some() {
            return Err(PyValueError::new_err("no game begins with a move that is to be completed"));
        }
        Ok(position.position.clone())
    };
    given.into_iter().map(start).collect()
}

fn check(playable: &Playable, position: &PyPosition) -> PyResult<()> {
    if playable.is_same(&position.playable) {
        return Ok(());
    }
    Err(PyValueError::new_err("the position is another game's than the environment's"))
}

fn refused_step(fault: StepError) -> PyErr {
    match fault {
        StepError::NotBegun | StepError::Arrays => PyRuntimeError::new_err(fault.to_string()),
        fault => PyValueError::new_err(fault.to_string()),
    }
}

fn in_use(fault: numpy::BorrowError) -> PyErr {
    PyRuntimeError::new_err(format!("the arrays of this environment are in use: {fault}"))
}

fn refused(fault: NewBatchError) -> PyErr {
    match fault {
        NewBatchError::Threads(_) => PyRuntimeError::new_err(fault.to_string()),
        fault => PyValueError::new_err(fault.to_string()),
    }
}

/// An observation, rewards, terminations, truncations and what else there is to know.
type Step<'py> = (Bound<'py, PyDict>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyDict>);

/// Lists of different lengths, one after the other: where each begins, and what they hold.
type Ragged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl PyVectorEnv {
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=1, max_plies=1000, starts=None, copy=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        n: usize,
        seed: u64,
        threads: usize,
        max_plies: u32,
        starts: Option<Vec<Bound<'_, PyAny>>>,
        copy: bool,
    ) -> PyResult<Self> {
        let playable = game.0.clone();
        let options = BatchOptions { games: n, threads, max_plies };
        let (actions, layout) = (playable.actions().clone(), playable.layout().clone());
        let starts = self::starts(py, &playable, starts)?;
        let batch = py.detach(|| Batch::with(&starts, actions, layout, options)).map_err(refused)?;
        Ok(Self::with(playable, Stand::new(py, batch, ChaCha8Rng::seed_from_u64(seed))?, copy))
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.playable.clone())
    }

    /// Begins all games anew; the seed is that of `random_actions`.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<u64>) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let mut stand = self.stand.take_attached(py)?;
        stand.write(py, |batch, views| batch.reset(views))?.map_err(refused_step)?;
        if let Some(seed) = seed {
            stand.random = ChaCha8Rng::seed_from_u64(seed);
        }
        Ok((stand.observation(py, self.copies)?, PyDict::new(py)))
    }

    /// Takes an action in every game.
    ///
    /// Returns the observation, the rewards (1, 0 or -1 for the side that acted), terminations, truncations and `info`.
    /// Actions are whole numbers of any type, in a list or an array. Raises ValueError if one is not legal or their number is wrong,
    /// TypeError if they are no whole numbers; then no game has been stepped.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let chosen = chosen(actions)?;
        let mut stand = self.stand.take_attached(py)?;
        stand.write(py, |batch, views| batch.step(&chosen, views))?.map_err(refused_step)?;
        let rewards = shown(py, &stand.rewards, self.copies)?;
        let terminated = shown(py, &stand.terminated, self.copies)?;
        let truncated = shown(py, &stand.truncated, self.copies)?;
        let info = PyDict::new(py);
        info.set_item("endings", stand.endings())?;
        Ok((stand.observation(py, self.copies)?, rewards, terminated, truncated, info))
    }

    /// The observation as it is now.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.stand.take_attached(py)?.observation(py, self.copies)
    }

    /// The games that the last step ended: number, winner, reason, plies.
    fn endings(&self, py: Python<'_>) -> PyResult<Vec<Told>> {
        Ok(self.stand.take_attached(py)?.endings())
    }

    /// The position with which the last step ended a game; None if it goes on.
    fn final_position(&self, py: Python<'_>, game: isize) -> PyResult<Option<PyPosition>> {
        let (game, stand) = (self.index(game)?, self.stand.take_attached(py)?);
        Ok(stand.batch.ended(game).map(|ended| PyPosition::with(&self.playable, ended.position.clone())))
    }

    /// Ragged lists: game `i` has the actions `legal[offsets[i]:offsets[i + 1]]`; returns `offsets, legal`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Ragged<'py>> {
        let stand = self.stand.take_attached(py)?;
        let mut offsets = vec![0];
        let mut legal = Vec::new();
        for game in 0..self.games {
            legal.extend(stand.batch.legal_actions(game).iter().map(|&action| i64::from(action)));
            offsets.push(legal.len() as i64);
        }
        Ok((PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, legal)))
    }

    /// A legal action for each game.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut stand = self.stand.take_attached(py)?;
        let Stand { batch, random, .. } = &mut *stand;
        let mut chosen = Vec::with_capacity(self.games);
        for game in 0..self.games {
            let legal = batch.legal_actions(game);
            if legal.is_empty() {
                return Err(PyRuntimeError::new_err(StepError::NotBegun.to_string()));
            }
            chosen.push(i64::from(legal[random.random_range(0..legal.len())]));
        }
        Ok(PyArray1::from_vec(py, chosen))
    }

    /// The position of a game with its moves, and with what is pending.
    fn position(&self, py: Python<'_>, game: isize) -> PyResult<PyPosition> {
        let (game, stand) = (self.index(game)?, self.stand.take_attached(py)?);
        let position = PyPosition::with(&self.playable, stand.batch.position(game).clone());
        Ok(PyPosition { pending: stand.batch.pending(game), ..position })
    }

    /// Lets a game go on from a position with the moves made on it. Raises ValueError if the game is over in it.
    fn set_position(&self, py: Python<'_>, game: isize, position: PyPosition) -> PyResult<()> {
        let game = self.index(game)?;
        check(&self.playable, &position)?;
        let PyPosition { position, pending, .. } = &position;
        let mut stand = self.stand.take_attached(py)?;
        stand.write(py, |batch, views| batch.set_position(game, position, *pending, views))?.map_err(refused_step)
    }

    /// An environment of its own whose games, and whose random actions, stand as these do.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = self.stand.take_attached(py)?.try_clone(py)?;
        Ok(Self::with(self.playable.clone(), copy, self.copies))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.VectorEnv of {} games of {}>", self.games, self.playable.game.id())
    }
}
