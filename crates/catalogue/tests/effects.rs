//! What happens after moves (E1 to E7): what leaves the board, what is legal, how it is said and what is refused.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Color, Position, Rules};
use spielraum_testkit::game;

fn position(id: &str, fen: &str) -> Position {
    let rules = game(id, &[]).rules().unwrap();
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &Position, text: &str) -> bool {
    position.parse_move(text).is_ok_and(|m| position.is_legal(m))
}

/// A game on 5x5 with K, R, Q and what is added.
fn small(words: &str, start: &str) -> Result<Rules, String> {
    let text = format!(
        "board files=5 ranks=5\npiece \"K\" royal=#true {{ step \"radial\" }}\npiece \"R\" {{ slide \"orthogonal\" }}\n\
         piece \"Q\" {{ slide \"radial\" }}\n{words}\nstart \"{start}\"\n"
    );
    let loaded = load(Source::Text { name: "effects", text: &text }, &[]).and_then(|game| game.rules());
    loaded.map_err(|report| report.to_string())
}

#[test]
fn a_move_that_is_undone_by_what_follows_it_repeats_after_two_plies() {
    let words = "piece \"S\" { step \"right\" }\non \"move\" by=\"S\" { go \"left\" }\nrepetition \"banned\"";
    let rules = small(words, "k1s2/5/5/5/K1S2").unwrap();
    let mut position = rules.start();
    for text in ["c1d1", "c5d5"] {
        assert!(legal(&position, text), "{text}");
        position.make(position.parse_move(text).unwrap());
    }
    assert_eq!(position.fen().split(' ').next(), Some("k1s2/5/5/5/K1S2"));
    assert!(!legal(&position, "c1d1"), "White has made this position before");
    assert!(legal(&position, "a1a2"));
}

#[test]
fn an_explosion_takes_all_but_pawns() {
    let mut position = position("atomic", "4k3/8/2nr4/3pq3/2P1P3/8/8/4K3 w - - 0 1");
    let capture = position.parse_move("c4d5").unwrap();
    let mut taken = Vec::new();
    let board = position.rules().board().clone();
    position.for_each_taken(capture, |_, _, cell| taken.push(board.name(cell).to_owned()));
    taken[1..].sort_unstable();
    assert_eq!(
        taken,
        ["d5", "c6", "d5", "d6", "e5"],
        "the pawn that is captured, the one that captures, and the officers"
    );
    position.make(capture);
    assert_eq!(position.fen(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    assert_eq!(position.unmake(), Some(capture));
    assert_eq!(position.fen(), "4k3/8/2nr4/3pq3/2P1P3/8/8/4K3 w - - 0 1");
}

#[test]
fn who_blows_up_the_king_wins_in_check_too() {
    // White is in check from the rook and lets the pawn beside the black king explode.
    let mut position = position("atomic", "4k3/3p4/8/8/8/8/3Q4/r3K3 w - - 0 1");
    assert!(position.in_check());
    position.make(position.parse_move("d2d7").unwrap());
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.to_string()), (Some(Color::White), "blown up: King".to_owned()));
    assert!(position.legal_moves().is_empty());
    let finished = Position::from_fen(position.rules(), &position.fen()).unwrap();
    assert_eq!(finished.outcome().map(|outcome| outcome.winner), Some(Some(Color::White)));
}

#[test]
fn kings_side_by_side_are_safe() {
    let beside = position("atomic", "8/8/8/3kK3/8/8/8/4r3 w - - 0 1");
    assert!(!beside.in_check(), "the rook could not capture without losing its king");
    assert!(!legal(&beside, "e5d5"), "a king captures nothing");
    assert!(legal(&beside, "e5e4") && legal(&beside, "e5d6"));
    let apart = position("atomic", "8/8/8/2k1K3/8/8/8/4r3 w - - 0 1");
    assert!(apart.in_check());
    assert!(legal(&apart, "e5d5"), "to the enemy's king, where no check counts");
    assert!(!legal(&apart, "e5e4"), "still on the rook's file");
}

#[test]
fn a_rook_that_explodes_castles_no_more() {
    let mut position = position("atomic", "4k3/8/8/8/8/6n1/5P2/4K2R b K - 0 1");
    // The knight captures the pawn on f2, beside which stands the king: not that. On h1 it explodes with the rook.
    position.make(position.parse_move("g3h1").unwrap());
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/5P2/4K3 w - - 0 2");
}

#[test]
fn through_the_looking_glass() {
    let mut position = position("alice", &game("alice", &[]).rules().unwrap().start().fen());
    for text in ["Ae2Ae4", "Ad7Ad5"] {
        position.make(position.parse_move(text).unwrap());
    }
    let at =
        |position: &Position, name: &str| position.piece_at(position.rules().board().find(name).unwrap()).is_some();
    assert!(at(&position, "Be4") && at(&position, "Bd5") && !at(&position, "Ae4") && !at(&position, "Ad5"));
    assert!(legal(&position, "Be4Bd5"), "the pawns meet on the other board");
    // A queen and a king: the rook on the other board covers nothing here.
    assert!(legal(&position, "Af1Aa6") && !legal(&position, "Be4Ad5"));
}

