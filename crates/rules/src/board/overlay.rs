//! The board as a few changes would leave it, laid over the board that stays as it is.

use super::State;
use crate::Change;
use crate::board::piece::Piece;
use crate::tables::Core;
use spielraum_geometry::{BitBoard, Cell};

/// Cells from which pieces go and to which pieces of one side come. What comes is in the way of the other side's attacks,
/// and attacks nothing itself.
pub(crate) trait Overlay<const W: usize> {
    /// Whether a piece may come to a cell.
    const FILLS: bool = false;

    /// Whether a cell is left empty.
    #[inline(always)]
    fn empties(&self, _: Cell) -> bool {
        false
    }

    /// Whether a piece comes to a cell, in the place of another perhaps.
    #[inline(always)]
    fn fills(&self, _: Cell) -> bool {
        false
    }

    /// Those of some enemies that stay where they are.
    #[inline(always)]
    fn remaining(&self, enemies: BitBoard<W>) -> BitBoard<W> {
        enemies
    }

    /// The cells that are occupied then.
    #[inline(always)]
    fn occupied(&self, state: &State<W>) -> BitBoard<W> {
        state.occupied()
    }
}

/// No change.
pub(crate) struct Unchanged;

impl<const W: usize> Overlay<W> for Unchanged {}

/// One piece, of the side that is attacked, is gone from its cell: it moves to the cell that may be attacked.
pub(crate) struct Without(pub(crate) Cell);

impl<const W: usize> Overlay<W> for Without {
    #[inline(always)]
    fn empties(&self, cell: Cell) -> bool {
        cell == self.0
    }

    #[inline(always)]
    fn occupied(&self, state: &State<W>) -> BitBoard<W> {
        let mut occupied = state.occupied();
        occupied.remove(self.0);
        occupied
    }
}

/// Several pieces, of either side, are gone from their cells.
pub(crate) struct WithoutAll<const W: usize>(pub(crate) BitBoard<W>);

impl<const W: usize> Overlay<W> for WithoutAll<W> {
    #[inline(always)]
    fn empties(&self, cell: Cell) -> bool {
        self.0.contains(cell)
    }

    #[inline(always)]
    fn remaining(&self, enemies: BitBoard<W>) -> BitBoard<W> {
        enemies.without(self.0)
    }

    #[inline(always)]
    fn occupied(&self, state: &State<W>) -> BitBoard<W> {
        state.occupied().without(self.0)
    }
}

/// What a move does to the board.
pub(crate) struct Moved<const W: usize> {
    emptied: BitBoard<W>,
    filled: BitBoard<W>,
    /// Where the royal of the side to move stands afterwards, if it has only one.
    pub(crate) sole_royal: Cell,
}

impl<const W: usize> Moved<W> {
    /// Nothing yet.
    #[inline(always)]
    pub(crate) fn nothing(state: &State<W>) -> Self {
        Self { emptied: BitBoard::EMPTY, filled: BitBoard::EMPTY, sole_royal: state.sole_royal[state.side as usize] }
    }

    /// What these changes of the side to move would do.
    #[inline(always)]
    pub(crate) fn by<const N: usize>(state: &State<W>, core: &Core<W>, changes: [Change; N]) -> Self {
        let mut moved = Self::nothing(state);
        changes.into_iter().for_each(|change| moved.add(state, core, change));
        moved
    }

    /// What one more change would do.
    #[inline(always)]
    pub(crate) fn add(&mut self, state: &State<W>, core: &Core<W>, change: Change) {
        match change {
            Change::Leaves(_, _, cell) => {
                self.filled.remove(cell);
                self.emptied.insert(cell);
            }
            Change::Comes(owner, kind, cell) => {
                self.emptied.remove(cell);
                self.filled.insert(cell);
                if owner == state.side && core.royals.is_sole(Piece::of(owner, kind)) {
                    self.sole_royal = cell;
                }
            }
            _ => {}
        }
    }
}

impl<const W: usize> Overlay<W> for Moved<W> {
    const FILLS: bool = true;

    #[inline(always)]
    fn empties(&self, cell: Cell) -> bool {
        self.emptied.contains(cell)
    }

    #[inline(always)]
    fn fills(&self, cell: Cell) -> bool {
        self.filled.contains(cell)
    }

    #[inline(always)]
    fn remaining(&self, enemies: BitBoard<W>) -> BitBoard<W> {
        enemies.without(self.emptied | self.filled)
    }

    #[inline(always)]
    fn occupied(&self, state: &State<W>) -> BitBoard<W> {
        state.occupied().without(self.emptied) | self.filled
    }
}
