//! Threats: pieces that a lesser one or a pawn attacks, and hanging pieces.

use super::by_piece;
use crate::attack::Threat;
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// What threats are worth to the side that suffers them, for each piece; by pawns, to the side that makes them.
pub(in crate::eval) struct Threats {
    by_lesser: Vec<Weight>,
    hanging: Vec<Weight>,
    by_pawn: Weight,
    /// Whether threats are worth nothing, those of pawns excepted.
    pub(in crate::eval) is_nought: bool,
}

impl Threats {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        let [by_lesser, hanging] = [Term::ThreatByLesser, Term::Hanging].map(|term| by_piece(rules, weights, term));
        let is_nought = by_lesser.iter().chain(&hanging).all(|weight| *weight == Weight::default());
        let by_pawn = weights.get(Term::ThreatByPawn, PieceType(0), 0);
        Self { by_lesser, hanging, by_pawn, is_nought }
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, color: Color, kind: PieceType, threat: Threat, output: &mut impl Output) {
        let (weights, term) = match threat {
            Threat::ByLesser => (&self.by_lesser, Term::ThreatByLesser),
            Threat::Hanging => (&self.hanging, Term::Hanging),
        };
        output.add(Sum::Plain, weights[piece_index(color, kind)], sign(color), || (term, kind, 0));
    }

    /// `by_pawns`: how many enemy pieces each side's pawns attack.
    #[inline(always)]
    pub(in crate::eval) fn write_by_pawns(&self, by_pawns: [u32; 2], output: &mut impl Output) {
        let more = by_pawns[0] as i32 - by_pawns[1] as i32;
        output.add(Sum::Plain, self.by_pawn, more, || (Term::ThreatByPawn, PieceType(0), 0));
    }
}
