//! First moves and gates (G14, G15): what Fairy-Stockfish (pyffish 0.0.90) says of single positions.

use spielraum_rules::{Position, Rules};
use spielraum_testkit::rules;

fn play(rules: &Rules, fen: Option<&str>, moves: &[&str]) -> Position {
    let mut position = fen.map_or_else(|| rules.start(), |fen| Position::from_fen(rules, fen).unwrap());
    for text in moves {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.make(m);
    }
    position
}

fn texts(position: &Position, from: &str) -> Vec<String> {
    let texts = position.legal_moves().into_iter().map(|m| position.move_text(m));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(from)).collect();
    texts.sort();
    texts
}

const ITALIAN: [&str; 6] = ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"];

#[test]
fn a_piece_comes_to_the_cell_that_is_left() {
    let rules = rules("seirawan");
    let position = play(&rules, None, &["b1a3h", "b8a6/E"]);
    assert_eq!(position.fen(), "rebqkbnr/pppppppp/n7/8/8/N7/PPPPPPPP/RHBQKBNR[Eh] w KQCDFGkqcdfg - 2 2");
    assert_eq!(play(&rules, None, &["e2e4", "e7e5", "e1e2", "e8e7"]).fen().split(' ').nth(2), Some("ABCDFGHabcdfgh"));
}

#[test]
fn a_castling_makes_room_on_either_cell() {
    let rules = rules("seirawan");
    let position = play(&rules, None, &ITALIAN);
    assert_eq!(position.fen().split(' ').nth(2), Some("KQBCDkqbcd"));
    assert_eq!(texts(&position, "e1g1"), ["e1g1", "e1g1/Ee1", "e1g1/Eh1", "e1g1/He1", "e1g1/Hh1"]);
    let after = |text| play(&rules, Some(&position.fen()), &[text]).fen();
    let behind = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/";
    assert_eq!(after("e1g1/He1"), format!("{behind}RNBQHRK1[Ehe] b ABCDkqbcd - 5 4"));
    assert_eq!(after("e1g1/Hh1"), format!("{behind}RNBQ1RKH[Ehe] b ABCDkqbcd - 5 4"));
    let m = position.parse_move("e1g1/Hh1").unwrap();
    assert_eq!(position.san(m), "O-O/Hh1");
    assert_eq!(position.read_san("0-0/Hh1"), Ok(m));
}

#[test]
fn who_comes_closes_no_line() {
    let rules = rules("seirawan");
    let position = play(&rules, Some("4k3/8/8/8/8/8/8/R2QKB1r[HEhe] w ABCDEF - 0 1"), &[]);
    assert!(texts(&position, "f1").is_empty(), "the bishop is pinned");
    let position = play(&rules, Some("4k3/8/8/8/8/8/8/R3K2r[HEhe] w AE - 0 1"), &[]);
    let expected = ["e1d2", "e1d2/E", "e1d2/H", "e1e2", "e1e2/E", "e1e2/H", "e1f2", "e1f2/E", "e1f2/H"];
    assert_eq!(texts(&position, ""), expected);
}

#[test]
fn nobody_comes_twice_or_where_a_piece_has_moved() {
    let rules = rules("seirawan");
    let position = play(&rules, None, &["b1c3", "a7a6", "c3b1", "a6a5"]);
    assert_eq!(texts(&position, "b1"), ["b1a3", "b1c3"]);
    let position = play(&rules, None, &["b1c3/H", "a7a6", "g1f3/E", "a6a5"]);
    assert_eq!(position.fen().split(' ').nth(2), Some("KQkqbcdfg"), "White's hand is empty");
}

#[test]
fn a_first_move_is_lost_by_a_move_in_check_and_to_a_rook() {
    let rules = rules("cambodian");
    assert_eq!(texts(&rules.start(), "d1"), ["d1b2", "d1c2", "d1d2", "d1e2", "d1f2"]);
    let rights = |text| {
        let position = play(&rules, Some("4k3/8/8/r7/8/3P4/8/3KM3 b DE - 0 1"), &[text]);
        position.fen().split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(
        (rights("a5d5"), rights("a5a1"), rights("a5a4"), rights("a5e5")),
        ("E".into(), "E".into(), "DE".into(), "DE".into())
    );
    let moved = play(&rules, None, &["d1d2", "h6h5", "d2d1", "h5h4"]);
    assert_eq!(texts(&moved, "d1"), ["d1c2", "d1d2", "d1e2"]);
    let in_check = play(&rules, Some("4k3/8/8/8/3r4/8/8/3KM3 w DE - 0 1"), &[]);
    assert_eq!(texts(&in_check, ""), ["d1c1", "d1c2", "d1e2", "e1d2"]);
}
