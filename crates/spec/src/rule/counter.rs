//! What rules count.

use crate::ByColor;
use std::ops::{Index, IndexMut};

/// Something that a position counts for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Counter {
    /// The moves that a side has left to bring its royals to where they must be (Q17).
    Obligation,
    /// The checks that a side has given.
    Checks,
    /// Whether the last move of a side was a pass.
    Passes,
    /// The plies until the moves that are counted for a side have run out, and one more (C4); 0: none are counted. Like the
    /// halfmove clock it does not distinguish positions.
    Countdown,
    /// Whether one of the checks that a side is giving without a break counts for mate (C9): 0 or 1.
    Series,
}

impl Counter {
    /// All there are.
    pub const ALL: &[Self] = &[Self::Obligation, Self::Checks, Self::Passes, Self::Countdown, Self::Series];
}

/// What the rules of a game count for each side; 0 where they don't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters([ByColor<u8>; Counter::ALL.len()]);

impl Index<Counter> for Counters {
    type Output = ByColor<u8>;

    #[inline(always)]
    fn index(&self, counter: Counter) -> &ByColor<u8> {
        &self.0[counter as usize]
    }
}

impl IndexMut<Counter> for Counters {
    #[inline(always)]
    fn index_mut(&mut self, counter: Counter) -> &mut ByColor<u8> {
        &mut self.0[counter as usize]
    }
}
