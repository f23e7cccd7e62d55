//! What an engine may use of the machine.

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
#[non_exhaustive]
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
