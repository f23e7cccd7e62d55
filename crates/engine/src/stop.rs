//! How a running search is told to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that ends a search; its clones are one token. Use a new one for each search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Stop {
    /// A token that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search; it answers with the best move found so far.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Tells a pondering search that the expected move was made: from now on its time counts.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether the expected move was made.
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }
}
