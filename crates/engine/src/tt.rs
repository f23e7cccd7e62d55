//! The transposition table: what is known about positions, shared by all threads without locks.

use crate::memory;
use crate::score::WIN_BOUND;
use crate::{Bound, EngineError};
use spielraum_rules::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position is or was on a principal variation.
    pub(crate) was_pv: bool,
}

impl Entry {
    /// Whether the score decides a node with this window.
    #[inline(always)]
    pub(crate) fn cuts(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Two words an entry. The first is the move's 40 low bits, the depth, the bound, whether the position is or was on a
/// principal variation, the generation and eight bits of the hash, all mixed with the second and the hash; the second is
/// score, evaluation and 32 bits of the hash. A torn or foreign entry comes out with other check bits (after Robert Hyatt
/// and Tim Mann's lockless hashing, 2002).
const ENTRIES: usize = 4;

#[repr(align(64))]
struct Bucket([AtomicU64; 2 * ENTRIES]);

/// The table.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

const MOVE_BITS: u32 = 40;
const GENERATIONS: u8 = 32;
const DEPTH_OFFSET: i32 = 8;

impl TranspositionTable {
    pub(crate) fn new(megabytes: usize) -> Result<Self, EngineError> {
        let refused = || EngineError::Memory(megabytes);
        // Memory that is promised but not there would end the program when it is written to.
        if memory::available().is_some_and(|available| megabytes as u64 > available >> 20) {
            return Err(refused());
        }
        let count = (megabytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| refused())?;
        buckets.resize_with(count, || Bucket(std::array::from_fn(|_| AtomicU64::new(0))));
        Ok(Self { buckets, generation: AtomicU8::new(1) })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for word in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *word.get_mut() = 0;
        }
        *self.generation.get_mut() = 1;
    }

    /// Makes all entries older by one search.
    pub(crate) fn new_search(&self) {
        let next = self.generation.load(Relaxed) % (GENERATIONS - 1) + 1;
        self.generation.store(next, Relaxed);
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Has the processor bring what is known about the position with this hash nearer: it comes while a move is still
    /// being made, instead of being waited for.
    #[inline(always)]
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "other processors are not supported here")
    )]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(hash);
            debug_assert!(self.buckets.as_ptr_range().contains(&bucket));
            // SAFETY: every x86-64 processor has this instruction; it reads nothing that the program sees and faults at
            // no address, and this is the address of a bucket. It makes the search of chess 7 % faster: six alternating
            // pairs of searches, example `speed`.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
    }

    /// What is known about the position with this hash; scores of wins count from `ply`. What is asked for becomes as
    /// young as what this search stores.
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        let generation = self.generation.load(Relaxed);
        self.bucket(hash).0.chunks_exact(2).find_map(|words| {
            let (first, second) = (words[0].load(Relaxed), words[1].load(Relaxed));
            let packed = decode(hash, first, second)?;
            if packed.generation != generation {
                words[0].store(Packed { generation, ..packed }.first(hash) ^ mask(second), Relaxed);
            }
            Some(packed.entry(ply))
        })
    }

    /// Notes what is known about a position. Deep and new entries are kept rather than others.
    pub(crate) fn store(&self, hash: u64, ply: usize, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let (mut place, mut least) = (0, i32::MAX);
        let mut best = entry.best;
        let bucket = self.bucket(hash);
        for (index, words) in bucket.0.chunks_exact(2).enumerate() {
            let (first, second) = (words[0].load(Relaxed), words[1].load(Relaxed));
            if let Some(known) = decode(hash, first, second) {
                let known_entry = known.entry(ply);
                let same_age = known.generation == generation;
                if entry.bound != Bound::Exact && same_age && entry.depth + 3 < known_entry.depth {
                    return;
                }
                best = best.or(known_entry.best);
                place = index;
                break;
            }
            let value = if first == 0 && second == 0 { i32::MIN } else { replacement_value(first, second, generation) };
            if value < least {
                (place, least) = (index, value);
            }
        }
        let packed = Packed::new(Entry { best, ..entry }, ply, generation);
        let second = packed.second(hash);
        bucket.0[2 * place + 1].store(second, Relaxed);
        bucket.0[2 * place].store(packed.first(hash) ^ mask(second), Relaxed);
    }

    /// How many of a thousand entries are in use by this search.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1000 / ENTRIES)];
        let used = sample
            .iter()
            .flat_map(|bucket| bucket.0.chunks_exact(2))
            .filter(|words| {
                let (first, second) = (words[0].load(Relaxed), words[1].load(Relaxed));
                second != 0 && generation_of(first ^ mask(second)) == generation
            })
            .count();
        (used * 1000 / (sample.len() * ENTRIES).max(1)) as u32
    }
}

