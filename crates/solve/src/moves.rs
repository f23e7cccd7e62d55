//! The moves that problems are made of.

use spielraum_rules::{GenType, MoveList, Position};

/// Whether the game is won by the position alone: then there are no more moves.
pub(crate) fn is_won(position: &Position) -> bool {
    matches!(position.decided(), Some(Some(_)))
}

/// The moves of a kind, in a list that is emptied first; draws don't end play.
pub(crate) fn list_moves(position: &Position, kind: GenType, moves: &mut MoveList) {
    moves.clear();
    if !is_won(position) {
        position.generate(kind, moves);
    }
}
