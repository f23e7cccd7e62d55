//! How a running search is asked to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that ends a search; its clones are one token. Use a new one for each search.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flags: Arc<Flags>,
    /// Those of a token that ends this search, too.
    of_all: Option<Arc<Flags>>,
}

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

    /// A token for a part of the search that this one ends: either ends the part.
    #[must_use]
    pub fn for_part(&self) -> Self {
        Self { flags: Arc::default(), of_all: Some(self.flags.clone()) }
    }

    /// Ends the search; it answers with the best move found so far.
    ///
    /// ```
    /// use spielraum_engine::Stop;
    /// let stop = Stop::new();
    /// let token = stop.clone();
    /// token.stop();
    /// assert!(stop.is_stopped());
    /// ```
    pub fn stop(&self) {
        self.flags.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_stopped(&self) -> bool {
        let is_set = |flags: &Arc<Flags>| flags.stopped.load(Ordering::Relaxed);
        is_set(&self.flags) || self.of_all.as_ref().is_some_and(is_set)
    }

    /// Informs a pondering search that the expected move was made: from now on its time counts.
    pub fn ponder_hit(&self) {
        self.flags.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether the expected move was made.
    pub fn is_ponder_hit(&self) -> bool {
        self.flags.ponder_hit.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_alone_or_with_the_whole() {
        let whole = Stop::new();
        let (first, second) = (whole.for_part(), whole.for_part());
        first.stop();
        assert!(first.is_stopped() && !second.is_stopped() && !whole.is_stopped());
        whole.stop();
        assert!(second.is_stopped());
    }
}