/// What the first word is mixed with.
#[inline(always)]
fn mask(second: u64) -> u64 {
    second.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

#[inline(always)]
fn check(hash: u64) -> u64 {
    hash >> 32 & 0xFF
}

#[inline(always)]
fn generation_of(first: u64) -> u8 {
    (first >> 51 & 0x1F) as u8
}

/// How much an entry of another position is worth keeping.
fn replacement_value(first: u64, second: u64, generation: u8) -> i32 {
    let first = first ^ mask(second);
    let depth = (first >> MOVE_BITS & 0xFF) as i32;
    let age = i32::from((generation + GENERATIONS - generation_of(first)) % GENERATIONS);
    depth - 8 * age
}

/// An entry as it is kept.
struct Packed {
    best: u64,
    score: i16,
    eval: i16,
    depth: u8,
    bound: u8,
    was_pv: bool,
    generation: u8,
}

impl Packed {
    fn new(entry: Entry, ply: usize, generation: u8) -> Self {
        let best = entry.best.map_or(0, Move::to_bits);
        let ply = ply as i32;
        let score = match entry.score {
            score if score >= WIN_BOUND => score + ply,
            score if score <= -WIN_BOUND => score - ply,
            score => score,
        };
        Self {
            // The few moves that don't fit are not kept.
            best: if best >> MOVE_BITS == 0 { best } else { 0 },
            score: score.clamp(-32_767, 32_767) as i16,
            eval: entry.eval.clamp(-32_767, 32_767) as i16,
            depth: (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u8,
            bound: match entry.bound {
                Bound::Exact => 3,
                Bound::Lower => 2,
                Bound::Upper => 1,
            },
            was_pv: entry.was_pv,
            generation,
        }
    }

    fn first(&self, hash: u64) -> u64 {
        self.best
            | u64::from(self.depth) << MOVE_BITS
            | u64::from(self.bound) << 48
            | u64::from(self.was_pv) << 50
            | u64::from(self.generation) << 51
            | check(hash) << 56
    }

    fn second(&self, hash: u64) -> u64 {
        u64::from(self.score as u16) | u64::from(self.eval as u16) << 16 | hash << 32
    }

    fn entry(&self, ply: usize) -> Entry {
        let ply = ply as i32;
        let score = match i32::from(self.score) {
            score if score >= WIN_BOUND => score - ply,
            score if score <= -WIN_BOUND => score + ply,
            score => score,
        };
        Entry {
            best: Move::from_bits(self.best),
            score,
            eval: i32::from(self.eval),
            depth: i32::from(self.depth) - DEPTH_OFFSET,
            bound: match self.bound {
                3 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            was_pv: self.was_pv,
        }
    }
}

fn decode(hash: u64, first: u64, second: u64) -> Option<Packed> {
    if second >> 32 != hash & 0xFFFF_FFFF {
        return None;
    }
    let first = first ^ mask(second);
    (first >> 56 == check(hash) && first >> 48 & 3 != 0).then(|| Packed {
        best: first & ((1 << MOVE_BITS) - 1),
        score: second as u16 as i16,
        eval: (second >> 16) as u16 as i16,
        depth: (first >> MOVE_BITS) as u8,
        bound: (first >> 48 & 3) as u8,
        was_pv: first >> 50 & 1 != 0,
        generation: generation_of(first),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn a_table_gives_back_what_was_stored() {
        let table = TranspositionTable::new(1).unwrap();
        let hash = 0x1234_5678_9ABC_DEF0;
        let best = Move::from_bits(0x12_3456_789A);
        let entry = Entry { best, score: -345, eval: 77, depth: 9, bound: Bound::Lower, was_pv: true };
        assert_eq!(table.probe(hash, 0), None);
        table.store(hash, 3, entry);
        assert_eq!(table.probe(hash, 3), Some(entry));
        assert_eq!(table.probe(hash ^ 1, 3), None);
        assert_eq!(table.probe(hash ^ 1 << 33, 3), None);
    }

    #[test]
    fn wins_are_counted_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        let exact = Entry { best: None, score: 0, eval: 0, depth: 3, bound: Bound::Exact, was_pv: false };
        table.store(1, 5, Entry { score: WIN - 7, ..exact });
        assert_eq!(table.probe(1, 2).unwrap().score, WIN - 4);
        table.store(2, 5, Entry { score: 7 - WIN, ..exact });
        assert_eq!(table.probe(2, 0).unwrap().score, 2 - WIN);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = |score| Entry { best: None, score, eval: 1, depth: 4, bound: Bound::Exact, was_pv: false };
        let mut believed = 0;
        for round in 0..2000u64 {
            let hash = round.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            table.store(hash, 0, entry(round as i32));
            let bucket = table.bucket(hash);
            for word in bucket.0.chunks_exact(2).map(|words| &words[1]) {
                word.fetch_xor(0x5A5A, Relaxed);
            }
            believed += usize::from(table.probe(hash, 0).is_some());
        }
        assert!(believed < 40, "{believed}");
    }

    #[test]
    fn what_is_asked_for_becomes_young_again() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry { best: None, score: 5, eval: 0, depth: 9, bound: Bound::Lower, was_pv: false };
        table.store(1, 0, entry);
        table.store(2, 0, entry);
        table.new_search();
        assert_eq!(table.probe(1, 0), Some(entry));
        for hash in [1, 2] {
            table.store(hash, 0, Entry { depth: 1, ..entry });
        }
        assert_eq!([1, 2].map(|hash| table.probe(hash, 0).unwrap().depth), [9, 1]);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert_eq!(TranspositionTable::new(1 << 30).err(), Some(EngineError::Memory(1 << 30)));
    }
}
