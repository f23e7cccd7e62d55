//! Networks and the positions that they learn from, as arrays, for `spielraum.nnue`.

use crate::errors::LearningError;
use crate::learning::{fault, read_network};
use crate::playable::PyGame;
use crate::position::PyPosition;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use spielraum_endgames::board_symmetries;
use spielraum_learn::{LearnError, Packing, Sample, Shard};
use spielraum_nnue::{Network, NetworkError, Parts};
use spielraum_rules::Color;
use std::path::PathBuf;

/// Positions as networks see them, one after the other.
#[derive(Default)]
struct Columns {
    games: Vec<i64>,
    scores: Vec<i16>,
    results: Vec<f32>,
    black: Vec<bool>,
    pieces: Vec<i32>,
    offsets: Vec<i64>,
    /// The inputs as the side to move sees them, then as the other does.
    seen: [Vec<i32>; 2],
    counts: Vec<i16>,
}

impl Columns {
    fn new() -> Self {
        Self { offsets: vec![0], ..Self::default() }
    }

    fn push(&mut self, game: u64, sample: &Sample) {
        self.games.push(game as i64);
        self.scores.push(sample.score);
        self.results.push(f32::from(sample.half_points) / 2.0);
        self.black.push(sample.side == 1);
        self.pieces.push(sample.pieces as i32);
        for &(inputs, count) in &sample.inputs {
            let own = usize::from(sample.side);
            self.seen[0].push(inputs[own] as i32);
            self.seen[1].push(inputs[1 - own] as i32);
            self.counts.push(count);
        }
        self.offsets.push(self.counts.len() as i64);
    }

    fn arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let arrays = PyDict::new(py);
        let [own, other] = self.seen;
        arrays.set_item("games", PyArray1::from_vec(py, self.games))?;
        arrays.set_item("scores", PyArray1::from_vec(py, self.scores))?;
        arrays.set_item("results", PyArray1::from_vec(py, self.results))?;
        arrays.set_item("black", PyArray1::from_vec(py, self.black))?;
        arrays.set_item("pieces", PyArray1::from_vec(py, self.pieces))?;
        arrays.set_item("offsets", PyArray1::from_vec(py, self.offsets))?;
        arrays.set_item("own", PyArray1::from_vec(py, own))?;
        arrays.set_item("other", PyArray1::from_vec(py, other))?;
        arrays.set_item("counts", PyArray1::from_vec(py, self.counts))?;
        Ok(arrays)
    }
}

/// The positions of a shard as arrays, and whether positions nearby are among them.
#[pyfunction]
pub fn nnue_shard<'py>(py: Python<'py>, game: &PyGame, path: PathBuf) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let rules = game.0.game.rules();
    let read = py.detach(|| {
        let packing = Packing::new(rules)?;
        let (mut columns, mut sample, mut is_whole) = (Columns::new(), Sample::default(), true);
        let header = Shard::read(&path, rules, |number, mut packed| {
            while !packed.is_empty() && is_whole {
                match packing.unpack(&mut packed, &mut sample) {
                    Some(_) => columns.push(number, &sample),
                    None => is_whole = false,
                }
            }
        })?;
        if is_whole { Ok((columns, header.nearby > 0)) } else { Err(LearnError::no_position(&path)) }
    });
    let (columns, nearby) = read.map_err(fault)?;
    Ok((columns.arrays(py)?, nearby))
}

/// Positions as arrays, with scores and results of 0.
#[pyfunction]
pub fn nnue_positions<'py>(py: Python<'py>, game: &PyGame, positions: Vec<PyPosition>) -> PyResult<Bound<'py, PyDict>> {
    if positions.iter().any(|position| !game.0.is_same(&position.playable)) {
        return Err(PyValueError::new_err("a position is another game's than the network's"));
    }
    let packing = Packing::new(game.0.game.rules()).map_err(fault)?;
    let (mut columns, mut sample, mut packed) = (Columns::new(), Sample::default(), Vec::new());
    for (number, position) in (0..).zip(&positions) {
        packed.clear();
        packing.pack(&position.position, 0, 0, &mut packed);
        if packing.unpack(&mut &packed[..], &mut sample).is_some() {
            columns.push(number, &sample);
        }
    }
    columns.arrays(py)
}

