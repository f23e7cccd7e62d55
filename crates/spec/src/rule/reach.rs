//! A side wins when one of its pieces of certain types stands in a region: king of the hill, races.

use super::data::RuleData;
use crate::check::Check;
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

pub(crate) struct ReachRule;

impl RuleData for ReachRule {
    type Data = Option<Reach>;

    fn validate(check: &mut Check<'_>, reach: &Self::Data) {
        let Some(reach) = reach else { return };
        check.types("the pieces that must reach a region", &reach.pieces);
    }
}
