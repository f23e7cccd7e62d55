//! What a side sees of a position (V1).

use crate::check::Check;
use crate::{Spec, SpecError};

/// What a side sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Everything.
    #[default]
    Everything,
    /// Its own pieces, and the cells on which moves of its pieces on the board could end if it were its turn, or could capture
    /// (V1).
    Reached,
}

impl Spec {
    /// Whether something is hidden from the sides.
    pub fn hides(&self) -> bool {
        self.sight != Sight::Everything
    }

    /// Reports rules that don't go with what is hidden.
    pub(crate) fn hidden_rules(&self, check: &mut Check<'_>) {
        check.require(!(self.hides() && self.has_royals()), || {
            SpecError::Sight(
                "a royal piece must be safe, which would show what attacks it: let it be captured (`royal=#false`), and let a side without it lose by `end`",
            )
        });
        check.require(!self.hides() || self.turn.is_plain(), || {
            SpecError::Sight("what a side sees is known only where a turn is one move: leave out `turn`")
        });
    }
}
