//! A side has lost that has too few pieces of a family of types (X3, F3), whosever move left it so. If both have, it is the
//! side to move: the enemy's move came last.

use super::ending::{Bound, Condition, EndResult, EndRule, Whose};
use crate::{ByColor, PieceType};

/// The largest number of families of types.
pub const MAX_FAMILIES: usize = 32;

/// A family of types of which a side must keep some (X3, F3). Pieces in hand do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// What the family is called in reports, such as `Rook`.
    pub name: String,
    /// The types that belong to it, for each side.
    pub members: ByColor<Vec<PieceType>>,
    /// How many a side must have, 1 or more.
    pub least: u16,
}

impl From<Family> for EndRule {
    fn from(family: Family) -> Self {
        let Family { name, members: types, least } = family;
        let number = Bound::AtMost(least.saturating_sub(1));
        let when = Condition::Pieces { whose: Whose::Own, types, region: None, number };
        Self { name, ..Self::new(EndResult::Loss, "extinction", "too few pieces left of", when) }
    }
}

impl EndRule {
    /// Whether the rule makes each side keep a family of pieces, and is about nothing else.
    pub fn is_family(&self) -> bool {
        self.as_family().is_some()
    }

    /// The family that the rule makes each side keep, if it is about nothing else.
    pub fn as_family(&self) -> Option<Family> {
        let (EndResult::Loss, None) = (self.result, self.only) else { return None };
        let Condition::Pieces { whose: Whose::Own, types, region: None, number: Bound::AtMost(most) } = &self.when
        else {
            return None;
        };
        Some(Family { name: self.name.clone(), members: types.clone(), least: most.checked_add(1)? })
    }
}
