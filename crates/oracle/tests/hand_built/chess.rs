//! Chess: castling, double steps, promotion, mate.

use super::*;
use spielraum_rules::spec::{
    Castling, DoubleStep, DoubleStepPath, Promotion, PromotionForce, PromotionText, PromotionTrigger,
};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) fn chess() -> Spec {
    let mut spec = empty_game(&BoardShape::cuboid([""], 8, 8));
    spec.goals.ends.push(EndRule::bare_royals());
    let (orth, diag) = ([0, 0, 1], [0, 1, 1]);
    let rook = add(&mut spec, 'R', vec![slide(flat(&[orth]))]);
    let knight = add(&mut spec, 'N', vec![leap(flat(&[[0, 1, 2]]))]);
    let bishop = add(&mut spec, 'B', vec![slide(flat(&[diag]))]);
    let queen = add(&mut spec, 'Q', vec![slide(flat(&[orth, diag]))]);
    add(&mut spec, 'K', vec![leap(flat(&[orth, diag]))]);
    let step = |rank| vec![Offset::new(0, 0, rank)];
    let sideways = |rank| vec![Offset::new(0, -1, rank), Offset::new(0, 1, rank)];
    let moves = ByColor::new(|color| {
        let rank = FORWARD[color];
        vec![with_mode(Mode::Quiet, leap(step(rank))), with_mode(Mode::Capture, leap(sideways(rank)))]
    });
    let pawn = add_sided(&mut spec, 'P', moves);
    let rank = |wanted: i16| cells(&spec, |_, _, rank| rank == wanted);
    let double_step = DoubleStep {
        thrice_from: None,
        piece: pawn,
        from: ByColor { white: rank(1), black: rank(6) },
        path: DoubleStepPath::Straight(forward(FORWARD, step)),
        en_passant: true,
        answered_by: Vec::new(),
        unanswered_from: None,
    };
    let promotion = Promotion {
        piece: pawn,
        zone: ByColor { white: rank(7), black: rank(0) },
        trigger: PromotionTrigger::Ends,
        into: vec![queen, rook, bishop, knight],
        force: PromotionForce::Always,
        from_prison: false,
        by_capture: false,
        en_passant: true,
        text: PromotionText::Letter,
    };
    spec.double_steps.push(double_step);
    spec.promotions.push(promotion);
    spec.castlings = castlings(&spec, rook);
    spec.start = Setup::parse(START, &spec).unwrap();
    spec
}

fn castlings(spec: &Spec, rook: PieceType) -> Vec<Castling> {
    let royal_type = spec.royals().next().unwrap();
    let castling = |right, color, royal: (&str, &str), partner: (&str, &str)| {
        let pair = |(from, to)| (spec.board.find(from).unwrap(), spec.board.find(to).unwrap());
        Castling {
            right,
            color,
            royal_type,
            royal: pair(royal),
            partner: pair(partner),
            partner_type: rook,
            by_partner: false,
            dropped: false,
        }
    };
    vec![
        castling('K', Color::White, ("e1", "g1"), ("h1", "f1")),
        castling('Q', Color::White, ("e1", "c1"), ("a1", "d1")),
        castling('k', Color::Black, ("e8", "g8"), ("h8", "f8")),
        castling('q', Color::Black, ("e8", "c8"), ("a8", "d8")),
    ]
}

#[test]
fn perft_of_the_start() {
    check_perft(&chess(), START, &[20, 400, 8902]);
}

#[test]
fn perft_of_rich_positions() {
    let spec = chess();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check_perft(&spec, kiwipete, &[48, 2039]);
    check_perft(&spec, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812]);
    check_perft(&spec, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
}

#[test]
fn a_double_step_is_always_noted() {
    let spec = chess();
    let after = position(&spec, START).play(&spec, "e2e4").unwrap();
    assert_eq!(after.fen(&spec), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let after = after.play(&spec, "g8f6").unwrap();
    assert_eq!(after.fen(&spec), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

#[test]
fn ends_of_the_game() {
    let spec = chess();
    check_result(&spec, START, None);
    check_result(&spec, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some((Some(Color::White), "checkmate")));
    check_result(&spec, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some((None, "no-moves")));
    check_result(&spec, "7k/8/6K1/8/8/8/8/8 b - - 0 1", Some((None, "bare-royals")));
}

#[test]
fn bad_positions_are_refused() {
    let spec = chess();
    let rest = "pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for back_rank in ["rnbqkbn", "rnbqkbnrr", "rnbqkbn0r", "rnbqkbnx", "rnbqkbn+", "99999999999999999999", "8|8"] {
        assert!(State::parse(&spec, &format!("{back_rank}/{rest}")).is_err(), "{back_rank}");
    }
    for fields in ["x KQkq - 0 1", "w KK - 0 1", "w A - 0 1", "w - e3 0 1", "w - zz 0 1", "w - - -1 1", "w -", ""] {
        assert!(State::parse(&spec, &format!("8/8/8/8/8/8/8/8 {fields}")).is_err(), "{fields}");
    }
    let faults = |fen: &str| State::parse(&spec, fen).unwrap().faults(&spec);
    assert!(faults(START).is_empty());
    assert_eq!(faults("8/8/8/8/8/8/8/4K2R w KQ - 0 1").len(), 2);
    assert_eq!(faults("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"), ["black is attacked and not to move"]);
}
