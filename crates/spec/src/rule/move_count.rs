//! A draw after a number of plies without progress (G5).

use super::data::RuleData;

pub(crate) struct MoveCount;

impl RuleData for MoveCount {
    type Data = Option<u16>;
}
