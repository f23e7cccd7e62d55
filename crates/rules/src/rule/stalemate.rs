//! What having no legal move means (G2, G3, N3); checkmate comes first.

use super::traits::{Goal, Rule};
use crate::spec::{NoMoves, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Outcome, Reason};

pub(crate) struct Stalemate;

impl Rule for Stalemate {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }
}

impl Goal for Stalemate {}

/// The outcome of having no legal move for `us`, other than checkmate.
pub(crate) fn outcome(spec: &Spec, us: Color) -> Outcome {
    match spec.goals.no_moves {
        NoMoves::Draw => Outcome::draw(Reason::NoMoves),
        NoMoves::Loss => Outcome::win(!us, Reason::NoMoves),
        NoMoves::Win => Outcome::win(us, Reason::NoMoves),
    }
}
