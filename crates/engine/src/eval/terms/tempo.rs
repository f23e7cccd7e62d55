//! Tempo: what having the move is worth.

use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;

/// What having the move is worth.
pub(in crate::eval) struct Tempo(Weight);

impl Tempo {
    pub(in crate::eval) fn new(weights: &Weights) -> Self {
        Self(weights.get(Term::Tempo, PieceType(0), 0))
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, side_to_move: Color, output: &mut impl Output) {
        output.add(Sum::Plain, self.0, sign(side_to_move), || (Term::Tempo, PieceType(0), 0));
    }
}
