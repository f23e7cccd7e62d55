//! Tables of sets of cells for boards of every width.

use spielraum_geometry::Cell;
use spielraum_rules::bitboards::BitBoard;

/// `N` sets of cells for each cell of a board, side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct CellSets<const N: usize = 1>(Vec<u64>);

impl<const N: usize> CellSets<N> {
    pub(super) fn new<const W: usize>(sets: impl IntoIterator<Item = [BitBoard<W>; N]>) -> Self {
        Self(sets.into_iter().flatten().flat_map(|set| *set.words()).collect())
    }

    /// The sets of a cell; `W` must be that of the board.
    #[inline(always)]
    pub(super) fn all_of<const W: usize>(&self, cell: Cell) -> [BitBoard<W>; N] {
        let words = &self.0[cell.index() * N * W..][..N * W];
        std::array::from_fn(|number| BitBoard::from_words(&words[number * W..][..W]))
    }
}

impl CellSets {
    /// The set of a cell; `W` must be that of the board.
    #[inline(always)]
    pub(super) fn of<const W: usize>(&self, cell: Cell) -> BitBoard<W> {
        let [set] = self.all_of(cell);
        set
    }
}
