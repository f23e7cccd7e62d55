//! What pieces are worth in exchanges.

use super::terms::pieces;
use super::weights::Weights;
use spielraum_rules::spec::CapturedPieces::{ToCaptor, ToPrison};
use spielraum_rules::spec::{Ownership, PieceType};
use spielraum_rules::{Color, Rules};

/// What royals are worth in exchanges: more than everything else.
const ROYAL_VALUE: i32 = 100_000;

/// What capturing each piece swings, in centipawns, nothing for nobody's, by [`piece_index`](spielraum_rules::piece_index).
pub fn piece_values(rules: &Rules, weights: &Weights) -> Vec<i32> {
    let value = |(color, kind): (Color, PieceType)| match &rules.spec().pieces[kind.index()] {
        piece if piece.royal => ROYAL_VALUE,
        piece if piece.ownership != Ownership::Sides => 0,
        _ => weights.value(kind).early + hand_gain(rules, weights, color, kind),
    };
    pieces(rules).map(value).collect()
}

/// What a captured piece gives to its captor's hand, or leaves in its owner's prison.
fn hand_gain(rules: &Rules, weights: &Weights, color: Color, kind: PieceType) -> i32 {
    let Some(hands) = &rules.spec().hands else { return 0 };
    match &hands.captured {
        ToCaptor(table) => table[!color][kind.index()].map_or(0, |becomes| weights.hand(becomes).early),
        ToPrison(table) => table[color][kind.index()].map_or(0, |becomes| -weights.hand(becomes).early),
    }
}
