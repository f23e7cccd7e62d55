//! Moves in SAN: what is written is what python-chess writes, is read as the same move, and means no other.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Move, Position, SanError};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::seq::IndexedRandom;
use spielraum_testkit::{all_rules, cases, position, random, random_game, rules};
use std::collections::HashSet;

/// Positions of each game, and how many moves of each are read.
const POSITIONS: usize = 5;
const READ: usize = 24;

/// The legal move with the text that every game's moves have.
fn named(position: &Position, text: &str) -> Move {
    position.parse_move(text).unwrap_or_else(|error| panic!("{text} in {}: {error}", position.fen()))
}

#[test]
fn moves_are_written_as_python_chess_writes_them() {
    let (mut moves, mut mates, mut drops) = (0, 0, 0);
    for case in cases::sans() {
        let position = position(&rules(&case.game), &case.fen);
        assert_eq!(position.legal_moves().len(), case.sans.len(), "{}", case.fen);
        for (text, wanted) in &case.sans {
            let m = named(&position, text);
            assert_eq!(&position.san(m), wanted, "{text} in {}", case.fen);
            assert_eq!(position.read_san(wanted), Ok(m), "{wanted} in {}", case.fen);
            moves += 1;
            mates += usize::from(wanted.ends_with('#'));
            drops += usize::from(wanted.contains('@'));
        }
    }
    assert!(moves > 3_000 && mates > 5 && drops > 400, "{moves} {mates} {drops}");
}

#[test]
fn every_game_writes_moves_that_mean_no_other() {
    let mut random = random(58);
    for (id, rules) in all_rules() {
        let (mut read, mut positions) = (0, 0);
        // Games that end soon have more positions without a move.
        while positions < POSITIONS || read <= READ {
            positions += 1;
            assert!(positions < 100 * POSITIONS, "{id}: {read}");
            let plies = random.random_range(0..90);
            let position = random_game(&mut random, &rules, plies);
            let legal = position.legal_moves();
            let sans = position.sans(&legal);
            let different: HashSet<&String> = sans.iter().collect();
            assert_eq!(different.len(), sans.len(), "{id} {}", position.fen());
            let known: Vec<(Move, &String)> = legal.iter().copied().zip(&sans).collect();
            for &(m, san) in known.choose_multiple(&mut random, READ) {
                assert_eq!(&position.san(m), san);
                for text in [san.clone(), position.move_text(m), format!("{san}!?")] {
                    assert_eq!(position.read_san(&text), Ok(m), "{text} in {id} {}", position.fen());
                }
                read += 1;
            }
        }
    }
}

#[test]
fn moves_in_space_have_their_level_first() {
    let raumschach = rules("raumschach");
    // Letters of levels are capitals here, so pawns have their letter.
    let start = raumschach.start();
    assert_eq!(start.san(named(&start, "Ab2Ab3")), "PAb3");
    // Two rooks that differ in level, file or rank alone, and in none of them.
    for (fen, text, wanted) in [
        ("4k/5/5/5/5|5/5/5/5/5|R4/5/5/5/5|5/5/5/5/5|R4/5/5/5/K4 w - - 0 1", "Ca5Da5", "RCDa5"),
        ("5/5/5/5/4K|5/5/5/5/5|R3R/5/5/5/5|5/5/5/5/5|5/5/5/5/4k w - - 0 1", "Ca5Cc5", "RaCc5"),
        ("5/5/5/5/4K|5/5/5/5/5|R4/5/5/5/R4|5/5/5/5/5|5/5/5/5/4k w - - 0 1", "Ca5Ca3", "R5Ca3"),
    ] {
        let position = position(&raumschach, fen);
        let m = named(&position, text);
        assert_eq!(position.san(m).trim_end_matches(['+', '#']), wanted, "{fen}");
        assert_eq!(position.read_san(wanted), Ok(m));
    }
    // A level called `x` must not look like a capture.
    let stockgi = rules("stockgi");
    let start = stockgi.start();
    let pawn = named(&start, "xd3xd4");
    assert_eq!(start.san(pawn), "d-xd4");
    assert_eq!(start.read_san("Pd-xd4"), Ok(pawn));
}

#[test]
fn promotions_drops_swaps_and_changes_elsewhere_have_their_signs() {
    let mut random = random(7);
    let mut found = HashSet::new();
    for (id, _) in all_rules() {
        for _ in 0..12 {
            let position = random_game(&mut random, &rules(id), 120);
            for san in position.sans(&position.legal_moves()) {
                let body = san.trim_end_matches(['+', '#']);
                for sign in ["x", "@", "~", ","] {
                    if body.contains(sign) {
                        found.insert(sign.to_owned());
                    }
                }
                if san.contains('=') {
                    found.insert("=".to_owned());
                }
                if body.starts_with('+') {
                    found.insert("+R".to_owned());
                }
            }
        }
    }
    for sign in ["x", "@", "~", ",", "=", "+R"] {
        assert!(found.contains(sign), "no move with {sign}: {found:?}");
    }
}

