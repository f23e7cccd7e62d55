//! Whose win a draw is, where one side has draw odds.

use super::data::RuleData;
use crate::Color;

pub(crate) struct DrawsRule;

impl RuleData for DrawsRule {
    /// The side that wins a game that would be a draw.
    type Data = Option<Color>;
}
