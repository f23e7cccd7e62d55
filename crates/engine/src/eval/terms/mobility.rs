//! Mobility: the targets of pieces that no enemy pawn attacks, compared with those that their type has on average.

use super::{by_piece, pieces};
use crate::attack::AttackInfo;
use crate::eval::expected_mobility::ExpectedMobility;
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// How likely a cell is empty.
const EMPTY: f64 = 0.7;

/// How likely it holds an enemy.
const ENEMY: f64 = 0.15;

/// The mobility of each piece.
pub(in crate::eval) struct Mobility {
    weights: Vec<Weight>,
    /// The mean number of targets of each piece, in sixteenths.
    mean: Vec<i32>,
}

impl Mobility {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        Self {
            weights: by_piece(rules, weights, Term::Mobility),
            mean: pieces(rules).map(|(color, kind)| mean(rules, color, kind)).collect(),
        }
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, color: Color, kind: PieceType, info: AttackInfo, output: &mut impl Output) {
        let piece = piece_index(color, kind);
        let more = 16 * info.targets as i32 - self.mean[piece] * info.pieces as i32;
        output.add(Sum::Mobility, self.weights[piece], more * sign(color), || (Term::Mobility, kind, 0));
    }
}

/// The mean number of targets of a piece over the cells where it can be, in sixteenths.
fn mean(rules: &Rules, color: Color, kind: PieceType) -> i32 {
    let places = rules.spec().pieces[kind.index()].may_enter[color] & rules.board().all();
    let targets = |cell| {
        let mobility = ExpectedMobility::of(rules, color, kind, cell, EMPTY);
        EMPTY * mobility.quiet + ENEMY * mobility.capture
    };
    let total: f64 = places.iter().map(targets).sum();
    (16.0 * total / places.len().max(1) as f64) as i32
}
