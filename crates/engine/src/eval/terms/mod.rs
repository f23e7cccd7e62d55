//! The terms of the evaluation, a file for each. Each has its weights ready for use and writes to an
//! [`Output`](super::output::Output).

pub(super) mod extinction;
pub(super) mod king_zone;
pub(super) mod mobility;
pub(super) mod outposts;
pub(super) mod pairs;
pub(super) mod pawns;
pub(super) mod placement;
pub(super) mod tempo;
pub(super) mod threats;

use super::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules};

/// All pieces of a game, in the order of [`piece_index`](spielraum_rules::piece_index).
pub(super) fn pieces(rules: &Rules) -> impl Iterator<Item = (Color, PieceType)> {
    rules.spec().piece_types().flat_map(|kind| Color::BOTH.map(|color| (color, kind)))
}

/// The weight of a term for each piece, by [`piece_index`](spielraum_rules::piece_index).
fn by_piece(rules: &Rules, weights: &Weights, term: Term) -> Vec<Weight> {
    pieces(rules).map(|(_, kind)| weights.get(term, kind, 0)).collect()
}