#[test]
fn pieces_become_others_and_the_clock_starts_anew() {
    let rules = small("on \"move\" by=\"R\" { become \"Q\" }", "4k/5/5/5/KR3").unwrap();
    let mut position = rules.start();
    position.make(position.parse_move("b1b2").unwrap());
    assert_eq!(position.fen(), "4k/5/5/1Q3/K4 b - - 0 1");
    assert!(position.in_check(), "it gives check as what it has become");
}

#[test]
fn effects_that_cannot_be_are_refused() {
    for (words, fault) in [
        ("on \"explosion\" { remove \"mover\" }", "the kind of move `explosion` is not known"),
        ("on \"capture\"", "`on` needs a block"),
        ("on \"capture\" { vanish }", "the word `vanish` is not known"),
        ("on \"capture\" { remove \"mover\" except=\"R\" }", "`except` says what stays around"),
        ("on \"capture\" { remove \"radial\" }", "the game would go on without it"),
        ("on \"capture\" { remove \"mover\" }", "the game would go on without it"),
        ("on \"capture\" { become \"Q\" }", "an effect can't make another piece of a royal"),
        ("on \"capture\" by=\"R\" { become \"K\" }", "no piece becomes a royal"),
        ("on \"capture\" { go \"orthogonal\" }", "leads to several cells at once"),
        ("on \"capture\" { go \"(9,9)\" }", "no such step stays on this board"),
        ("on \"capture\" by=\"X\" { become \"Q\" }", "`X`"),
    ] {
        let report = small(words, "4k/5/5/5/KR3").expect_err(words);
        assert!(report.contains(fault), "{words}: {report}");
    }
    assert!(small("on \"capture\" { remove \"radial\" except=\"K\" }", "4k/5/5/5/KR3").is_ok());
}

#[test]
fn captors_turn_to_stone() {
    let mut position = position("petrified", "4k3/8/8/3p4/8/8/3Q4/3rK3 w - - 0 1");
    assert!(!legal(&position, "e1d1"), "the king would be lost");
    assert!(position.in_check() && position.legal_moves().len() == 3, "it leaves the rook's rank");
    position = Position::from_fen(position.rules(), "4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1").unwrap();
    position.make(position.parse_move("d2d5").unwrap());
    assert_eq!(position.fen(), "4k3/8/8/3!W4/8/8/8/4K3 b - - 0 1");
    // A king gives no check: it would be lost by the capture.
    let kings = Position::from_fen(position.rules(), "8/8/8/3k4/8/3K4/P7/8 w - - 0 1").unwrap();
    assert!(legal(&kings, "d3d4"));
}

#[test]
fn a_move_leaves_something_behind() {
    let rules = small("piece \"W\" owner=\"nobody\"\non \"move\" by=\"R\" { leave \"W\" }", "k4/5/5/5/K2R1 w").unwrap();
    let mut position = rules.start();
    position.make(position.parse_move("d1d3").unwrap());
    assert_eq!(position.fen().split(' ').next(), Some("k4/5/3R1/5/K2!W1"));
    let refused = small("on \"move\" { leave \"Q\" }", "k4/5/5/5/K2R1 w").unwrap_err();
    assert!(refused.contains("only one that belongs to nobody can be left"), "{refused}");
}

#[test]
fn enclosed_pieces_leave_the_board() {
    let words = "on \"move\" { remove \"orthogonal\" enclosed=#true except=\"K\" }";
    let mut position = small(words, "4k/5/Rrr2/5/K2R1").unwrap().start();
    let enclosing = position.parse_move("d1d3").unwrap();
    let mut taken = 0;
    position.for_each_taken(enclosing, |owner, _, _| taken += u32::from(owner == Color::Black));
    assert_eq!(taken, 2);
    position.make(enclosing);
    assert_eq!(position.fen(), "4k/5/R2R1/5/K4 b - - 0 1");
    // The rook that closes a line is not there.
    let mut open = small(words, "4k/5/1rr2/5/K2R1").unwrap().start();
    open.make(open.parse_move("d1d3").unwrap());
    assert_eq!(open.fen(), "4k/5/1rrR1/5/K4 b - - 1 1");
}

#[test]
fn pieces_come_over_but_for_royals_and_those_excepted() {
    let rules = small("on \"move\" { convert \"radial\" except=\"Q\" }", "5/5/2rq1/2k2/K2R1").unwrap();
    let mut position = rules.start();
    position.make(position.parse_move("d1d2").unwrap());
    assert_eq!(position.fen(), "5/5/2Rq1/2kR1/K4 b - - 0 1");
    position.unmake();
    assert_eq!(position.fen(), rules.start().fen());
}
