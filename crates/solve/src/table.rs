//! The transposition table: what is known of positions, without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position in battle play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The attacker succeeds in this many moves; 0: not known.
    pub(crate) proven: u16,
    /// The attacker does not succeed in this many moves.
    pub(crate) refuted: u16,
    /// The move that was best, as its place in the generated list and one more; 0: none.
    pub(crate) hint: u16,
}

/// A key for what holds for a position and a number, such as a length, and for no other.
pub(crate) fn key_with(hash: u64, number: u64) -> u64 {
    hash ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Known {
    fn to_bits(self) -> u64 {
        u64::from(self.proven) | u64::from(self.refuted) << 16 | u64::from(self.hint) << 32 | 1 << 63
    }

    fn from_bits(bits: u64) -> Self {
        Self { proven: bits as u16, refuted: (bits >> 16) as u16, hint: (bits >> 32) as u16 }
    }

    /// How much work it stands for.
    fn weight(self) -> u16 {
        self.refuted.max(self.proven)
    }
}

/// An entry: the key xored with the data, so that a torn write is no hit (Hyatt and Mann 2002), and the data.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A bucket is a deep entry and one that is always replaced.
const BUCKET: usize = 2;

/// A table shared by all threads.
pub(crate) struct Table {
    slots: Vec<Slot>,
    mask: usize,
}

impl Table {
    /// A table of at most this many bytes, and a bucket at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Slot>()).max(BUCKET);
        let buckets = 1 << (slots / BUCKET).ilog2();
        Self { slots: (0..buckets * BUCKET).map(|_| Slot::default()).collect(), mask: buckets - 1 }
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let at = (key as usize & self.mask) * BUCKET;
        &self.slots[at..at + BUCKET]
    }

    /// What is known of a position.
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key).then(|| Known::from_bits(data))
        })
    }

    /// Keeps what is known of a position.
    pub(crate) fn store(&self, key: u64, known: Known) {
        let bucket = self.bucket(key);
        let deep = &bucket[0];
        let data = deep.data.load(Ordering::Relaxed);
        let same = deep.check.load(Ordering::Relaxed) ^ data == key;
        let slot =
            if data == 0 || same || Known::from_bits(data).weight() <= known.weight() { deep } else { &bucket[1] };
        let bits = known.to_bits();
        slot.check.store(key ^ bits, Ordering::Relaxed);
        slot.data.store(bits, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1 << 12);
        let known = Known { proven: 3, refuted: 2, hint: 17 };
        table.store(12345, known);
        assert_eq!(table.probe(12345), Some(known));
        assert_eq!(table.probe(12346), None);
        let shallow = Known { proven: 0, refuted: 1, hint: 0 };
        let other = 12345 + (1 << 40);
        table.store(other, shallow);
        assert_eq!(table.probe(12345), Some(known), "the deep entry stays");
        assert_eq!(table.probe(other), Some(shallow));
    }
}
