//! Pieces of several letters, and as many types as a game may have.

use spielraum_catalogue::{Source, load};
use spielraum_rules::spec::{MAX_PIECE_TYPES, PieceType};
use spielraum_rules::{Move, Position};
use spielraum_testkit::{random, random_game, rules_of};

/// Letters that begin with others' letters, in hands, promotions and on levels named by capitals.
const LETTERS: &str = r#"
    based-on "crazyhouse"
    piece "Q" "Queen" { slide "diagonal" }
    piece "QQ" "Great Queen" { slide "radial" }
    piece "QB" "Chancellor" { slide "orthogonal"; leap "(1,2)" }
    piece "+QB" "promoted Chancellor" { slide "radial"; leap "(1,2)" }
    promotion "QB" into="+QB" ends-in="last-rank"
    hand order="QQ QB Q R B N P" {
        returns "Q~" "R~" "B~" "N~" as="P"
        returns "+QB" as="QB"
        drop "P" in="between"
    }
    start "rnb{qq}kb{qb}r/pppppppp/8/8/8/8/PPPPPPPP/{QB}NB{QQ}KBNR[Q{QB}{qq}]"
"#;

#[test]
fn several_letters_stand_in_braces_in_positions_and_without_them_in_moves() {
    let rules = rules_of(LETTERS);
    let start = rules.start();
    let fen = "rnb{qq}kb{qb}r/pppppppp/8/8/8/8/PPPPPPPP/{QB}NB{QQ}KBNR[{QB}Q{qq}]";
    assert!(start.fen().starts_with(fen), "{}", start.fen());
    let named = |text: &str| start.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for (text, san) in [("QB@e4", "QB@e4"), ("Q@e4", "Q@e4"), ("d1d3", ""), ("a1b3", "QBb3"), ("b1c3", "Nc3")] {
        match start.parse_move(text) {
            Ok(m) => {
                assert_eq!((start.san(m), start.move_text(m)), (san.to_owned(), text.to_owned()));
                assert_eq!(start.read_san(san), Ok(named(text)));
            }
            Err(_) => assert!(san.is_empty(), "{text}"),
        }
    }
    for wrong in ["{qQ}", "{}", "{QQ", "{QQQQ}", "{Q1}", "QQ", "{ä}", "}"] {
        let fen = format!("4k3/8/8/8/8/8/8/{wrong}3K3[] w - - 0 1");
        assert!(Position::from_fen(&rules, &fen).is_err(), "{fen}");
    }
    // A single letter may stand in braces, too.
    let single = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/{QQ}3K2{R}[] w - - 0 1").unwrap();
    assert_eq!(single.fen().split(' ').next(), Some("4k3/8/8/8/8/8/8/{QQ}3K2R[]"));
}

#[test]
fn positions_and_moves_of_several_letters_are_read_as_they_are_written() {
    let (rules, mut random) = (rules_of(LETTERS), random(41));
    let (mut moves, mut promoted) = (0, 0);
    for plies in 0..60 {
        let position = random_game(&mut random, &rules, 2 * plies);
        let fen = position.fen();
        assert_eq!(Position::from_fen(&rules, &fen).map(|position| position.fen()), Ok(fen.clone()));
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        for (&m, san) in legal.iter().zip(position.sans(&legal)) {
            let text = position.move_text(m);
            assert_eq!(position.parse_move(&text), Ok(m), "{text} in {fen}");
            assert_eq!(position.read_san(&san), Ok(m), "{san} in {fen}");
            moves += 1;
            promoted += usize::from(san.contains("QBx") || text.contains("=QB") || fen.contains("+{"));
        }
    }
    assert!(moves > 2_000 && promoted > 20, "{moves} {promoted}");
}

/// A game of as many types as there may be, one of each on the board.
fn crowd() -> String {
    let second = || std::iter::once(String::new()).chain(('A'..='Z').map(String::from));
    let symbols = second().flat_map(|second| ('A'..='Z').map(move |first| format!("{first}{second}")));
    let symbols: Vec<String> = symbols.take(MAX_PIECE_TYPES).collect();
    let (last, others) = symbols.split_last().unwrap();
    let pieces: String = others.iter().map(|symbol| format!("piece \"{symbol}\" {{ step \"forward\" }}\n")).collect();
    let pieces = format!("{pieces}piece \"{last}\" royal=#true {{ step \"radial\" }}\n");
    let white: Vec<String> =
        symbols.chunks(16).map(|row| row.iter().map(|symbol| format!("{{{symbol}}}")).collect()).collect();
    let promotion = format!("promotion \"A\" into=\"{}\" ends-in=\"far\"\n", others[1..].join(" "));
    let start = format!("15{{{}}}/16/{}", last.to_lowercase(), white.join("/"));
    format!("board files=16 ranks=18\nregion \"far\" ranks=18\n{pieces}{promotion}start \"{start}\"\n")
}

#[test]
fn a_game_has_256_types() {
    let text = crowd();
    let rules = rules_of(&text);
    let start = rules.start();
    let types = rules.spec().pieces.len();
    assert_eq!(types, 256);
    let last = PieceType(255);
    let at = |position: &Position, kind| {
        rules.board().cells().filter(|&cell| position.piece_at(cell).is_some_and(|(_, there)| there == kind)).count()
    };
    assert_eq!((at(&start, last), at(&start, PieceType(127)), at(&start, PieceType(128))), (2, 1, 1));
    assert_eq!(Position::from_fen(&rules, &start.fen()).map(|position| position.fen()), Ok(start.fen()));
    let kinds: std::collections::BTreeSet<u8> =
        start.legal_moves().into_iter().filter_map(|m| Some(start.piece_at(m.from()?)?.1.0)).collect();
    // The row in front, and the royal at its end.
    assert_eq!(kinds, (0..16).collect());
    // A piece becomes any of the others, the last ones too.
    let fen = start.fen();
    let mut rows: Vec<&str> = fen.split('/').collect();
    rows[1] = "A15";
    let near = Position::from_fen(&rules, &rows.join("/")).unwrap();
    let promoting: Vec<Move> = near.legal_moves().into_iter().filter(|m| m.promotion().is_some()).collect();
    assert_eq!(promoting.len(), 254);
    for m in promoting {
        let mut after = near.clone();
        assert_eq!(near.parse_move(&near.move_text(m)), Ok(m));
        after.make(m);
        assert_eq!(after.piece_at(m.to()).map(|(_, kind)| kind), m.promotion());
        after.unmake();
        assert_eq!(after.fen(), near.fen());
    }
    let one_more = text.replacen("piece \"A\" ", "piece \"ZZZ\" { step \"forward\" }\npiece \"A\" ", 1);
    let refused = load(Source::Text { name: "test", text: &one_more }, &[]).map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("at most 256 kinds of pieces"), "{refused}");
}
