//! A ban on royals that face each other along a line with nothing between (N2, Q10).

use super::data::RuleData;
use crate::check::Check;
use spielraum_geometry::Offset;

pub(crate) struct NoFacing;

impl RuleData for NoFacing {
    type Data = Vec<Offset>;

    fn validate(check: &mut Check<'_>, facing: &Self::Data) {
        check.needs_royal("a ban on facing royals", !facing.is_empty());
        check.offsets("the direction in which royals face", facing);
    }
}
