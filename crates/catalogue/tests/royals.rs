//! Sides with several royals (G13), or with none. The numbers of moves are Fairy-Stockfish's (pyffish 0.0.90), where such royals
//! are `extinctionPieceTypes` with `extinctionPseudoRoyal`, and `dupleCheck` where all count at once, and the White of `horde` has no king.

use spielraum_rules::{Color, Outcome, Position, Reason};
use spielraum_testkit::rules_of;

/// Chess with a queen that is royal, too.
const ROYAL_QUEEN: &str = r#"
    based-on "chess"
    remove "castling"
    piece "Q" "Queen" royal=#true { as "queen" }
    promotion "P" into="R B N" ends-in="last-rank"
"#;

/// Two kings for each side, and cannons.
const TWO_KINGS: &str = r#"
    based-on "chess"
    remove "castling"
    remove "piece" "Q"
    piece "C" "Cannon" { move-only { slide "orthogonal" }; capture-only { hop "orthogonal" } }
    promotion "P" into="R B N" ends-in="last-rank"
    bare-royals "play-on"
    start "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR"
"#;

/// Two kings for each side, of which the last must be safe.
const LAST_KING: &str = r#"
    based-on "chess"
    remove "castling"
    remove "piece" "Q"
    promotion "P" into="R B N" ends-in="last-rank"
    bare-royals "play-on"
    royals "last"
    start "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR"
"#;

/// Two kings for each side, which may not both be attacked.
const ALL_KINGS: &str = r#"
    based-on "chess"
    remove "castling"
    remove "piece" "Q"
    promotion "P" into="R B N" ends-in="last-rank"
    bare-royals "play-on"
    royals "all"
    start "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR"
"#;

/// A king against pawns.
const HORDE: &str = r#"
    based-on "chess"
    remove "castling"
    extinction "Everything" members="K Q R B N P" least=1
    start "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/8"
"#;

#[test]
fn moves_are_those_of_another_program() {
    for (text, positions) in [
        (
            ROYAL_QUEEN,
            &[
                ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", [20, 400, 8882]),
                ("r3k2r/p1pp1pb1/bn1qpnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1", [39, 1461, 54942]),
                ("4k3/2q5/8/1b6/4N3/1Q6/3R4/4K3 b - - 0 1", [23, 697, 11779]),
            ][..],
        ),
        (
            TWO_KINGS,
            &[
                ("rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", [20, 400, 8682]),
                ("r2kk2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N4p/PPPBBPPP/R2K1K1R w - - 0 1", [38, 1344, 48681]),
                ("4k3/2k5/8/1b3r2/4N3/2K3B1/3R4/4K3 b - - 0 1", [6, 187, 3934]),
                ("r1bkkb1r/pppppppp/1c4c1/8/8/1C4C1/PPPPPPPP/R1BKKB1R w - - 0 1", [30, 784, 20856]),
                ("4k3/2k1c3/8/1b3r2/2c1N3/2K1C1B1/3R4/4K3 b - - 0 1", [7, 223, 5902]),
            ],
        ),
        (
            LAST_KING,
            &[
                ("rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", [20, 400, 8682]),
                ("r2kk2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N4p/PPPBBPPP/R2K1K1R w - - 0 1", [41, 1548, 61678]),
                ("4k3/2k5/8/1b3r2/4N3/2K3B1/3R4/4K3 b - - 0 1", [33, 1204, 37567]),
                ("4k3/8/3b4/1r3r2/4N3/2K3B1/3R2p1/4K3 b - - 0 1", [41, 1373, 48268]),
            ],
        ),
        (
            ALL_KINGS,
            &[
                ("rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", [20, 400, 8682]),
                ("r2kk2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N4p/PPPBBPPP/R2K1K1R w - - 0 1", [41, 1547, 60743]),
                ("4k3/2k5/8/1b3r2/4N3/2K3B1/3R4/4K3 b - - 0 1", [31, 1124, 33080]),
                ("4k3/8/3b4/1r3r2/4N3/2K3B1/3R2p1/4K3 b - - 0 1", [41, 1350, 47388]),
            ],
        ),
        (
            HORDE,
            &[
                ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/8 w - - 0 1", [8, 128, 1274]),
                ("r3k2r/pppq1ppp/2n2n2/1PPppPP1/PPP2PPP/PPPP1PPP/PP1PPPPP/8 b - - 0 1", [34, 386, 13036]),
            ],
        ),
    ] {
        let rules = rules_of(text);
        for (fen, counts) in positions {
            let position = Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), *counts, "{fen}");
        }
    }
}

#[test]
fn one_royal_attacked_is_check_and_must_be_answered() {
    let position = Position::from_fen(&rules_of(TWO_KINGS), "3kk3/8/8/8/8/3r4/8/3K1K2 w - - 0 1").unwrap();
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(|m| position.move_text(m)).collect();
    moves.sort();
    assert_eq!(moves, ["d1c1", "d1c2", "d1e1", "d1e2"]);
    assert!(position.in_check());
    let checked: Vec<_> = position.checked_royals().iter().collect();
    assert_eq!(checked, [position.rules().board().find("d1").unwrap()]);
}

#[test]
fn a_position_has_the_royals_of_the_start() {
    let rules = rules_of(TWO_KINGS);
    let fault = |fen: &str| Position::from_fen(&rules, fen).unwrap_err().to_string();
    assert_eq!(fault("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"), "black must have 2 of the royal piece `K`, not 1");
    assert_eq!(fault("3kk3/8/8/8/8/8/8/2KKK3 w - - 0 1"), "white must have 2 of the royal piece `K`, not 3");
    assert_eq!(fault("3kk3/8/8/8/8/4r3/8/3KK3 b - - 0 1"), "black is to move and could capture white's royal piece");
}

#[test]
fn a_fork_of_two_kings_is_mate() {
    let mut position = Position::from_fen(&rules_of(TWO_KINGS), "2k3k1/8/8/5N2/8/8/8/3KK3 w - - 0 1").unwrap();
    position.make(position.parse_move("f5e7").unwrap());
    assert_eq!(position.outcome(), Some(Outcome { winner: Some(Color::White), reason: Reason::Checkmate }));
}

#[test]
fn kings_and_castling_rights_come_from_the_hand() {
    let rules = spielraum_testkit::rules("placement");
    let mut position = rules.start();
    assert!(!position.in_check());
    for text in ["K@e1", "B@a8", "B@c1", "K@d8", "R@h1", "R@h8"] {
        position.make(position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
    let fen = position.fen();
    assert_eq!(fen.split(' ').nth(2), Some("K"), "{fen}: White alone has its king on its cell");
    let legal = |text: &str| position.parse_move(text).is_ok_and(|m| position.is_legal(m));
    assert!(!legal("B@a1") && legal("B@b1"), "a bishop stands on a dark cell already");
    assert!(!legal("a2a3"), "a side with pieces in hand drops");
    assert_eq!(Position::from_fen(&rules, &fen).unwrap().fen(), fen);
    let kingless = "4k3/8/8/8/8/8/8/8[Q] w - - 0 1";
    assert!(Position::from_fen(&rules, kingless).is_err(), "a side has its king on the board or in hand");
}
