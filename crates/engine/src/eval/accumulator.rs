//! What the evaluation keeps from move to move.

use super::weights::Weight;
use crate::level::mix;

/// What the pieces of a position are worth where they stand, White's less Black's; kept from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Accumulator {
    pub(super) sum: Weight,
    /// The plain value of all pieces, for each side.
    pub(super) material: [i32; 2],
    /// Zobrist keys (Albert Zobrist, 1970) of where the zeroing pieces are, whose moves reset the halfmove clock, and the other
    /// pieces of each side.
    pub(super) zobrist: [u64; 3],
}

impl Accumulator {
    /// Numbers that go with what both sides have, where the zeroing pieces are, and the other pieces of each side.
    #[inline(always)]
    pub(crate) fn keys(&self) -> [u64; 4] {
        let ([white, black], [zeroing, white_pieces, black_pieces]) = (self.material, self.zobrist);
        [mix((white as u64) << 32 | black as u64), zeroing, white_pieces, black_pieces]
    }
}
