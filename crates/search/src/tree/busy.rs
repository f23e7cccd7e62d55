//! What other threads search now, so that each thread turns to something else first.

use spielraum_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Moves of shallower searches are over before another thread could look here.
pub(crate) const MIN_DEPTH: i32 = 3;

const SETS: usize = 1 << 12;
const WAYS: usize = 4;

/// The moves that are being searched, by position, move and depth. A thread that comes to a move that is among them
/// puts it off: when its other moves are done, the answer is likely to be in the transposition table (ABDADA,
/// Jean-Christophe Weill, 1996, in the simple form that Tom Kerrigan gave it). What is noted here decides only the
/// order of moves, so that notes may be lost or overwritten.
pub(crate) struct Busy {
    /// Empty where there is only one thread.
    sets: Vec<[AtomicU64; WAYS]>,
}

impl Busy {
    pub(crate) fn new(threads: usize) -> Self {
        let sets = if threads > 1 { SETS } else { 0 };
        Self { sets: (0..sets).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect() }
    }

    /// Whether there is anybody else.
    pub(crate) fn has_helpers(&self) -> bool {
        !self.sets.is_empty()
    }

    /// What stands for a move of the position with this hash; `None`: nobody else need know.
    pub(crate) fn key(&self, hash: u64, m: Move, depth: i32) -> Option<u64> {
        if !self.has_helpers() || depth < MIN_DEPTH {
            return None;
        }
        let mixed = m.to_bits().wrapping_add(depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Some((hash ^ mixed ^ mixed >> 32) | 1)
    }

    /// Whether some thread searches it.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.set(key).iter().any(|slot| slot.load(Relaxed) == key)
    }

    /// Notes that this thread searches it.
    pub(crate) fn start(&self, key: u64) {
        let set = self.set(key);
        let free = set.iter().find(|slot| slot.load(Relaxed) == 0).unwrap_or(&set[0]);
        free.store(key, Relaxed);
    }

    /// Notes that this thread has done with it.
    pub(crate) fn end(&self, key: u64) {
        for slot in self.set(key) {
            if slot.load(Relaxed) == key {
                slot.store(0, Relaxed);
            }
        }
    }

    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.sets[(key >> 32) as usize % SETS]
    }
}