#[test]
fn a_declined_promotion_differs_from_a_check() {
    let shogi = rules("shogi");
    let position = position(&shogi, "4k4/9/9/9/9/9/9/8B/4K4[] w - - 0 1");
    let texts = ["i2c8+", "i2c8"].map(|text| position.san(named(&position, text)));
    assert_eq!(texts, ["Bc8+", "Bc8="]);
    for text in texts {
        let m = position.read_san(&text).unwrap();
        assert_eq!(position.san(m), text);
    }
}

#[test]
fn castlings_to_one_side_have_the_letters_of_their_rights() {
    let text = r#"
        title "Three rooks"
        board files=8 ranks=8
        piece "K" "King" royal=#true { step "orthogonal" "diagonal" }
        piece "R" "Rook" { slide "orthogonal" }
        castling "K" king="d1-f1" rook="h1-e1"
        castling "G" king="d1-g1" rook="g1-f1"
        castling "Q" king="d1-b1" rook="a1-c1"
        start "r2k2rr/8/8/8/8/8/8/R2K2RR"
    "#;
    let several = load(Source::Text { text, name: "several" }, &[]).unwrap().rules().unwrap();
    for (fen, castlings) in [
        ("3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1", ["O-O-K", "O-O-O"]),
        ("3k4/8/8/8/8/8/8/R2K2R1 w GQ - 0 1", ["O-O-G", "O-O-O"]),
    ] {
        let position = position(&several, fen);
        let sans = position.sans(&position.legal_moves());
        let mut found: Vec<&String> = sans.iter().filter(|san| san.starts_with('O')).collect();
        found.sort();
        assert_eq!(found, castlings.iter().collect::<Vec<_>>());
        for san in found {
            assert_eq!(position.san(position.read_san(san).unwrap()), *san);
        }
    }
}

#[test]
fn what_people_write_otherwise_is_read() {
    let chess = rules("chess");
    let castles = "r3k2r/P5pp/8/2pP4/8/8/6PP/R3K2R w KQkq c6 0 20";
    let knights = "7k/8/8/1N3N2/8/1N3N2/8/K5Q1 w - - 0 1";
    let promotes = "1n1q3k/P1P5/8/8/8/8/8/K7 w - - 0 1";
    for (fen, texts, wanted) in [
        (castles, &["O-O", "0-0", "o-o", "O-O!", "0-0+", "e1-g1", "O\u{2013}O"][..], "e1g1"),
        (castles, &["O-O-O", "0-0-0", "e1-c1", "e1c1"][..], "e1c1"),
        (
            castles,
            &["dxc6", "d5c6", "dc6", "d5xc6", "d:c6", "dxc6 e.p.", "dxc6e.p.", "dxc6ep", "Pxc6", "d×c6+"][..],
            "d5c6",
        ),
        (knights, &["Nb5d4", "Nb5-d4", "Nb5d4+", "♘b5d4", "b5d4", "b5-d4"][..], "b5d4"),
        (
            promotes,
            &["axb8=Q", "axb8Q", "axb8=q", "axb8(Q)", "axb8(=Q)", "axb8/Q", "ab8Q", "a7b8q", "a7xb8=Q+"][..],
            "a7b8=Q",
        ),
    ] {
        let position = position(&chess, fen);
        let m = named(&position, wanted);
        for text in texts {
            assert_eq!(position.read_san(text), Ok(m), "{text} in {fen}");
        }
    }
    assert!(matches!(
        position(&chess, promotes).read_san("Pxb8=Q"),
        Err(SanError::Ambiguous { candidates, .. }) if candidates.len() == 2
    ));
    let house = position(&rules("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1");
    for text in ["@e6", "P@e6", "P*e6"] {
        assert_eq!(house.read_san(text), Ok(named(&house, "P@e6")), "{text}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let chess = rules("chess");
    let start = chess.start();
    let refused = |position: &Position, text: &str| position.read_san(text).expect_err(text).to_string();
    for text in ["", "hello", "--", "Ke", "1.", &"e4".repeat(40), "Нf3", "@", "~", "O-", "x", "=Q", "+", ",,", "e٤"] {
        assert!(
            matches!(start.read_san(text), Err(SanError::NotUnderstood { .. })),
            "{text}: {:?}",
            start.read_san(text)
        );
    }
    assert_eq!(refused(&start, "Ne4"), "Ne4 is not legal here; legal: e4");
    assert_eq!(refused(&start, "Qh6"), "Qh6 is not legal here; no move leads to h6");
    assert_eq!(refused(&start, "O-O"), "O-O is not legal here; castling is not possible");
    assert_eq!(refused(&start, "e5e6"), "there is no piece on e5");
    let rooks = position(&chess, "1k6/8/8/8/8/8/4K3/R6R w - - 0 1");
    let Err(SanError::Ambiguous { mut candidates, .. }) = rooks.read_san("Rd1") else { panic!("two rooks") };
    candidates.sort();
    assert_eq!(candidates, ["Rad1", "Rhd1"]);
    let mated = position(&chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert!(refused(&mated, "Kh7").contains("checkmate"));
}
