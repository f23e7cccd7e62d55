//! Tree search of many positions at once, led by a function of Python.

use crate::errors::check_memory;
use crate::playable::PyGame;
use crate::position::PyPosition;
use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielraum_batch::{Noise, Round, TreeOptions, TreeSearch, Tried};

/// Monte Carlo tree search of many positions at once, led by a network as AlphaZero's is (PUCT).
///
/// `evaluate` is called with observations as `VectorEnv` gives them, `board`, `features` and `action_mask`, of as many positions as
/// are to be evaluated together, and returns two arrays: the logits of all actions, `[n, actions]`, of which those of legal ones count,
/// and the values for the side to move, `[n]`, from -1 to 1.
///
/// `visits` is how often each position is searched from, `leaves` how many positions of one tree are evaluated together at most: until
/// their values are there they count as `virtual_loss` lost games. `exploration` is how much priors count against results.
/// `noise=(alpha, share)` mixes the priors of the positions searched with a Dirichlet distribution, which depends on `seed` alone.
/// `threads` walk through the trees; what is found does not depend on them.
#[pyclass(name = "TreeSearch", module = "spielraum", frozen)]
pub struct PyTreeSearch {
    game: PyGame,
    evaluate: Py<PyAny>,
    options: TreeOptions,
}

#[pymethods]
impl PyTreeSearch {
    #[new]
    #[pyo3(signature = (
        game, evaluate, *, visits=400, leaves=8, exploration=1.5, virtual_loss=1.0, noise=None, seed=0, threads=1
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        game: &PyGame,
        evaluate: Bound<'_, PyAny>,
        visits: u32,
        leaves: usize,
        exploration: f32,
        virtual_loss: f32,
        noise: Option<(f32, f32)>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        if !evaluate.is_callable() {
            return Err(PyTypeError::new_err("positions are evaluated by a function"));
        }
        let noise = noise.map(|(alpha, share)| Noise { alpha, share });
        let options = TreeOptions { visits, leaves, exploration, virtual_loss, noise, seed, threads };
        let search = Self { game: PyGame(game.0.clone()), evaluate: evaluate.unbind(), options };
        search.begin(Vec::new(), 0)?;
        Ok(search)
    }

    /// Searches from positions, of which the moves made on them count for repetition.
    ///
    /// Returns ragged lists as `VectorEnv.legal_actions` does: position `i` has the entries from `offsets[i]` to `offsets[i + 1]` of
    /// `actions`, `visits`, `values` (for the side that acts, 0 for actions that were not tried) and `priors`; and `root_values`, what
    /// each position is worth to the side that acts. A position in which the game is over has no entries. `seed` is that of the noise,
    /// instead of the search's own.
    #[pyo3(signature = (positions, *, seed=None))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyPosition>,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if positions.iter().any(|position| !self.game.0.is_same(&position.playable)) {
            return Err(PyValueError::new_err("a position is another game's than the search's"));
        }
        let mut search = self.begin(positions, seed.unwrap_or(self.options.seed))?;
        loop {
            py.check_signals()?;
            let round = py.detach(|| search.round());
            if round.leaves == 0 {
                return self.found(py, &search);
            }
            let (logits, values) = self.evaluated(py, round)?;
            let entered = py.detach(|| search.evaluated(&logits, &values));
            entered.map_err(|fault| PyValueError::new_err(fault.to_string()))?;
        }
    }

    fn __repr__(&self) -> String {
        format!("<spielraum.TreeSearch of {} visits for {}>", self.options.visits, self.game.0.game.id())
    }
}

impl PyTreeSearch {
    fn begin(&self, positions: Vec<PyPosition>, seed: u64) -> PyResult<TreeSearch> {
        let (actions, layout) = (self.game.0.actions(), self.game.0.layout());
        let shown = layout.board_len() + 2 * layout.features().len() + 5 * actions.len();
        check_memory(
            positions.len().saturating_mul(self.options.leaves).saturating_mul(shown).min(isize::MAX as usize),
        )?;
        let positions = positions.into_iter().map(|position| (position.position, position.pending));
        let options = TreeOptions { seed, ..self.options };
        let search = TreeSearch::new(positions, actions.clone(), layout.clone(), options);
        search.map_err(|fault| PyValueError::new_err(fault.to_string()))
    }

    /// What the function says of the positions of a round.
    fn evaluated(&self, py: Python<'_>, round: Round) -> PyResult<(Vec<f32>, Vec<f32>)> {
        let (layout, actions, n) = (self.game.0.layout(), self.game.0.actions().len(), round.leaves);
        let [planes, levels, ranks, files] = layout.board_shape();
        let shown = PyDict::new(py);
        let boards = PyArray1::from_vec(py, round.boards);
        shown.set_item("board", boards.reshape([n, planes, levels, ranks, files])?)?;
        shown.set_item("features", PyArray1::from_vec(py, round.features).reshape([n, layout.features().len()])?)?;
        shown.set_item("action_mask", PyArray1::from_vec(py, round.mask).reshape([n, actions])?)?;
        let told = self.evaluate.bind(py).call1((shown,))?;
        let (logits, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            told.extract().map_err(|_| PyTypeError::new_err("an evaluation is two arrays: logits and values"))?;
        Ok((numbers(&logits, "logits", &[n, actions])?, numbers(&values, "values", &[n])?))
    }

    fn found<'py>(&self, py: Python<'py>, search: &TreeSearch) -> PyResult<Bound<'py, PyDict>> {
        let (mut offsets, mut tried): (Vec<i64>, Vec<Tried>) = (vec![0], Vec::new());
        for position in 0..search.len() {
            tried.extend(search.tried(position));
            offsets.push(tried.len() as i64);
        }
        let found = PyDict::new(py);
        found.set_item("offsets", PyArray1::from_vec(py, offsets))?;
        found.set_item("actions", PyArray1::from_iter(py, tried.iter().map(|tried| i64::from(tried.action))))?;
        found.set_item("visits", PyArray1::from_iter(py, tried.iter().map(|tried| i64::from(tried.visits))))?;
        found.set_item("values", PyArray1::from_iter(py, tried.iter().map(|tried| tried.value)))?;
        found.set_item("priors", PyArray1::from_iter(py, tried.iter().map(|tried| tried.prior)))?;
        found.set_item(
            "root_values",
            PyArray1::from_iter(py, (0..search.len()).map(|position| search.value(position))),
        )?;
        Ok(found)
    }
}

/// Real numbers of whatever type, in an array of this shape.
fn numbers(given: &Bound<'_, PyAny>, what: &str, shape: &[usize]) -> PyResult<Vec<f32>> {
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if !matches!(untyped.dtype().kind(), b'f' | b'i' | b'u' | b'V') {
        return Err(PyTypeError::new_err(format!("{what} are real numbers, not {}", untyped.dtype())));
    }
    if untyped.shape() != shape {
        let message = format!("{what} are an array of the shape {shape:?}, not {:?}", untyped.shape());
        return Err(PyValueError::new_err(message));
    }
    let flat = array.call_method1("astype", ("float32",))?.call_method0("ravel")?;
    Ok(flat.cast::<PyArray1<f32>>()?.try_readonly()?.as_array().to_vec())
}
