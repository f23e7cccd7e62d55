//! Ways of moving that can be blocked.

use spielraum_geometry::{BitBoard, Cell};

/// A line through a cell, and what a piece on the cell may do along it.
#[derive(Clone, Copy, Debug)]
pub struct Ride {
    /// The line.
    pub line: u16,
    /// The place of the piece on it.
    pub pos: u8,
    /// For hops: whether they end just beyond the hurdle.
    pub next: bool,
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
