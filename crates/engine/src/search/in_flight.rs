//! What other threads search now, so that each thread turns to something else first.

use spielraum_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Moves of shallower searches are over before another thread could look here.
const MIN_DEPTH: i32 = 1;

const SETS: usize = 1 << 12;
const WAYS: usize = 4;

/// The moves that are being searched, by position, move and depth. A thread that comes to a move that is among them
/// puts it off: when its other moves are done, the answer is likely to be in the transposition table (ABDADA,
/// Jean-Christophe Weill, 1996, in the simple form that Tom Kerrigan gave it). Threads that search the same move must
/// search it alike, or one's answers are no use to the other: so it is noted too by how much a move is reduced, and
/// which moves were found to be extended. Notes may be lost or overwritten, since they decide only who does what.
pub(crate) struct InFlight {
    /// Empty where there is only one thread.
    sets: Vec<[AtomicU64; WAYS]>,
    /// The moves of which it is known by how much they are extended; the latest of each set.
    extensions: Vec<AtomicU64>,
}

/// The low bits of a note, which are none of the key's: a number of plies.
const PLIES: u64 = 0xFF;

/// What is added to an extension, which may be negative.
const EXTENSION_OFFSET: i32 = 8;

impl InFlight {
    pub(crate) fn new(threads: usize) -> Self {
        let sets = if threads > 1 { SETS } else { 0 };
        Self {
            sets: (0..sets).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect(),
            extensions: (0..sets).map(|_| AtomicU64::new(0)).collect(),
        }
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
        // No key is 0, which stands for none.
        Some(((hash ^ mixed ^ mixed >> 32) | (PLIES + 1)) & !PLIES)
    }

    /// Whether some thread searches it, and by how many plies it is reduced then.
    pub(crate) fn reduction(&self, key: u64) -> Option<i32> {
        let note = |slot: &AtomicU64| Some(slot.load(Relaxed)).filter(|note| note & !PLIES == key);
        self.set(key).iter().find_map(note).map(|note| (note & PLIES) as i32)
    }

    /// Notes that this thread searches it, so much reduced.
    pub(crate) fn start(&self, key: u64, reduction: i32) {
        let set = self.set(key);
        let is = |wanted: u64| move |slot: &&AtomicU64| slot.load(Relaxed) & !PLIES == wanted;
        let slot = set.iter().find(is(key)).or_else(|| set.iter().find(is(0))).unwrap_or(&set[0]);
        slot.store(key | (reduction as u64 & PLIES), Relaxed);
    }

    /// Notes that this thread has done with it.
    pub(crate) fn end(&self, key: u64) {
        for slot in self.set(key) {
            if slot.load(Relaxed) & !PLIES == key {
                slot.store(0, Relaxed);
            }
        }
    }

    /// By how much some thread found that the move is to be extended.
    pub(crate) fn extension(&self, key: u64) -> Option<i32> {
        let note = self.extensions[(key >> 32) as usize % SETS].load(Relaxed);
        (note & !PLIES == key).then_some((note & PLIES) as i32 - EXTENSION_OFFSET)
    }

    /// Notes by how much a move is to be extended.
    pub(crate) fn extend(&self, key: u64, extension: i32) {
        self.extensions[(key >> 32) as usize % SETS]
            .store(key | ((extension + EXTENSION_OFFSET) as u64 & PLIES), Relaxed);
    }

    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.sets[(key >> 32) as usize % SETS]
    }
}
