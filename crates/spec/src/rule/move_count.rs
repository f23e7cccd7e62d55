//! A draw after a number of plies without progress (G5).

use super::ending::{Condition, EndResult, EndRule};

impl EndRule {
    /// The game is a draw after this many plies without progress (G5).
    pub fn move_count(plies: u16) -> Self {
        Self::new(EndResult::Draw, "move-count", "too many moves without progress", Condition::Clock(plies))
    }

    /// After how many plies the rule makes the game a draw, if it is about nothing else.
    pub fn as_move_count(&self) -> Option<u16> {
        match self.when {
            Condition::Clock(plies) if self.result == EndResult::Draw && self.only.is_none() => Some(plies),
            _ => None,
        }
    }
}
