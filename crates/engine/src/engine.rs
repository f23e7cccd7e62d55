//! The engine of one game.

use crate::clock::Timer;
use crate::eval::Evaluator;
use crate::history::History;
use crate::level::{Noise, Plan, liking};
use crate::table::Table;
use crate::tree::{Busy, Forcing, RootMove, Shared, Worker};
use crate::{Best, Info, Limits, Line, Score, Stop, Weights, WeightsError};
use spielraum_rules::{Position, Rules};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use thiserror::Error;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The size of the transposition table in megabytes, from 1.
    pub hash_mb: usize,
    /// The number of threads, from 1.
    pub threads: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { hash_mb: 16, threads: 1 }
    }
}

/// Why an engine can't be as asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineError {
    /// The table does not fit in memory.
    #[error("there is not enough memory for a hash table of {0} MB; ask for a smaller one")]
    Memory(usize),
    /// The table has no size, or one beyond all machines.
    #[error("a hash table has 1 to {MAX_HASH_MB} MB, not {0}")]
    HashSize(usize),
    /// No thread, or too many.
    #[error("a search uses 1 to {MAX_THREADS} threads, not {0}")]
    Threads(usize),
}

/// The largest transposition table in megabytes.
pub const MAX_HASH_MB: usize = 1 << 20;

/// The largest number of threads.
pub const MAX_THREADS: usize = 256;

/// The engine of one game: it remembers from search to search what it found.
pub struct Engine {
    rules: Rules,
    weights: Weights,
    evaluator: Evaluator,
    options: EngineOptions,
    table: Table,
    /// What has been learned about moves.
    history: History,
    /// What the first thread knows of wins by forcing moves.
    forcing: Forcing,
    /// How positions were misjudged by the last search; other judgements make the table worthless.
    noise: Noise,
}

impl Engine {
    /// An engine for a game, with weights derived from its rules.
    pub fn new(rules: &Rules, options: EngineOptions) -> Result<Self, EngineError> {
        check_threads(options.threads)?;
        Ok(Self::with_table(rules, options, new_table(options.hash_mb)?))
    }

    /// An engine for another game, as new, which takes over the memory and the options of this one: there may not be
    /// room for two tables.
    pub fn for_game(self, rules: &Rules) -> Self {
        let Self { options, mut table, .. } = self;
        table.clear();
        Self::with_table(rules, options, table)
    }

    fn with_table(rules: &Rules, options: EngineOptions, table: Table) -> Self {
        let weights = Weights::default_for(rules);
        Self {
            rules: rules.clone(),
            evaluator: Evaluator::new(rules, &weights),
            weights,
            options,
            table,
            history: History::new(rules),
            forcing: Forcing::new(rules),
            noise: Noise::default(),
        }
    }

    /// Changes the size of the transposition table, which is empty then. On an error nothing changes.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.table = new_table(megabytes)?;
        self.options.hash_mb = megabytes;
        Ok(())
    }

    /// Changes the number of threads. On an error nothing changes.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        check_threads(threads)?;
        self.options.threads = threads;
        Ok(())
    }

    /// Changes what positions are worth; the weights must be for this engine's game.
    pub fn set_weights(&mut self, weights: Weights) -> Result<(), WeightsError> {
        weights.check(&self.rules)?;
        self.evaluator = Evaluator::new(&self.rules, &weights);
        self.weights = weights;
        self.clear();
        Ok(())
    }

    /// Forgets everything found so far, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.forcing.clear();
    }

    /// The rules of the engine's game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What positions are worth to it.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What it may use.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Thinks about a position, with regard to the moves made on it, and answers with the best move found. It tells
    /// `observer` each time it knows more. With one thread, and depth or nodes as the limit, the answer depends on
    /// nothing but what the engine was asked since it was made or cleared.
    ///
    /// # Panics
    ///
    /// If the position is another game's.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn FnMut(&Info),
    ) -> Best {
        let timer = Timer::new(limits, position.side_to_move());
        let plan = limits.level.and_then(|level| level.plan());
        let limits = &with_plan(limits, plan);
        let root_moves = root_moves(position, limits, plan);
        if root_moves.is_empty() {
            wait(&timer, stop);
            return Best { time: timer.elapsed(), ..Best::default() };
        }
        let noise = Noise::new(plan.map_or(0, |plan| plan.misjudgement), limits.seed);
        if noise != self.noise {
            self.noise = noise;
            self.clear();
        }
        self.table.grow_old();
        self.history.fade();
        let threads = if plan.is_some() { 1 } else { self.options.threads };
        let shared = Shared {
            busy: Busy::new(threads),
            table: &self.table,
            evaluator: &self.evaluator,
            history: &self.history,
            limits,
            stop,
            timer,
            halt: AtomicBool::new(false),
            task: Mutex::default(),
            task_number: AtomicU32::new(0),
            helpers_nodes: AtomicU64::new(0),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            noise,
        };
        // Who is asked to be weak does not look for wins beyond the horizon.
        let forcing = plan.is_none().then_some(&mut self.forcing);
        run(&shared, position, threads - 1, forcing, root_moves, observer)
    }
}

