//! Turns of several parts (G11), and pieces of nobody that they place.

use spielraum_catalogue::{Source, load};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, Owner, Position, Rules};
use spielraum_testkit::{rules, rules_of};

/// Chess pieces of which each side moves two in a turn.
const DOUBLE: &str = r#"
    based-on "chess"
    piece "K" "King" royal=#false { as "king" }
    turn { move; move; }
    extinction "King" members="K"
"#;

/// After each move a stone comes to the board, and stays.
const STONES: &str = r#"
    board files=3 ranks=3
    piece "K" "King" { step "radial" }
    piece "S" "Stone" owner="nobody"
    region "middle" ranks=2
    turn { move; place "S" in="middle" new=#true; }
    stalemate "loss"
    start "k2/3/2K"
"#;

fn position(rules: &Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text} in {}: {error}", position.fen()));
        let next = position.side_after(m);
        position.make(m);
        assert_eq!(position.side_to_move(), next, "{text}");
    }
}

#[test]
fn a_turn_of_duck_chess_is_a_move_and_the_duck() {
    let rules = rules("duck");
    let mut game = rules.start();
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -");
    play(&mut game, "e2e4");
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1 2");
    assert_eq!(game.legal_moves().len(), 32);
    play(&mut game, "D@e5");
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/4!D3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 -");
    // It stands in the way of the pawn, and goes on from where it is.
    assert!(game.parse_move("e7e5").is_err());
    play(&mut game, "g8f6 *e6");
    assert_eq!(game.fen(), "rnbqkb1r/pppppppp/4!Dn2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 -");
    let duck = rules.spec().pieces.iter().position(|piece| piece.is_neutral()).unwrap();
    let (duck, cell) = (PieceType(duck as u8), |name| rules.board().find(name).unwrap());
    let changes = [Change::Leaves(Owner::Nobody, duck, cell("e5")), Change::Comes(Owner::Nobody, duck, cell("e6"))];
    assert_eq!(game.last_piece_changes(), changes);
    let fen = game.fen();
    for _ in 0..4 {
        assert!(game.unmake().is_some());
    }
    assert_eq!(game.hash(), rules.start().hash());
    play(&mut game, "e2e4 e5 g8f6 e6");
    assert_eq!(game.fen(), fen);
}

#[test]
fn whole_turns_and_positions_of_fairy_stockfish_are_read() {
    let rules = rules("duck");
    let theirs = position(&rules, "rnbqkbnr/pppppppp/8/8/8/P7/*PPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(theirs.fen(), "rnbqkbnr/pppppppp/8/8/8/P7/!DPPPPPPP/RNBQKBNR b KQkq - 0 1 -");
    let start = rules.start();
    let turn = |text: &str| start.parse_turn(text).map(|moves| moves.len());
    for text in ["e2e4,e4d5", "e2e4,D@d5", "e2e4,d5", "e2e4,*d5"] {
        assert_eq!(turn(text), Ok(2), "{text}");
    }
    assert_eq!(turn("e2e4"), Ok(1));
    for text in ["e2e4,e4e2,e7e5", "e2e4,e4e7", "e2e5,e5d5", "e2e4,", ",", "e2e4,e4d5,d5d6"] {
        assert!(turn(text).is_err(), "{text}");
    }
    let why = |text: &str, moves: &str| {
        let mut position = start.clone();
        play(&mut position, moves);
        position.parse_move(text).unwrap_err().to_string()
    };
    assert!(why("e7e5", "e2e4").contains("the Duck is to be placed; legal: D@"));
}

#[test]
fn a_captured_king_is_lost_when_the_turn_is_over() {
    let rules = rules("duck");
    let mut game = position(&rules, "k7/8/8/8/8/8/8/R3K3 w - - 0 1 -");
    play(&mut game, "a1a8");
    assert!(game.outcome().is_none());
    assert_eq!((game.foregone(), game.legal_moves().len()), (Some(Color::White), 62));
    play(&mut game, "D@a1");
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Color::White)));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn a_side_without_a_move_has_won_duck_chess() {
    let rules = rules("duck");
    let winner = |fen: &str| position(&rules, fen).outcome().map(|outcome| outcome.winner);
    // The duck stands before the last pawn that could move.
    assert_eq!(winner("8/8/8/8/8/p1k5/P!D6/KP6 w - - 0 1 -"), Some(Some(Color::White)));
    assert_eq!(winner("7!D/8/8/8/8/p1k5/P7/KP6 w - - 0 1 -"), None);
}

