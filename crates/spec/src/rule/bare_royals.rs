//! A draw when only the royals are left and nothing can be dropped (G6).

use super::ending::{Condition, EndResult, EndRule, Whose};

impl EndRule {
    /// The game is a draw when each side has its royals only and nothing that can be dropped (G6).
    pub fn bare_royals() -> Self {
        let when = Condition::All(vec![Condition::Bare(Whose::Own), Condition::Bare(Whose::Enemy)]);
        Self::new(EndResult::Draw, "bare-royals", "only the royals are left", when)
    }

    /// Whether the rule is that of [`bare_royals`](Self::bare_royals).
    pub fn is_bare_royals(&self) -> bool {
        self.only.is_none() && self.result == EndResult::Draw && self.when == Self::bare_royals().when
    }
}