fn check_threads(threads: usize) -> Result<(), EngineError> {
    if (1..=MAX_THREADS).contains(&threads) { Ok(()) } else { Err(EngineError::Threads(threads)) }
}

fn new_table(megabytes: usize) -> Result<Table, EngineError> {
    if !(1..=MAX_HASH_MB).contains(&megabytes) {
        return Err(EngineError::HashSize(megabytes));
    }
    Table::new(megabytes)
}

/// The limits with those of a level, which lower only what is not lower already.
fn with_plan(limits: &Limits, plan: Option<Plan>) -> Limits {
    let mut limits = limits.clone();
    let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
    if let Some(plan) = plan {
        limits.depth = Some(limits.depth.map_or(plan.depth, |depth| depth.min(plan.depth)));
        limits.nodes = Some(limits.nodes.map_or(plan.nodes, |asked| asked.min(plan.nodes)));
        limits.time = Some(limits.time.map_or(STRONGEST_TIME, |time| time.min(STRONGEST_TIME)));
    } else if limits.level.is_some() && unlimited && limits.clock.is_none() && !limits.infinite && !limits.ponder {
        limits.time = Some(STRONGEST_TIME);
    }
    limits
}

/// The levels' time for a move, the strongest's when nothing else limits it.
const STRONGEST_TIME: Duration = Duration::from_millis(500);

/// The moves to choose from.
fn root_moves(position: &Position, limits: &Limits, plan: Option<Plan>) -> Vec<RootMove> {
    let wanted = |m: &spielraum_rules::Move| limits.moves.is_empty() || limits.moves.contains(m);
    let liked = |m| plan.map_or(0, |plan| liking(position, m, plan.temperature, limits.seed));
    let legal = position.clone().legal_moves();
    legal.into_iter().filter(wanted).map(|m| RootMove::new(m, liked(m))).collect()
}

/// Lets all threads search, and gives the first one's answer.
fn run(
    shared: &Shared<'_>,
    position: &Position,
    helpers: usize,
    forcing: Option<&mut Forcing>,
    root_moves: Vec<RootMove>,
    observer: &mut dyn FnMut(&Info),
) -> Best {
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            let help = || Worker::new(shared, position, Vec::new(), false, None).help();
            // Where the system has no more threads to give, those that are there must do.
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let mut worker = Worker::new(shared, position, root_moves, true, forcing);
        let depth = worker.deepen(shared.limits.multi_pv, observer);
        wait(&shared.timer, shared.stop);
        shared.halt.store(true, Relaxed);
        answer(&worker, depth)
    })
}

/// Waits for the end of a search that may not end by itself.
fn wait(timer: &Timer, stop: &Stop) {
    while timer.must_wait(stop) && !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn answer(worker: &Worker<'_>, depth: u32) -> Best {
    let shared = worker.shared;
    let line = |root: &RootMove| Line { score: Score(root.last), moves: root.pv.clone() };
    let known = worker.root_moves.iter().filter(|root| root.last > -crate::score::INFINITE);
    let lines: Vec<Line> = known.take(shared.limits.multi_pv.max(1)).map(line).collect();
    let best = worker.root_moves.first().map(|root| root.m);
    Best {
        best,
        ponder: lines.first().and_then(|line| line.moves.get(1).copied()),
        lines,
        nodes: worker.all_nodes(),
        depth,
        time: shared.timer.elapsed(),
    }
}
