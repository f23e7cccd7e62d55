//! Pieces that belong to nobody (G9).

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Change, Color, Owner, Position, Rules, SetupReason};

/// Walls as Fairy-Stockfish has them, written `*` there: a game, a position, and the numbers of sequences of 1, 2 and 3 plies that
/// it counts (pyffish 0.0.90). In its Shogi a pawn may not come to stand before a wall as if that were the edge of the board;
/// here no pawn does.
const WALLS: &[(&str, &str, [u64; 3])] = &[
    ("chess", "rnbqkbnr/pppppppp/8/2*2*2/3**3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [18, 324, 6248]),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN1*1/1p2P3/2N2Q1p/PPPB*PPP/R3K2R w KQkq - 0 1", [40, 1635, 65182]),
    ("chess", "r3k1*r/8/3*4/8/4*3/8/8/R2*K2R w KQkq - 0 1", [23, 449, 9666]),
    ("chess", "4k3/P1*1P3/8/1*q1*3/4R3/8/3*P3/4K3 w - - 0 1", [15, 240, 3752]),
    ("chess", "3*k3/4r3/8/4*3/8/2b1B3/3*4/4K2q w - - 0 1", [3, 105, 878]),
    ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/3*1*3/4*4/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", [43, 1876, 74368]),
    ("xiangqi", "r1bakab1r/9/1cn2*nc1/p1p1*1p1p/9/9/P1P1P1P1P/1C2C1N1*/4*4/RNBAKAB1R w - - 0 1", [25, 940, 24377]),
    ("xiangqi", "3k5/4*4/9/9/4c4/9/9/4C4/4*4/4K4 w - - 0 1", [3, 39, 451]),
    ("shogi", "lnsgkgsnl/1r*3*b1/ppppppppp/9/9/9/PPPPPPPPP/1B*3*R1/LNSGKGSNL[] w - - 0 1", [21, 441, 9366]),
    ("shogi", "l3k2nl/1r2*2b1/p1pppp1pp/9/1p7/2P6/PP1PPPP1P/1B2*2R1/LN2K2NL[GSgs] w - - 0 1", [133, 15999, 1450453]),
    ("minishogi", "rbs1k/4*/1*3/P4/K1SBR[Gg] w - - 0 1", [24, 551, 8823]),
];

/// Who has won, and the word for why.
fn ending(position: &Position) -> Option<(Option<Color>, String)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason.code().to_owned()))
}

/// A game of the catalogue with walls and with stones that can be captured.
fn rules(base: &str) -> Rules {
    let text = format!(
        "based-on \"{base}\"\npiece \"W\" \"Wall\" owner=\"nobody\"\npiece \"T\" \"Stone\" owner=\"nobody\" capturable=#true\n"
    );
    let game = load(Source::Text { name: "test", text: &text }, &[]);
    game.and_then(|game| game.rules()).unwrap_or_else(|report| panic!("{report}"))
}

fn position(rules: &Rules, fen: &str) -> Position {
    let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.fen(), fen);
    position
}

fn moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().into_iter().map(|m| position.move_text(m)).collect();
    texts.sort();
    texts
}

#[test]
fn walls_are_those_of_fairy_stockfish() {
    for (game, fen, counts) in WALLS {
        let position = Position::from_fen(&rules(game), &fen.replace('*', "!W")).unwrap();
        assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), *counts, "{game} {fen}");
    }
}

