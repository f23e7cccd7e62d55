//! Outposts: pieces that a pawn guards where no enemy pawn can ever come to attack them.

use super::by_piece;
use crate::attack::AttackInfo;
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// What an outpost is worth to each piece.
pub(in crate::eval) struct Outposts(Vec<Weight>);

impl Outposts {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        Self(by_piece(rules, weights, Term::Outpost))
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, color: Color, kind: PieceType, info: AttackInfo, output: &mut impl Output) {
        let outposts = info.outposts as i32 * sign(color);
        output.add(Sum::Plain, self.0[piece_index(color, kind)], outposts, || (Term::Outpost, kind, 0));
    }
}
