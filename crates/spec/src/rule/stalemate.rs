//! What having no legal move means (G2, G3, N3); checkmate comes first.

use super::ending::{Condition, EndResult, EndRule, Whose};

/// What having no legal move means for the side to move, other than checkmate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMoves {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
}

impl EndRule {
    /// The rule about a side without a legal move; without one it is a draw.
    pub fn stalemate(meaning: NoMoves) -> Self {
        let result = match meaning {
            NoMoves::Draw => EndResult::Draw,
            NoMoves::Loss => EndResult::Loss,
            NoMoves::Win => EndResult::Win,
        };
        Self::new(result, "no-moves", "no legal move", Condition::NoMoves(Whose::Own))
    }

    /// What the rule says of any side without a legal move, if it is about nothing else.
    pub fn as_stalemate(&self) -> Option<NoMoves> {
        let Condition::NoMoves(whose) = self.when else { return None };
        self.only.is_none().then_some(match (self.result, whose) {
            (EndResult::Draw, _) => NoMoves::Draw,
            (EndResult::Win, Whose::Own) | (EndResult::Loss, Whose::Enemy) => NoMoves::Win,
            (EndResult::Loss, Whose::Own) | (EndResult::Win, Whose::Enemy) => NoMoves::Loss,
        })
    }
}
