//! Where the changes of a move go.

use super::State;
use crate::spec::PieceType;
use crate::{Change, Color, Owner};
use spielraum_geometry::Cell;

/// Takes the changes of a move one after the other; may make them on the state at once.
pub(crate) trait Stage<const W: usize> {
    /// The state, with the changes so far if they are made.
    fn state(&self) -> &State<W>;

    /// Takes a change.
    fn change(&mut self, change: Change);

    /// Hears that the change before took a piece away for good, and that it was not captured by the move itself.
    #[inline(always)]
    fn removed(&mut self, _: Owner, _: PieceType, _: Cell) {}

    /// Hears that the change before brought a piece to a cell as if it had always been there (K4).
    #[inline(always)]
    fn reborn(&mut self, _: Cell) {}
}

/// Two pieces of a side leave their cells and come to others, each `(type, from, to)`.
#[inline(always)]
pub(crate) fn relocate(color: Color, first: (PieceType, Cell, Cell), second: (PieceType, Cell, Cell)) -> [Change; 4] {
    let owner = color.into();
    [
        Change::Leaves(owner, first.0, first.1),
        Change::Leaves(owner, second.0, second.1),
        Change::Comes(owner, first.0, first.2),
        Change::Comes(owner, second.0, second.2),
    ]
}

/// A stage that makes no changes and passes them on.
pub(crate) struct Listening<'a, F, const W: usize> {
    /// The state, which stays as it is.
    pub(crate) state: &'a State<W>,
    /// Takes the changes.
    pub(crate) tell: F,
}

impl<F: FnMut(Change), const W: usize> Stage<W> for Listening<'_, F, W> {
    #[inline(always)]
    fn state(&self) -> &State<W> {
        self.state
    }

    #[inline(always)]
    fn change(&mut self, change: Change) {
        (self.tell)(change);
    }
}
