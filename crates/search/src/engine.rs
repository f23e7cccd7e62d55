//! The engine of one game.

use crate::simple::Searcher;
use crate::{Best, Info, Limits, Stop, Weights, WeightsError};
use spielraum_rules::{Position, Rules};
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
    options: EngineOptions,
}

impl Engine {
    /// An engine for a game, with weights derived from its rules.
    pub fn new(rules: &Rules, options: EngineOptions) -> Result<Self, EngineError> {
        let mut engine = Self { rules: rules.clone(), weights: Weights::default_for(rules), options };
        engine.set_hash(options.hash_mb)?;
        engine.set_threads(options.threads)?;
        Ok(engine)
    }

    /// Changes the size of the transposition table, which is empty then. On an error nothing changes.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        if !(1..=MAX_HASH_MB).contains(&megabytes) {
            return Err(EngineError::HashSize(megabytes));
        }
        self.options.hash_mb = megabytes;
        Ok(())
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(EngineError::Threads(threads));
        }
        self.options.threads = threads;
        Ok(())
    }

    /// Changes what positions are worth; the weights must be for this engine's game.
    pub fn set_weights(&mut self, weights: Weights) -> Result<(), WeightsError> {
        weights.check(&self.rules)?;
        self.weights = weights;
        Ok(())
    }

    /// Forgets everything found so far, as before a new game.
    pub fn clear(&mut self) {}

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
    /// `observer` each time it knows more.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn FnMut(&Info),
    ) -> Best {
        Searcher::new(position, &self.weights, limits, stop).run(observer)
    }
}
