//! Pairs: two or more of a type, as of bishops.

use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules};

/// What a pair of each type is worth.
pub(in crate::eval) struct Pairs {
    all: Vec<(PieceType, Weight)>,
    /// Those that are worth anything.
    counting: Vec<(PieceType, Weight)>,
}

impl Pairs {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        let types = (0..rules.spec().pieces.len() as u8).map(PieceType);
        let all: Vec<_> = types.map(|kind| (kind, weights.get(Term::Pair, kind, 0))).collect();
        let counting = all.iter().copied().filter(|(_, weight)| *weight != Weight::default()).collect();
        Self { all, counting }
    }

    #[inline(always)]
    pub(in crate::eval) fn write<O: Output>(&self, position: &Position, output: &mut O) {
        for &(kind, weight) in if O::WANTS_ALL { &self.all } else { &self.counting } {
            let has_pair = |color| i32::from(position.count(color, kind) > 1) * sign(color);
            let more = has_pair(Color::White) + has_pair(Color::Black);
            output.add(Sum::Plain, weight, more, || (Term::Pair, kind, 0));
        }
    }
}
