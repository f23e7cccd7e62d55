//! What all threads of a search share.

use super::game::Game;
use super::in_flight::InFlight;
use super::probe::{AtRoot, Probe};
use super::root_moves::RootMove;
use crate::history::History;
use crate::level::EvalNoise;
use crate::params::Tunable;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::{Limits, Stop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) game: &'a Game,
    pub(crate) params: &'a Tunable,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) history: &'a History,
    pub(crate) in_flight: InFlight,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) time: TimeManager,
    pub(crate) max_nodes: u64,
    pub(crate) noise: EvalNoise,
    pub(crate) tables: Option<Probe<'a>>,
    /// What they say of the root.
    pub(crate) at_root: AtRoot,
    /// Set when all threads must end.
    pub(crate) halt: AtomicBool,
    /// Nodes searched by threads other than the main one.
    pub(crate) helpers_nodes: AtomicU64,
    /// What the main thread searches now, for the others to help with.
    task: Mutex<Task>,
    /// The number of that task, from 1; 0 before there is any.
    task_number: AtomicU32,
}

/// A search of the root moves.
#[derive(Clone, Default)]
pub(crate) struct Task {
    pub(crate) number: u32,
    /// The depth of the iteration.
    pub(crate) iteration: u32,
    /// The depth of this search, which is less after failing high.
    pub(crate) depth: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// The moves, in the order in which they are searched, from number `line` on.
    pub(crate) moves: Vec<RootMove>,
    pub(crate) line: usize,
}

/// What a search may use of its engine, and what it is asked for.
pub(crate) struct Given<'a> {
    pub(crate) game: &'a Game,
    pub(crate) params: &'a Tunable,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) history: &'a History,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) time: TimeManager,
    pub(crate) noise: EvalNoise,
    pub(crate) tables: Option<Probe<'a>>,
    pub(crate) at_root: AtRoot,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(given: Given<'a>, threads: usize) -> Self {
        let Given { game, params, tt, history, limits, stop, time, noise, tables, at_root } = given;
        Self {
            game,
            params,
            tt,
            history,
            in_flight: InFlight::new(threads),
            limits,
            stop,
            time,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            noise,
            tables,
            at_root,
            halt: AtomicBool::new(false),
            helpers_nodes: AtomicU64::new(0),
            task: Mutex::default(),
            task_number: AtomicU32::new(0),
        }
    }

    /// How many positions were found in endgame tables.
    pub(super) fn table_hits(&self) -> u64 {
        self.tables.as_ref().map_or(0, Probe::hits)
    }

    /// The number of the task that the main thread has announced last.
    pub(super) fn task_number(&self) -> u32 {
        self.task_number.load(Relaxed)
    }

    /// The task that the main thread has announced last, if it is not the one of this number.
    pub(super) fn new_task(&self, known: u32) -> Option<Task> {
        if self.task_number() == known {
            return None;
        }
        self.task.lock().ok().map(|task| task.clone())
    }

    /// Announces what the main thread searches now; the task's number is the next one.
    pub(super) fn announce(&self, iteration: u32, depth: i32, window: (i32, i32), moves: &[RootMove], line: usize) {
        if !self.in_flight.has_helpers() {
            return;
        }
        if let Ok(mut task) = self.task.lock() {
            task.number += 1;
            (task.iteration, task.depth) = (iteration, depth);
            ((task.alpha, task.beta), task.line) = (window, line);
            task.moves.clear();
            task.moves.extend_from_slice(moves);
            self.task_number.store(task.number, Relaxed);
        }
    }
}
