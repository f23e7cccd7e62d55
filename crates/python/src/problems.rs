//! Problems: what the solver finds, as `spielraum solve --json` prints it.

use crate::errors::check_memory;
use crate::interrupt::interruptible;
use crate::playable::PyGame;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use spielraum_queries::solve::solved_with_text;
use spielraum_solve::{Checkpoint, FirstMove, Limits, Options, Problem, Stipulation, Watch};
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many lines of variations a key has at most.
const MOST_VARIATIONS: usize = 1_000;

/// The most megabytes of a transposition table.
const MAX_MEMORY_MB: usize = 1 << 20;

/// Solves a problem: `solve(game, "#2", fen)`, with any stipulation of docs/problems.md. Ctrl-C ends it.
///
/// Returns the object that `spielraum solve --json` prints: `first_moves`, `solutions` (keys with variations, or lines of `moves`),
/// `complete` (True, or a sentence that says why not), `set_play`, `tries`, `duplex`, `nodes`, `seconds`, and `text`, all of it as
/// journals print it. `to` is the diagram to be reached, `tries` the most refutations of a try, `time` in seconds. Raises ValueError
/// for what can't be solved.
#[pyfunction]
#[pyo3(signature = (
    game, stipulation, fen=None, *, to=None, set_play=false, tries=0, variations=true, duplex=false, max_solutions=10_000, threads=1,
    time=None, nodes=None, memory_mb=256
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    game: &PyGame,
    stipulation: &str,
    fen: Option<&str>,
    to: Option<&str>,
    set_play: bool,
    tries: u16,
    variations: bool,
    duplex: bool,
    max_solutions: usize,
    threads: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    memory_mb: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let refused = |fault: &dyn std::fmt::Display| PyValueError::new_err(fault.to_string());
    let rules = game.0.game.rules();
    if !(1..=MAX_MEMORY_MB).contains(&memory_mb) {
        return Err(PyValueError::new_err(format!("memory_mb is from 1 to {MAX_MEMORY_MB}, not {memory_mb}")));
    }
    check_memory(memory_mb << 20)?;
    let options = Options {
        set_play,
        refutations: tries,
        variations: if variations { MOST_VARIATIONS } else { 0 },
        duplex,
        max_solutions,
        threads: threads.clamp(1, 1024),
        memory: memory_mb << 20,
        ..Options::default()
    };
    let time = time.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds).ok();
        time.ok_or_else(|| PyValueError::new_err(format!("a time is a number of seconds from 0, not {seconds}")))
    });
    let limits = Limits { time: time.transpose()?, nodes };
    let stipulation = Stipulation::parse(stipulation, rules.board()).map_err(|fault| refused(&fault))?;
    let start = rules.spec().start_fen();
    let problem =
        Problem::new(rules, fen.unwrap_or(&start), to, stipulation, options).map_err(|fault| refused(&fault))?;
    for left_out in &problem.left_out {
        let text = CString::new(left_out.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    let called_off = Arc::new(AtomicBool::new(false));
    let asked = called_off.clone();
    let watch = Watch::while_wanted(limits, Box::new(move || !asked.load(Ordering::Relaxed)));
    let work = || {
        let nothing = |_, _: &FirstMove| ();
        let report = spielraum_solve::solve(&problem, &watch, &mut Checkpoint::default(), &nothing);
        serde_json::to_string(&solved_with_text(game.0.game.id(), &problem, &report))
    };
    let text = interruptible(py, || called_off.store(true, Ordering::Relaxed), work)?;
    let text = text.map_err(|fault| refused(&fault))?;
    py.import("json")?.call_method1("loads", (text,))
}
