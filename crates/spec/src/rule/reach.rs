//! A side wins when one of its pieces of certain types stands in a region: king of the hill, races.

use super::ending::{Bound, Condition, EndResult, EndRule, Whose};
use crate::{ByColor, PieceType};
use spielraum_geometry::CellSet;

/// A side has won when a piece of one of `pieces` stands in its `region`. If both have one there, the side that has moved
/// last has won.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The types that win.
    pub pieces: Vec<PieceType>,
    /// Where each side's must stand.
    pub region: ByColor<CellSet>,
}

impl From<Reach> for EndRule {
    fn from(reach: Reach) -> Self {
        let when = Condition::Pieces {
            whose: Whose::Own,
            types: ByColor::both(reach.pieces),
            region: Some(reach.region),
            number: Bound::AtLeast(1),
        };
        Self::new(EndResult::Win, "reach", "a piece has reached its goal", when)
    }
}

impl EndRule {
    /// The region in which one of its pieces lets each side win, if the rule is about nothing else.
    pub fn as_reach(&self) -> Option<Reach> {
        let (EndResult::Win, None) = (self.result, self.only) else { return None };
        let Condition::Pieces { whose: Whose::Own, types, region: Some(region), number: Bound::AtLeast(1) } =
            &self.when
        else {
            return None;
        };
        (types.white == types.black).then(|| Reach { pieces: types.white.clone(), region: *region })
    }
}
