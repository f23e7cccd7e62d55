//! The rules that only some games have, each on the smallest board that shows it.

use super::*;
use spielraum_rules::spec::{
    CapturedPieces, DoubleStep, DoubleStepPath, Family, Hands, Landing, RemoteChange, RemotePromotion, RoyalObligation,
    Swap,
};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn everywhere() -> Vec<Offset> {
    flat(&[[0, 0, 1], [0, 1, 1]])
}

/// Kings and rooks on a flat board.
fn rooks(files: usize, ranks: usize) -> Spec {
    let mut spec = empty_game(&BoardShape::cuboid([""], files, ranks));
    add(&mut spec, 'K', vec![leap(everywhere())]);
    add(&mut spec, 'R', vec![slide(flat(&[[0, 0, 1]]))]);
    spec
}

#[test]
fn kings_may_not_face_each_other() {
    let mut spec = rooks(4, 4);
    add(&mut spec, 'N', vec![leap(flat(&[[0, 1, 2]]))]);
    let between = "k3/4/N3/K3 w - - 0 1";
    assert_eq!(texts(&spec, between), ["a1b1", "a1b2", "a2b4", "a2c1", "a2c3"]);
    spec.goals.facing = vec![Offset::new(0, 0, 1), Offset::new(0, 1, 0)];
    assert_eq!(texts(&spec, between), ["a1b1", "a1b2"]);
    assert_eq!(texts(&spec, "2k1/4/N3/1K2 w - - 0 1"), ["a2b4", "a2c1", "a2c3", "b1a1", "b1b2"]);
}

