//! Random numbers that make up a position's hash (Albert Zobrist, 1970).

use crate::Color;
use crate::board::piece::Piece;
use crate::spec::Counter;
use spielraum_geometry::Cell;

/// The numbers of a game. They are the same in every run.
pub(crate) struct Zobrist {
    placed: Vec<u64>,
    cells: usize,
}

impl Zobrist {
    pub(crate) fn new(cells: usize, types: usize) -> Self {
        Self { placed: (0..2 * types * cells).map(|index| mix(index as u64)).collect(), cells }
    }

    #[inline(always)]
    pub(crate) fn placed(&self, piece: Piece, cell: Cell) -> u64 {
        self.placed[piece.index() * self.cells + cell.index()]
    }

    /// Black to move.
    #[inline(always)]
    pub(crate) fn black_to_move(&self) -> u64 {
        mix(1 << 40)
    }

    /// `count` pieces with hand index `index` in the hand of side number `color`.
    #[inline(always)]
    pub(crate) fn in_hand(&self, color: usize, index: usize, count: u16) -> u64 {
        if count == 0 { 0 } else { mix(1 << 41 | (color as u64) << 32 | (index as u64) << 16 | u64::from(count)) }
    }

    /// A set of castling rights.
    #[inline(always)]
    pub(crate) fn rights(&self, rights: u32) -> u64 {
        if rights == 0 { 0 } else { mix(1 << 42 | u64::from(rights)) }
    }

    /// An en passant capture is possible.
    pub(crate) fn en_passant(&self, via: Cell, pawn: Cell) -> u64 {
        mix(1 << 43 | u64::from(via.0) << 16 | u64::from(pawn.0))
    }

    /// What is counted for a side; like a clock, a countdown does not distinguish positions.
    #[inline(always)]
    pub(crate) fn counter(&self, counter: Counter, color: Color, value: u8) -> u64 {
        match (counter, value) {
            (Counter::Countdown, _) | (_, 0) => 0,
            _ => mix(1 << 44 | (counter as u64) << 16 | (color as u64) << 8 | u64::from(value)),
        }
    }

    /// The part of a turn that comes next.
    #[inline(always)]
    pub(crate) fn part(&self, part: u8) -> u64 {
        if part == 0 { 0 } else { mix(1 << 45 | u64::from(part)) }
    }

    /// The piece on a cell has not moved.
    pub(crate) fn unmoved(&self, cell: Cell) -> u64 {
        mix(1 << 46 | u64::from(cell.0))
    }

    /// The piece on a cell is the one that the side has moved in this turn.
    pub(crate) fn moved(&self, cell: Cell) -> u64 {
        mix(1 << 47 | u64::from(cell.0))
    }

    /// Bytes used.
    pub(crate) fn memory(&self) -> usize {
        self.placed.len() * size_of::<u64>()
    }
}

/// SplitMix64 (Sebastiano Vigna, 2015; after Steele, Lea and Flood, 2014).
#[inline(always)]
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
