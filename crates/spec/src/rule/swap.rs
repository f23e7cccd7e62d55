//! A royal changes places with a neighbour (Q13).

use super::data::RuleData;
use crate::PieceType;
use crate::check::Check;
use spielraum_geometry::Offset;

/// A royal changes places with a neighbouring piece of its own. No royal of its side is attacked before or after (Q13).
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The types it may change places with.
    pub partners: Vec<PieceType>,
    /// Where the partner may stand, seen from the royal.
    pub offsets: Vec<Offset>,
    /// Whether the partner may not be attacked before either.
    pub partner_safe: bool,
}

pub(crate) struct SwapRule;

impl RuleData for SwapRule {
    type Data = Option<Swap>;

    fn validate(check: &mut Check<'_>, swap: &Self::Data) {
        let Some(swap) = swap else { return };
        check.needs_royal("swapping", true);
        check.types("swapping", &swap.partners);
        check.no_royal(&swap.partners, "a royal can't change places with a royal");
        check.offsets("the distance of a swap", &swap.offsets);
    }
}
