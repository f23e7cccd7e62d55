//! What having no legal move means (G2, G3, N3); checkmate comes first.

use super::{Goal, Rule};
use crate::spec::Spec;
use crate::{Color, Outcome, Reason};

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

impl Rule for Stalemate {}

impl Goal for Stalemate {}

/// The outcome of having no legal move for `us`, other than checkmate.
pub(crate) fn outcome(spec: &Spec, us: Color) -> Outcome {
    match spec.goals.no_moves {
        NoMoves::Draw => Outcome::draw(Reason::NoMoves),
        NoMoves::Loss => Outcome::win(!us, Reason::NoMoves),
        NoMoves::Win => Outcome::win(us, Reason::NoMoves),
    }
}
