//! What is known of chess endgames.

use crate::slow::positions;
use crate::{material, rules, statistics, tables};
use spielraum_endgames::Value;
use spielraum_rules::Color;

/// The longest win of White, in moves: published since Thompson's first tables (1986).
#[test]
fn longest_wins_of_chess_are_the_known_ones() {
    let rules = rules("chess");
    for (text, moves) in [("KQ v K", 10), ("KR v K", 16), ("KBB v K", 19), ("KR v KB", 29)] {
        let found = statistics(&rules, text).white_to_move.longest_win;
        assert_eq!(found, Some(2 * moves - 1), "{text}");
    }
}

/// The known 28 moves are for a pawn from the second rank on; a setup may have one on the first (G7).
#[test]
fn the_longest_win_of_a_pawn_is_the_known_one() {
    let (rules, folder) = (rules("chess"), tempfile::tempdir().expect("a folder"));
    let tables = tables(&rules, "KP v K", folder.path());
    let mut longest = 0;
    positions(&rules, &material(&rules, "KP v K"), |position| {
        let pawn = rules.board().cells().find(|&cell| position.piece_at(cell).is_some_and(|(_, kind)| !is_king(kind)));
        let rank = pawn.map(|cell| rules.board().coord(cell).rank);
        if position.side_to_move() == Color::White
            && rank.is_some_and(|rank| rank > 0)
            && let Some(Value::Win(plies)) = tables.probe(&position).expect("a sound table")
        {
            longest = longest.max(plies);
        }
    });
    assert_eq!(longest, 2 * 28 - 1);

    fn is_king(kind: spielraum_rules::spec::PieceType) -> bool {
        kind.index() == 0
    }
}

#[test]
fn a_lone_minor_piece_wins_nothing() {
    let rules = rules("chess");
    for text in ["KB v K", "KN v K"] {
        let found = statistics(&rules, text);
        assert_eq!((found.white_to_move.won, found.black_to_move.won), (0, 0), "{text}");
        assert_eq!(found.white_to_move.legal, found.white_to_move.drawn);
    }
}

/// Placements that python-chess takes for legal: the side that has moved is not in check, the kings do not touch.
#[test]
fn legal_positions_of_chess_are_as_many_as_another_program_counts() {
    let rules = rules("chess");
    for (text, white, black) in [("KQ v K", 144_508, 223_944), ("KR v K", 175_168, 223_944)] {
        let found = statistics(&rules, text);
        assert_eq!((found.white_to_move.legal, found.black_to_move.legal), (white, black), "{text}");
    }
}

/// Every position, by the rules' own legal moves.
#[test]
fn the_queen_wins_in_space() {
    let (rules, folder) = (rules("raumschach"), tempfile::tempdir().expect("a folder"));
    let tables = tables(&rules, "KQ v K", folder.path());
    let material = material(&rules, "KQ v K");
    let (checked, wrong) = tables.verify(&material).expect("a table");
    assert!(checked > 50_000 && wrong.is_none(), "{checked} {wrong:?}");
    let white = tables.statistics(&material).expect("a table").white_to_move;
    assert_eq!((white.won, white.longest_win), (white.legal, Some(15)));
}
