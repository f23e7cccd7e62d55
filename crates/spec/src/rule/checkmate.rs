//! What checkmate means; it loses unless the game says otherwise.

use super::data::RuleData;
use crate::EndResult;
use crate::check::Check;

/// What checkmate means for the side that is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkmate(pub EndResult);

impl Default for Checkmate {
    fn default() -> Self {
        Self(EndResult::Loss)
    }
}

impl Checkmate {
    /// Whether it loses, as in most games.
    pub fn loses(self) -> bool {
        self.0 == EndResult::Loss
    }
}

pub(crate) struct CheckmateRule;

impl RuleData for CheckmateRule {
    type Data = Checkmate;

    fn validate(check: &mut Check<'_>, checkmate: &Self::Data) {
        check.needs_royal("a meaning of checkmate", !checkmate.loses());
    }
}