#[test]
fn a_swap_needs_safety() {
    let mut spec = rooks(4, 4);
    spec.swap = Some(Swap { partners: vec![PieceType(1)], offsets: everywhere(), partner_safe: true });
    let swaps = |spec: &Spec, fen: &str| -> Vec<String> {
        texts(spec, fen).into_iter().filter(|text| text.contains('~')).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(swaps(&spec, "3k/4/4/KR2 w - - 0 1"), ["a1~b1"]);
    assert_eq!(swaps(&spec, "r2k/4/4/KR2 w - - 0 1"), none, "the king is attacked");
    assert_eq!(swaps(&spec, "1r1k/4/4/KR2 w - - 0 1"), none, "the rook is attacked");
    spec.swap.as_mut().unwrap().partner_safe = false;
    assert_eq!(swaps(&spec, "1r1k/4/4/KR2 w - - 0 1"), none, "the king would be attacked");
    let after = position(&spec, "3k/4/4/KR2 w - - 3 1").play(&spec, "a1~b1").unwrap();
    assert_eq!(after.fen(&spec), "3k/4/4/RK2 b - - 4 1");
}

#[test]
fn a_side_without_a_family_has_lost() {
    let mut spec = rooks(4, 4);
    spec.pieces[0].royal = false;
    let rook = vec![PieceType(1)];
    spec.goals.ends.push(Family { name: "Rook".into(), members: ByColor::both(rook), least: 1 }.into());
    check_result(&spec, "r2k/4/4/R2K b - - 0 1", None);
    check_result(&spec, "R2k/4/4/3K b - - 0 1", Some((Some(WHITE), "extinction")));
    assert!(position(&spec, "R2k/4/4/3K b - - 0 1").moves(&spec).is_empty());
    check_perft(&spec, "r3/4/4/R3 w - - 0 1", &[6, 3 * 6 + 5 + 4]);
}

/// Pieces X that step straight or slantwise ahead and capture slantwise the other way, with a double step from rank 2.
fn bending() -> Spec {
    let mut spec = empty_game(&BoardShape::cuboid([""], 3, 6));
    let ahead = forward(FORWARD, |rank| vec![Offset::new(0, 0, rank), Offset::new(0, 1, rank)]);
    let taking = forward(FORWARD, |rank| vec![Offset::new(0, -1, rank)]);
    let moves = ByColor::new(|color| {
        vec![with_mode(Mode::Quiet, leap(ahead[color].clone())), with_mode(Mode::Capture, leap(taking[color].clone()))]
    });
    let piece = add_sided(&mut spec, 'X', moves);
    let from = ByColor { white: cells(&spec, |_, _, rank| rank == 1), black: cells(&spec, |_, _, rank| rank == 4) };
    spec.double_steps.push(DoubleStep {
        thrice_from: None,
        piece,
        from,
        path: DoubleStepPath::Bent,
        en_passant: true,
        answered_by: Vec::new(),
        unanswered_from: None,
    });
    spec
}

#[test]
fn a_bent_double_step_has_a_passed_cell() {
    let spec = bending();
    let moves = texts(&spec, "3/3/3/3/X2/3 w - - 0 1");
    assert_eq!(moves, ["a2a3", "a2a3a4", "a2a3b4", "a2b3", "a2b3b4", "a2b3c4"]);
    let state = position(&spec, "3/3/1x1/3/X2/3 w - - 0 1");
    assert!(state.play(&spec, "a2a3b4").is_none(), "b4 is not empty");
    let after = state.play(&spec, "a2a3a4").unwrap();
    assert_eq!(after.fen(&spec), "3/3/Xx1/3/3/3 b - a3:a4 1 1");
    let after = position(&spec, &after.fen(&spec)).play(&spec, "b4a3").unwrap();
    assert_eq!(after.fen(&spec), "3/3/3/x2/3/3 w - - 0 2");
    assert!(texts(&spec, "3/3/Xx1/3/3/3 b - - 1 1").iter().all(|text| text != "b4a3"));
}

/// Kings that a guard G (which steps straight ahead) frees from their own two ranks, where they must else
/// be within two moves; rooks that may turn a guard into a lost rook on the far two ranks.
fn dutiful() -> Spec {
    let mut spec = rooks(4, 6);
    spec.goals.ends.push(EndRule::bare_royals());
    let ahead = forward(FORWARD, |rank| vec![Offset::new(0, 0, rank)]).map(|ahead| vec![leap(ahead)]);
    let guard = add_sided(&mut spec, 'G', ahead);
    let own = ByColor { white: cells(&spec, |_, _, rank| rank < 2), black: cells(&spec, |_, _, rank| rank > 3) };
    let far = ByColor { white: own.black, black: own.white };
    let (king, rook) = (PieceType(0), PieceType(1));
    spec.hands = Some(Hands {
        order: vec![rook],
        captured: CapturedPieces::ToPrison(ByColor::both(vec![None, Some(rook), None])),
        drops: Vec::new(),
    });
    spec.remote_promotion = Some(RemotePromotion {
        changes: vec![RemoteChange { movers: vec![rook], changed: vec![guard] }],
        zone: far,
        into: vec![rook],
        guarded: own,
        guards: vec![king, guard],
    });
    spec.goals.royal_obligation = Some(RoyalObligation { region: own, released_by: vec![guard], within: 2 });
    spec
}

#[test]
fn a_move_may_promote_another_piece() {
    let spec = dutiful();
    let changes =
        |fen: &str| -> Vec<String> { texts(&spec, fen).into_iter().filter(|text| text.contains(',')).collect() };
    assert_eq!(changes("3k/4/R3/4/G3/2K1[R] w - - 0 1 -"), ["a4a5,a2=R", "a4a6,a2=R"]);
    let none: [&str; 0] = [];
    assert_eq!(changes("3k/4/R3/4/G3/2K1[r] w - - 0 1 -"), none, "no lost rook");
    assert_eq!(changes("3k/R3/4/4/G3/2K1[R] w - - 0 1 -"), none, "the rook was in the zone");
    assert_eq!(changes("3k/4/R3/2K1/G3/4[R] w - - 0 1 -"), none, "no guard would be at home");
    let state = position(&spec, "r2k/4/R3/4/G3/2K1[R] w - - 7 1 -");
    let after = state.play(&spec, "a4a6,a2=R").unwrap();
    assert_eq!(after.fen(&spec), "R2k/4/4/4/R3/2K1[r] b - - 0 1 -");
}

#[test]
fn an_obligation_begins_with_the_loss_of_the_last_guard() {
    let spec = dutiful();
    let play = |state: &State, text: &str| state.play(&spec, text).unwrap();
    let lost = play(&position(&spec, "g2k/r3/2K1/4/G3/4[] b - - 0 1 -"), "a5a2");
    assert_eq!(lost.fen(&spec), "g2k/4/2K1/4/r3/4[] w - - 0 2 w2");
    let nearer = play(&lost, "c4c3");
    assert_eq!(nearer.fen(&spec), "g2k/4/4/2K1/r3/4[] b - - 1 2 w1");
    // The rook goes: the king can come inside, and has no other move.
    let open = play(&nearer, "a2a5");
    let moves: Vec<String> = open.moves(&spec).into_iter().map(|(text, _)| text).collect();
    assert_eq!(moves, ["c3b2", "c3c2", "c3d2"]);
    assert_eq!(play(&open, "c3c2").fen(&spec), "g2k/r3/4/4/2K1/4[] b - - 3 3 -");
    // The rook stays: the king would have moves, but none of them inside.
    let closed = play(&nearer, "d6c6");
    assert!(closed.moves(&spec).is_empty());
    assert_eq!(closed.result(&spec), Some((Some(BLACK), "duty")));
}

#[test]
fn a_king_inside_stays_inside() {
    let spec = dutiful();
    assert_eq!(texts(&spec, "3k/4/4/4/K3/4[] w - - 0 1 -"), [""; 0], "bare kings");
    assert_eq!(texts(&spec, "3k/3g/4/4/K3/4[] w - - 0 1 -"), ["a2a1", "a2b1", "a2b2"]);
    // Only moves out: stalemate. Attacked: mate.
    check_result(&spec, "3k/3g/4/4/3r/K3[] w - - 0 1 -", None);
    check_result(&spec, "3k/3g/4/1r2/Kr2/1r2[] w - - 0 1 -", Some((Some(BLACK), "checkmate")));
}

#[test]
fn a_missing_obligation_is_the_longest() {
    let spec = dutiful();
    let read = |fen: &str| State::parse(&spec, fen).unwrap().fen(&spec);
    let written = "3k/3g/4/K3/4/4[] w - - 0 1";
    assert_eq!(read(written), format!("{written} w2"));
    assert_eq!(read(&format!("{written} -")), format!("{written} w2"));
    assert_eq!(read(&format!("{written} w1b1")), format!("{written} w1"), "black has a guard");
    for bad in ["w3", "w0", "x1", "w", "w1w1", "1w"] {
        assert!(State::parse(&spec, &format!("{written} {bad}")).is_err(), "{bad}");
    }
}

#[test]
fn hoppers_land_beyond_one_piece() {
    let mut spec = empty_game(&BoardShape::cuboid([""], 6, 1));
    let lines = vec![LineDirection::Straight(Offset::new(0, 1, 0)), LineDirection::Straight(Offset::new(0, -1, 0))];
    let hop = |landing| MovePart::new(Pattern::Hop { lines: lines.clone(), landing });
    add(&mut spec, 'C', vec![with_mode(Mode::Capture, hop(Landing::Beyond))]);
    add(&mut spec, 'G', vec![hop(Landing::Next)]);
    assert_eq!(texts(&spec, "C1c2c w - - 0 1"), ["a1f1"]);
    assert_eq!(texts(&spec, "C1cc1c w - - 0 1"), ["a1d1"]);
    assert_eq!(texts(&spec, "G1c2c w - - 0 1"), ["a1d1"]);
    assert_eq!(texts(&spec, "G1cc1c w - - 0 1"), ["a1d1"]);
}
