//! What having no legal move means (G2, G3, N3); checkmate comes first.

use super::data::RuleData;

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

pub(crate) struct Stalemate;

impl RuleData for Stalemate {
    type Data = NoMoves;
}