#[test]
fn stones_are_captured_by_both_sides_and_are_gone() {
    let rules = rules("crazyhouse");
    let mut position = position(&rules, "4k3/8/8/r2!T4/8/8/8/3QK3[] w - - 5 9");
    let before = (position.fen(), position.hash());
    for text in ["d1d5", "e1e2", "a5d5"] {
        let m = position.parse_move(text).unwrap();
        position.make(m);
        assert_eq!(Position::from_fen(&rules, &position.fen()).unwrap().hash(), position.hash(), "{text}");
        if text == "d1d5" {
            assert_eq!(position.fen(), "4k3/8/8/r2Q4/8/8/8/4K3[] b - - 0 9");
            let stone = rules.board().find("d5").unwrap();
            let left = |change: &&Change| matches!(change, Change::Leaves(Owner::Nobody, _, cell) if *cell == stone);
            assert_eq!(position.last_changes().iter().filter(left).count(), 1);
            position.unmake();
            assert_eq!((position.fen(), position.hash()), before);
        }
    }
    assert_eq!(position.fen(), "4k3/8/8/3r4/8/8/4K3/3Q4[] w - - 0 10");
    let pawn = Position::from_fen(&rules, "4k3/8/8/8/8/2!T!W4/3P4/4K3[] w - - 0 1").unwrap();
    let by_pawn: Vec<String> = moves(&pawn).into_iter().filter(|text| text.starts_with("d2")).collect();
    assert_eq!(by_pawn, ["d2c3"], "forward stands the wall, aside the stone");
}

#[test]
fn they_block_checks_and_count_for_nobody() {
    let rules = rules("chess");
    for (blocked, fen) in [(true, "4k3/8/8/4!T3/8/8/8/4RK2 b - - 0 1"), (false, "4k3/8/8/3!T4/8/8/8/4RK2 b - - 0 1")] {
        assert_eq!(position(&rules, fen).in_check(), !blocked, "{fen}");
    }
    // Between a rook and the king they leave nothing pinned, and behind a piece they guard it from nothing.
    assert!(moves(&position(&rules, "4k3/4n3/8/4!W3/8/8/8/4RK2 b - - 0 1")).contains(&"e7c6".to_owned()));
    assert!(!moves(&position(&rules, "4k3/4n3/8/8/8/8/8/4RK2 b - - 0 1")).contains(&"e7c6".to_owned()));
    let bare = position(&rules, "4k3/8/3!T!W3/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(ending(&bare), Some((None, "bare-royals".to_owned())));
    assert_eq!((bare.count_all(Color::White), bare.count_all(Color::Black)), (1, 1));
    let walled_in = position(&rules, "k!W6/!W!W6/8/8/8/8/8/6QK b - - 0 1");
    assert_eq!(ending(&walled_in).map(|(_, reason)| reason), Some("no-moves".to_owned()));
}

#[test]
fn positions_say_whose_a_piece_is() {
    let rules = rules("chess");
    let error = |fen: &str| Position::from_fen(&rules, fen).unwrap_err().to_string();
    let written = "write `!W`, since it belongs to nobody";
    assert_eq!(error("4k3/8/8/8/8/8/W7/4K3 w - - 0 1"), format!("`W` is no piece of this game: {written}"));
    assert_eq!(error("4k3/8/8/8/8/8/w7/4K3 w - - 0 1"), format!("`w` is no piece of this game: {written}"));
    assert_eq!(
        error("4k3/8/8/8/8/8/!Q7/4K3 w - - 0 1"),
        "`!Q` is no piece of this game: write `Q` or `q`, since it belongs to a side"
    );
    assert_eq!(error("4k3/8/8/8/8/8/!w7/4K3 w - - 0 1"), "`!w` is no piece of this game");
    let mut setup = position(&rules, "4k3/8/8/8/8/8/!W7/4K3 w - - 0 1").setup();
    for piece in setup.placement.iter_mut().flatten() {
        piece.0 = Owner::White;
    }
    assert_eq!(Position::new(&rules, setup).unwrap_err().reasons, [SetupReason::WrongGame]);
    let held = Position::from_fen(&self::rules("crazyhouse"), "4k3/8/8/8/8/8/8/4K3[!T] w - - 0 1").unwrap_err();
    assert_eq!(held.to_string(), "`T` belongs to nobody and can't be in hand");
    let walled = position(&rules, "4k3/8/8/8/8/8/!W6P/4K3 w - - 0 1");
    let told = walled.parse_move("a2a3").unwrap_err().to_string();
    assert_eq!(told, "the piece on a2 is nobody's, and white is to move");
}
