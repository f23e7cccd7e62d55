//! Ways of moving that can be blocked.

use spielraum_geometry::{BitBoard, Cell};

/// How a piece hops along a line over the first piece, its hurdle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// It ends anywhere between the hurdle and the next piece, or on that; every piece is a hurdle.
    Beyond,
    /// It ends just beyond the hurdle; every piece is one.
    Next,
    /// Some pieces are no hurdle.
    Choosy {
        /// Whether it ends just beyond the hurdle.
        next: bool,
    },
}

impl Hop {
    /// Whether it ends just beyond the hurdle.
    #[inline(always)]
    pub fn is_next(self) -> bool {
        matches!(self, Self::Next | Self::Choosy { next: true })
    }
}

/// A line through a cell, and what a piece on the cell may do along it.
#[derive(Clone, Copy, Debug)]
pub struct Ride {
    /// The line.
    pub line: u16,
    /// The place of the piece on it.
    pub pos: u8,
    /// For hops: where they end, and over what they go.
    pub hop: Hop,
    /// The places it may move to if empty.
    pub quiet: u32,
    /// The places on which it may capture.
    pub capture: u32,
}

/// A target that can be blocked by certain cells.
#[derive(Clone, Debug)]
pub struct Route<const W: usize> {
    /// Where it ends.
    pub target: Cell,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    /// Whether it may end on an enemy piece.
    pub capture: bool,
    /// For each way there, the cells that must be empty. Any open way will do.
    pub ways: Box<[BitBoard<W>]>,
}

impl<const W: usize> Route<W> {
    /// Whether some way there is open.
    #[inline(always)]
    pub fn is_open(&self, occupied: &BitBoard<W>) -> bool {
        self.ways.iter().any(|way| !way.meets(occupied))
    }
}