#[test]
fn a_double_step_is_answered_in_the_next_turn() {
    let rules = rules("duck");
    let start = position(&rules, "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1 -");
    // Where the pawn came from the duck may stand, on the cell passed it may not.
    for (duck, answers) in [("e2", true), ("a1", true), ("f3", true), ("e3", false)] {
        let mut game = start.clone();
        play(&mut game, &format!("e2e4 {duck}"));
        assert_eq!(game.parse_move("f4e3").is_ok(), answers, "{duck}");
        let again = position(&rules, &game.fen());
        assert_eq!((again.fen(), again.hash()), (game.fen(), game.hash()), "{duck}");
        if answers {
            play(&mut game, "f4e3");
            assert!(game.fen().starts_with("4k3/8/8/"), "{}", game.fen());
            assert!(!game.fen().contains('P'));
        }
    }
}

#[test]
fn two_moves_make_a_turn() {
    let rules = rules_of(DOUBLE);
    let mut game = rules.start();
    // 20 first moves; each second one is counted by making the first.
    let by_hand: usize = game
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut after = game.clone();
            after.make(m);
            assert_eq!((after.side_to_move(), after.part()), (Color::White, 1));
            after.legal_moves().len()
        })
        .sum();
    assert_eq!(game.perft(1), by_hand as u64);
    play(&mut game, "e2e4");
    assert!(game.parse_move("e7e5").is_err());
    assert_eq!(game.perft(1), game.legal_moves().len() as u64);
    // A double step can be answered if it is the last move of its turn.
    play(&mut game, "a2a3 d7d5 d5d4 c2c4 h2h3");
    assert!(game.parse_move("d4c3").is_err());
    play(&mut game, "a7a6 a6a5 h3h4 c4c5 b7b5");
    assert!(game.parse_move("c5b6").is_err());
    play(&mut game, "h7h6 c5c6 b2b4");
    assert!(game.fen().contains(" b KQkq b3 "), "{}", game.fen());
    play(&mut game, "a5b4 g7g6");
    assert_eq!((game.side_to_move(), game.fullmove_number()), (Color::White, 5));
}

#[test]
fn stones_come_until_nobody_can_make_a_whole_turn() {
    let rules = rules_of(STONES);
    let mut game = rules.start();
    assert_eq!(game.perft(1), 2 * 2 + 3);
    play(&mut game, "c1b1 S@a2 a3b3 S@b2 b1a1 S@c2");
    assert_eq!(game.fen(), "1k1/!S!S!S/K2 b - - 3 2 -");
    // There is a move, and no cell for another stone.
    play(&mut game, "b3a3");
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Color::White)));
}

#[test]
fn turns_that_can_not_be_are_refused_with_their_reason() {
    let chess = |words: &str| {
        let text = format!("based-on \"chess\"\npiece \"D\" \"Duck\" owner=\"nobody\"\n{words}\n");
        match load(Source::Text { name: "test", text: &text }, &[]) {
            Ok(_) => String::new(),
            Err(report) => report.to_string(),
        }
    };
    let plain = "piece \"K\" \"King\" royal=#false { as \"king\" }\n";
    for (words, wanted) in [
        ("turn { move; place \"D\"; }", "has no royal piece"),
        ("turn { place \"D\"; move; }", "a turn begins with a `move`"),
        ("turn { }", "a turn begins with a `move`"),
    ] {
        assert!(chess(words).contains(wanted), "{words}: {}", chess(words));
    }
    for (words, wanted) in [
        ("turn { move; place \"Q\"; }", "only one that belongs to nobody can be placed"),
        ("turn { move; place \"Z\"; }", "`Z`"),
        ("turn { move; move; move; move; move; move; move; move; move; }", "8 parts at most"),
    ] {
        let words = format!("{plain}{words}");
        assert!(chess(&words).contains(wanted), "{words}: {}", chess(&words));
    }
    // `turn { move }` is how every game is played, with royals, too.
    assert_eq!(chess("turn { move; }"), "");
    let two = Position::from_fen(&rules("duck"), "4k3/8/8/8/8/8/!D7/!D3K3 w - - 0 1 -").unwrap_err();
    assert_eq!(two.to_string(), "2 of `D` are on the board, which has one at most");
    let part = Position::from_fen(&rules("duck"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1 3").unwrap_err();
    assert!(part.to_string().contains("part of a turn"), "{part}");
}
