//! What holds of every position.

use crate::dice::Dice;
use spielraum_rules::{Move, Position};
use std::collections::HashSet;

/// How many of a position's moves are made and taken back.
const MOVES_MADE: usize = 6;

/// Checks the round trips of a position and of some of its moves.
pub fn check_position(position: &mut Position, dice: &mut Dice) {
    let fen = position.fen();
    let hash = position.hash();
    check_fen(position);

    let moves = position.legal_moves();
    assert_eq!(position.count_legal(), moves.len() as u64, "as many moves are counted as generated: {fen}");
    let texts: HashSet<String> = moves.iter().map(|&m| position.move_text(m)).collect();
    assert_eq!(texts.len(), moves.len(), "no two moves are written alike: {fen}");
    if position.outcome_of_position().is_some() {
        assert!(moves.is_empty(), "a finished game has no moves: {fen}");
    }
    for _ in 0..MOVES_MADE.min(moves.len()) {
        if let Some(&m) = dice.pick(&moves) {
            check_move(position, m);
        }
    }
    assert_eq!((position.fen(), position.hash()), (fen, hash), "taking back restores the position");
}

fn check_fen(position: &Position) {
    let fen = position.fen();
    match Position::from_fen(position.rules(), &fen) {
        Ok(again) => {
            assert_eq!(again.fen(), fen, "a FEN is read as it was written");
            assert_eq!(again.hash(), position.hash(), "the running hash is the fresh one: {fen}");
        }
        Err(error) => panic!("a position's own FEN is refused: {fen}: {error}"),
    }
}

fn check_move(position: &mut Position, m: Move) {
    let text = position.move_text(m);
    let fen = position.fen();
    assert!(position.is_legal(m), "{text} was generated, so it is legal: {fen}");
    match position.parse_move(&text) {
        Ok(again) => assert_eq!(again, m, "{text} is read as it was written: {fen}"),
        Err(error) => panic!("{text} can't be read: {fen}: {error}"),
    }
    let san = position.san(m);
    match position.read_san(&san) {
        Ok(again) => assert_eq!(again, m, "{san} is read as it was written: {fen}"),
        Err(error) => panic!("{san} can't be read: {fen}: {error}"),
    }
    position.make(m);
    check_fen(position);
    position.unmake();
}
