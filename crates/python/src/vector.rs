//! Many games stepped together into numpy arrays.

use crate::playable::{Playable, PyGame};
use crate::position::PyPosition;
use numpy::ndarray::Ix5;
use numpy::{AllowTypeChange, PyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use spielraum_batch::{Batch, BatchOptions, Ending, NewBatchError, StepError, Views};
use spielraum_rules::Color;
use std::sync::Arc;

/// Plays random games from the start and says what came of them.
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
    let start = game.0.game.rules().start();
    let played = py.detach(|| spielraum_batch::random_playouts(&start, games, seed, max_plies, threads.clamp(1, 256)));
    let played = played.map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
    let result = PyDict::new(py);
    result.set_item("plies", played.plies)?;
    result.set_item("white", played.white)?;
    result.set_item("black", played.black)?;
    result.set_item("draws", played.draws)?;
    result.set_item("truncated", played.truncated)?;
    Ok(result)
}

/// Many games of one kind, stepped together.
#[pyclass(name = "VectorEnv", module = "spielraum")]
pub struct PyVectorEnv {
    playable: Arc<Playable>,
    batch: Batch,
    random: ChaCha8Rng,
    boards: Py<PyArray<u8, Ix5>>,
    features: Py<PyArray2<i16>>,
    mask: Py<PyArray2<bool>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
}

impl PyVectorEnv {
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

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let observation = PyDict::new(py);
        observation.set_item("board", &self.boards)?;
        observation.set_item("features", &self.features)?;
        observation.set_item("action_mask", &self.mask)?;
        Ok(observation)
    }

    fn index(&self, game: usize) -> PyResult<usize> {
        let games = self.batch.len();
        if game < games {
            Ok(game)
        } else {
            Err(PyIndexError::new_err(format!("games go from 0 to {}, not {game}", games - 1)))
        }
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
type Step<'py> = (Bound<'py, PyDict>, Py<PyArray1<f32>>, Py<PyArray1<bool>>, Py<PyArray1<bool>>, Bound<'py, PyDict>);

#[pymethods]
impl PyVectorEnv {
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=1, max_plies=1000))]
    fn new(py: Python<'_>, game: &PyGame, n: usize, seed: u64, threads: usize, max_plies: u32) -> PyResult<Self> {
        let playable = game.0.clone();
        let options = BatchOptions { games: n, threads, max_plies };
        let (actions, layout) = (playable.actions().clone(), playable.layout().clone());
        let batch = Batch::with(playable.game.rules(), actions, layout, options).map_err(refused)?;
        let [planes, levels, ranks, files] = batch.layout().board_shape();
        let (features, actions) = (batch.layout().features().len(), batch.actions().len());
        Ok(Self {
            boards: PyArray::zeros(py, [n, planes, levels, ranks, files], false).unbind(),
            features: PyArray2::zeros(py, [n, features], false).unbind(),
            mask: PyArray2::zeros(py, [n, actions], false).unbind(),
            rewards: PyArray1::zeros(py, n, false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            random: ChaCha8Rng::seed_from_u64(seed),
            playable,
            batch,
        })
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.playable.clone())
    }

    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        if let Some(seed) = seed {
            self.random = ChaCha8Rng::seed_from_u64(seed);
        }
        self.write(py, |batch, views| batch.reset(views))?;
        Ok((self.observation(py)?, PyDict::new(py)))
    }

    fn step<'py>(&mut self, py: Python<'py>, actions: PyArrayLike1<'py, i64, AllowTypeChange>) -> PyResult<Step<'py>> {
        let chosen = actions.as_slice()?;
        self.write(py, |batch, views| batch.step(chosen, views))?.map_err(|fault| match fault {
            StepError::NotBegun => PyRuntimeError::new_err(fault.to_string()),
            fault => PyValueError::new_err(fault.to_string()),
        })?;
        let results = (self.rewards.clone_ref(py), self.terminated.clone_ref(py), self.truncated.clone_ref(py));
        Ok((self.observation(py)?, results.0, results.1, results.2, self.info(py)?))
    }

    /// The games that the last step ended: number, winner or None, reason, plies.
    fn endings(&self) -> Vec<(usize, Option<&'static str>, &'static str, u32)> {
        let ended = (0..self.batch.len()).filter_map(|game| self.batch.ended(game).map(|ended| (game, ended)));
        ended
            .map(|(game, ended)| match &ended.ending {
                Ending::Over(outcome) => (game, outcome.winner.map(Color::name), outcome.reason.code(), ended.plies),
                Ending::Truncated => (game, None, "truncated", ended.plies),
            })
            .collect()
    }

    /// The position with which the last step ended a game.
    fn final_position(&self, game: usize) -> PyResult<Option<PyPosition>> {
        let ended = self.batch.ended(self.index(game)?);
        Ok(ended.map(|ended| PyPosition::with(&self.playable, ended.position.clone())))
    }

    fn legal_actions<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let mut offsets = vec![0];
        let mut legal = Vec::new();
        for game in 0..self.batch.len() {
            legal.extend(self.batch.legal_actions(game).iter().map(|&action| i64::from(action)));
            offsets.push(legal.len() as i64);
        }
        (PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, legal))
    }

    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut chosen = Vec::with_capacity(self.batch.len());
        for game in 0..self.batch.len() {
            let legal = self.batch.legal_actions(game);
            if legal.is_empty() {
                return Err(PyRuntimeError::new_err(StepError::NotBegun.to_string()));
            }
            chosen.push(i64::from(legal[self.random.random_range(0..legal.len())]));
        }
        Ok(PyArray1::from_vec(py, chosen))
    }

    fn position(&self, game: usize) -> PyResult<PyPosition> {
        Ok(PyPosition::with(&self.playable, self.batch.position(self.index(game)?).clone()))
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.VectorEnv of {} games of {}>", self.batch.len(), self.playable.game.id())
    }
}

impl PyVectorEnv {
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("endings", self.endings())?;
        Ok(info)
    }
}
