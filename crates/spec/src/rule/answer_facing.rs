//! Royals that may face each other, which the side to move must answer (O9).

use super::data::RuleData;

pub(crate) struct AnswerFacing;

impl RuleData for AnswerFacing {
    type Data = bool;
}
