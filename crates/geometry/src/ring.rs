//! Which steps from ring to ring a movement may take.

use crate::{Board, Coord};

/// Which steps between neighbouring file lines a movement may take (docs/rulings.md, "Words":
/// ring, turning line; Charles Gilman's "Stock" pieces).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RingFilter {
    /// Any step.
    #[default]
    Any,
    /// Only to a file line of the same ring.
    Keep,
    /// Only to a file line of another ring.
    Cross,
}

impl RingFilter {
    /// Whether a step from `from` to `to` is allowed on `board`.
    pub fn allows(self, board: &Board, from: Coord, to: Coord) -> bool {
        match self {
            Self::Any => true,
            Self::Keep => board.ring(from) == board.ring(to),
            Self::Cross => board.ring(from) != board.ring(to),
        }
    }
}
