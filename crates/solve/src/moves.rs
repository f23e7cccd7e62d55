//! The moves that problems are made of: draws don't end play, and a game that is won has none.

use spielraum_rules::{GenType, Move, MoveList, Position};
use std::ops::ControlFlow;

/// Whether the game is won by the position alone: then there are no more moves.
pub(crate) fn is_won(position: &Position) -> bool {
    matches!(position.decided(), Some(Some(_)))
}

/// The moves of a kind, in a list that is emptied first.
pub(crate) fn list_moves(position: &Position, kind: GenType, moves: &mut MoveList) {
    moves.clear();
    if !is_won(position) {
        position.generate(kind, moves);
    }
}

/// One of the moves that the side to move has, or would have if the game were not won.
pub(crate) fn some_move(position: &Position) -> Option<Move> {
    let mut found = None;
    if position.decided().is_none() {
        let _ = position.for_each_legal(|m| {
            found = Some(m);
            ControlFlow::Break(())
        });
    } else {
        let mut moves = MoveList::new();
        position.generate(GenType::All, &mut moves);
        found = moves.first().copied();
    }
    found
}

/// The number of moves.
pub(crate) fn count_moves(position: &Position) -> u64 {
    if position.decided().is_none() {
        return position.count_legal();
    }
    let mut moves = MoveList::new();
    list_moves(position, GenType::All, &mut moves);
    moves.len() as u64
}
