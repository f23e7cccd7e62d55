//! Where the changes of a move go.

use super::State;
use crate::Change;
use crate::spec::PieceType;
use spielraum_geometry::Cell;

/// Takes the changes of a move one after the other; may make them on the state at once.
pub(crate) trait Stage<const W: usize> {
    /// The state, with the changes so far if they are made.
    fn state(&self) -> &State<W>;

    /// Takes a change.
    fn change(&mut self, change: Change);
}

/// Two pieces of the side to move leave their cells and come to others, each `(type, from, to)`.
#[inline(always)]
pub(crate) fn relocate<const W: usize>(
    stage: &mut impl Stage<W>,
    first: (PieceType, Cell, Cell),
    second: (PieceType, Cell, Cell),
) {
    let us = stage.state().side.into();
    for (kind, from, _) in [first, second] {
        stage.change(Change::Leaves(us, kind, from));
    }
    for (kind, _, to) in [first, second] {
        stage.change(Change::Comes(us, kind, to));
    }
}