/// What each input of a game's networks is about: its plane, whether that is the enemy's, and the cell as White numbers it
/// (-1: none); and for each symmetry of the board what becomes of each input, the identity first.
#[pyfunction]
pub fn nnue_inputs<'py>(py: Python<'py>, game: &PyGame) -> PyResult<Bound<'py, PyDict>> {
    let rules = game.0.game.rules();
    let packing = Packing::new(rules).map_err(fault)?;
    let inputs = packing.inputs();
    let on_board = 2 * inputs.types() * inputs.cells();
    let cell = |input: usize| if input < on_board { (input % inputs.cells()) as i32 } else { -1 };
    let described = PyDict::new(py);
    let all = 0..inputs.len();
    described.set_item("plane", PyArray1::from_iter(py, all.clone().map(|input| inputs.plane(input) as i32)))?;
    described
        .set_item("enemy", PyArray1::from_iter(py, all.clone().map(|input| inputs.is_enemy(inputs.plane(input)))))?;
    described.set_item("cell", PyArray1::from_iter(py, all.clone().map(cell)))?;
    let pieces: u32 = Color::BOTH.iter().map(|&color| rules.start().count_all(color)).sum();
    described.set_item("pieces", pieces.max(1))?;
    let images = board_symmetries(rules).into_iter().map(|cells| {
        let image = |input: usize| match input {
            input if input < on_board => {
                (input - input % inputs.cells() + usize::from(cells[input % inputs.cells()])) as i32
            }
            input => input as i32,
        };
        PyArray1::from_iter(py, all.clone().map(image))
    });
    described.set_item("images", images.collect::<Vec<_>>())?;
    Ok(described)
}

/// The weights of a network's file as arrays, and how it was learned.
#[pyfunction]
pub fn nnue_read<'py>(py: Python<'py>, game: &PyGame, bytes: &[u8]) -> PyResult<(Bound<'py, PyDict>, String)> {
    let network = read_network(&game.0.game, bytes)?;
    if !network.own().is_empty() {
        return Err(LearningError::new_err(
            "several armies share the network, and spielraum.nnue knows networks of one army only",
        ));
    }
    let Parts { hidden, pieces, rows, values, biases, outputs, output_biases } = network.parts().clone();
    let arrays = PyDict::new(py);
    arrays.set_item("pieces", pieces)?;
    arrays.set_item("rows", PyArray1::from_vec(py, rows).reshape([values.len(), hidden])?)?;
    arrays.set_item("values", PyArray1::from_vec(py, values))?;
    arrays.set_item("biases", PyArray1::from_vec(py, biases))?;
    arrays.set_item("outputs", PyArray1::from_vec(py, outputs).reshape([output_biases.len(), 2 * hidden])?)?;
    arrays.set_item("output_biases", PyArray1::from_vec(py, output_biases))?;
    Ok((arrays, network.record().to_owned()))
}

/// The content of the file of a network with these weights.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "only the package calls it")]
pub fn nnue_write<'py>(
    py: Python<'py>,
    game: &PyGame,
    pieces: u16,
    rows: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    biases: &Bound<'py, PyAny>,
    outputs: &Bound<'py, PyAny>,
    output_biases: &Bound<'py, PyAny>,
    record: String,
) -> PyResult<Bound<'py, PyBytes>> {
    let biases = flat(biases)?;
    let parts = Parts {
        hidden: biases.len(),
        pieces,
        rows: flat(rows)?,
        values: flat(values)?,
        biases,
        outputs: flat(outputs)?,
        output_biases: flat(output_biases)?,
    };
    let written = py.detach(|| Network::new(game.0.game.rules(), parts, record)?.write());
    let bytes = written.map_err(|error: NetworkError| LearningError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

/// The numbers of an array that `spielraum.nnue` has made one-dimensional and of the right type.
fn flat<T: Element + Copy>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let array = array.cast::<PyArray1<T>>()?;
    let read = array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(read.as_array().to_vec())
}
