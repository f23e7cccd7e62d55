//! Passing, royals that face each other, and points (O7 to O9).

use spielraum_rules::{Color, MoveKind, Position};
use spielraum_testkit::{position, rules, rules_of};

/// Plays moves; no game is over before the last of them.
fn play(game: &str, fen: &str, moves: &str) -> Position {
    let rules = rules(game);
    let mut position = if fen == "start" { rules.start() } else { position(&rules, fen) };
    for text in moves.split_whitespace() {
        assert_eq!(position.outcome(), None, "before {text} in {}", position.fen());
        position.make(position.parse_move(text).unwrap_or_else(|error| panic!("{error} in {}", position.fen())));
    }
    position
}

fn check(game: &str, fen: &str, moves: &str, winner: Option<Color>, code: &str) {
    let outcome = play(game, fen, moves).outcome().unwrap_or_else(|| panic!("{game}: {moves} ends nothing"));
    assert_eq!((outcome.winner, outcome.reason.code()), (winner, code), "{game}: {moves}");
}

fn texts(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().into_iter().map(|m| position.move_text(m)).collect();
    texts.sort();
    texts
}

const WHITE: Option<Color> = Some(Color::White);
const BLACK: Option<Color> = Some(Color::Black);

#[test]
fn two_passes_in_a_row_end_the_game_and_points_decide() {
    // Both sides have as many pieces, and Black one and a half points besides.
    check("janggi", "start", "pass pass", BLACK, "passes");
    check("janggitraditional", "start", "e2e2 e9e9", None, "passes");
    assert_eq!(play("janggi", "start", "pass e9d9 pass").outcome(), None);
    let chariot = "4k4/9/9/9/9/9/9/3A5/4K4/R8 w - - 0 1";
    check("janggimodern", chariot, "pass e10d10 a1a2 pass pass", WHITE, "passes");
}

#[test]
fn generals_that_face_each_other_must_be_parted_or_end_the_game() {
    let fen = "4k4/9/9/9/4P4/9/9/9/4K4/9 w - - 0 1";
    assert_eq!(texts(&play("janggi", fen, "e6d6")), ["e10d10", "e10e10", "e10f10"]);
    check("janggi", fen, "e6d6 pass", WHITE, "bikjang");
    check("janggitraditional", fen, "e6d6 pass", None, "bikjang");
    assert_eq!(play("janggi", fen, "e6d6 e10d10").outcome(), None);
    // Where facing means nothing, so does one pass.
    assert_eq!(play("janggicasual", fen, "e6d6 pass").outcome(), None);
    // A pass before means nothing: the side to move has not passed while they faced each other.
    assert_eq!(play("janggi", "4k4/9/9/9/4p4/9/9/9/4K4/9 w - - 0 1", "pass e6d6").outcome(), None);
}

/// The horse uncovers the generals and gives check; a pass ends the game there, so it is possible.
#[test]
fn in_check_a_side_passes_only_where_that_ends_the_game() {
    let uncovered = play("janggi", "3k5/9/9/9/3N5/9/9/9/3K5/9 w - - 0 1", "d6c8");
    assert!(uncovered.in_check());
    assert_eq!(texts(&uncovered), ["d10d10", "d10e10"]);
    check("janggi", "3k5/9/9/9/3N5/9/9/9/3K5/9 w - - 0 1", "d6c8 pass", WHITE, "bikjang");
    let covered = play("janggi", "3k5/9/9/9/3N5/9/3P5/9/3K5/9 w - - 0 1", "d6c8");
    assert!(covered.in_check() && !texts(&covered).contains(&"d10d10".to_owned()));
}

#[test]
fn a_pass_is_written_read_and_remembered() {
    let start = rules("janggi").start();
    let pass = start.parse_move("pass").unwrap();
    assert_eq!((pass.kind(), start.move_text(pass), start.san(pass)), (MoveKind::Pass, "e2e2".into(), "pass".into()));
    assert_eq!(start.read_san("pass"), Ok(pass));
    let after = play("janggi", "start", "pass");
    assert_eq!(after.fen(), "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 1 1 pass:w");
    assert_eq!(position(after.rules(), &after.fen()).hash(), after.hash());
    assert_ne!(position(after.rules(), after.fen().trim_end_matches(" pass:w")).hash(), after.hash());
    assert!(rules("chess").start().parse_move("pass").is_err());
}

#[test]
fn a_side_without_a_move_passes_where_it_may() {
    let text = "title \"Stuck\"\nsummary \"Stuck.\"\nboard files=3 ranks=3\npiece \"P\" \"Pawn\" { move-only { step \"forward\"; }; }\n\
                pass when=\"stuck\"\nend \"draw\" { passed; enemy { passed; }; }\ndraws \"most-points\"\n\
                start \"1p1/3/PP1 w - - 0 1\"";
    let rules = rules_of(text);
    let mut position = rules.start();
    for (moves, next) in
        [(&["a1a2", "b1b2"][..], "b1b2"), (&["b3b3"], "b3b3"), (&["a1a2"], "a1a2"), (&["b3b3"], "b3b3")]
    {
        assert_eq!(texts(&position), moves, "{}", position.fen());
        position.make(position.parse_move(next).unwrap());
    }
    for next in ["a2a3", "pass", "pass"] {
        position.make(position.parse_move(next).unwrap());
    }
    // Nobody can move any more, and White has two pieces, Black one.
    assert_eq!(position.outcome().map(|outcome| outcome.winner), Some(WHITE));
}

#[test]
fn a_full_board_may_end_the_game() {
    let text = "title \"Full\"\nsummary \"Full.\"\nboard files=2 ranks=2\npiece \"S\" \"Stone\" { step \"radial\"; }\nhand order=\"S\" { drop \"S\"; }\n\
                end \"draw\" { empty most=0; }\ndraws \"most-points\" black=\"0.5\"\npoints \"S\" worth=2\n\
                start \"s1/S1[Ss] w - - 0 1\"";
    let rules = rules_of(text);
    let mut position = rules.start();
    position.make(position.parse_move("S@b1").unwrap());
    assert_eq!(position.outcome(), None);
    position.make(position.parse_move("S@b2").unwrap());
    // Two stones each; half a point decides.
    assert_eq!(position.outcome().map(|outcome| outcome.winner), Some(BLACK));
}
