//! Pairs: two or more of a type, as of bishops.

use super::by_piece;
use crate::attack::AttackInfo;
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// What a pair of each piece is worth.
pub(in crate::eval) struct Pairs(Vec<Weight>);

impl Pairs {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        Self(by_piece(rules, weights, Term::Pair))
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, color: Color, kind: PieceType, info: AttackInfo, output: &mut impl Output) {
        let has_pair = i32::from(info.pieces > 1) * sign(color);
        output.add(Sum::Plain, self.0[piece_index(color, kind)], has_pair, || (Term::Pair, kind, 0));
    }
}
