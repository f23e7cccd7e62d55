//! Tables of sets of cells for boards of every width.

use spielraum_geometry::Cell;
use spielraum_rules::bitboards::BitBoard;

/// A set of cells for each cell of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct CellSets(Vec<u64>);

impl CellSets {
    pub(super) fn new<const W: usize>(sets: &[BitBoard<W>]) -> Self {
        Self(sets.iter().flat_map(BitBoard::words).copied().collect())
    }

    /// The set of a cell; `W` must be that of the board.
    #[inline(always)]
    pub(super) fn of<const W: usize>(&self, cell: Cell) -> BitBoard<W> {
        BitBoard::from_words(&self.0[cell.index() * W..][..W])
    }
}
