//! Captured pieces that come back: to the captor (a small Shogi) and out of prison (N1).

use super::*;
use crate::chess::chess;
use spielraum_rules::spec::{CapturedPieces, Drop, Hands, Promotion, PromotionForce, PromotionText, PromotionTrigger};

/// Minishogi: drops with all their restrictions, promotions that are marked with `+`.
fn minishogi() -> Spec {
    let mut spec = empty_game(&BoardShape::cuboid([""], 5, 5));
    spec.goals.ends.push(EndRule::stalemate(NoMoves::Loss));
    let (orth, diag) = (flat(&[[0, 0, 1]]), flat(&[[0, 1, 1]]));
    let everywhere = [orth.clone(), diag.clone()].concat();
    let ahead = |rank: i16| flat(&[[0, 0, 1], [0, 1, 1]]).into_iter().filter(move |o| o.rank == rank).collect();
    let forward_three = forward(FORWARD, ahead);
    let step = forward(FORWARD, |rank| vec![Offset::new(0, 0, rank)]);
    let gold = forward_three.as_ref().map(|ahead| vec![leap([orth.clone(), ahead.clone()].concat())]);
    let silver = forward_three.map(|ahead| vec![leap([diag.clone(), ahead].concat())]);

    add(&mut spec, 'K', vec![leap(everywhere)]);
    add_sided(&mut spec, 'G', gold.clone());
    let bases = [
        add_sided(&mut spec, 'S', silver),
        add_sided(&mut spec, 'P', step.map(|step| vec![leap(step)])),
        add(&mut spec, 'B', vec![slide(diag.clone())]),
        add(&mut spec, 'R', vec![slide(orth.clone())]),
    ];
    let forms = [
        gold.clone(),
        gold,
        ByColor::both(vec![slide(diag.clone()), leap(orth.clone())]),
        ByColor::both(vec![slide(orth), leap(diag)]),
    ];
    let order: Vec<PieceType> = (1..6).map(PieceType).collect();
    let mut returns: Vec<Option<PieceType>> = (0..6).map(|kind| Some(PieceType(kind))).collect();
    for (base, moves) in bases.into_iter().zip(forms) {
        let symbol = spec.pieces[base.index()].symbol;
        let form = add_sided(&mut spec, symbol.letters.as_str().chars().next().unwrap(), moves);
        spec.pieces[form.index()].symbol.mark = Mark::Plus;
        spec.pieces[form.index()].resets_clock = false;
        returns.push(Some(base));
        let far = |wanted: i16| cells(&spec, |_, _, rank| rank == wanted);
        spec.promotions.push(Promotion {
            piece: base,
            zone: ByColor { white: far(4), black: far(0) },
            trigger: PromotionTrigger::Touches,
            into: vec![form],
            force: PromotionForce::WhenStuck,
            from_prison: false,
            by_capture: false,
            en_passant: true,
            text: PromotionText::Plus,
        });
    }
    let pawn = bases[1];
    let drops = order
        .iter()
        .map(|&piece| Drop {
            piece,
            held: piece,
            cells: ByColor::both(spec.board.all()),
            needs_move: true,
            max_on_file_line: (piece == pawn).then_some(1),
            no_mate: piece == pawn,
            near: None,
            first: None,
            both_shades: false,
        })
        .collect();
    spec.hands = Some(Hands { order, captured: CapturedPieces::ToCaptor(ByColor::both(returns)), drops });
    spec
}

#[test]
fn perft_with_drops() {
    check_perft(&minishogi(), "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", &[14, 181, 2512, 35401]);
}

#[test]
fn captured_forms_return_as_their_base_and_pawns_have_limits() {
    let spec = minishogi();
    let after = position(&spec, "4k/5/5/+r4/KG3[P] w - - 3 9").play(&spec, "a1a2").unwrap();
    assert_eq!(after.fen(&spec), "4k/5/5/K4/1G3[PR] b - - 0 9");
    let moves = texts(&spec, "k4/5/5/P4/3+PK[P] w - - 0 1");
    let drops: Vec<&String> = moves.iter().filter(|text| text.contains('@')).collect();
    // Not on the last rank, not on file a, where a pawn is; the one on d is no pawn any more.
    assert_eq!(drops.len(), 4 * 4 - 2);
    assert!(moves.contains(&"P@d4".to_string()) && !moves.contains(&"P@a4".to_string()));
}

#[test]
fn a_pawn_may_not_be_dropped_to_mate() {
    let spec = minishogi();
    let moves = texts(&spec, "4k/2G2/4G/5/K4[SP] w - - 0 1");
    assert!(moves.contains(&"S@e4".to_string()), "a silver may mate");
    assert!(!moves.contains(&"P@e4".to_string()), "a pawn may not");
    let checking = texts(&spec, "4k/5/4G/5/K4[P] w - - 0 1");
    assert!(checking.contains(&"P@e4".to_string()), "it may give check");
}

/// Chess in which pawns become what was lost.
fn chess_with_prisons() -> Spec {
    let mut spec = chess();
    let types: Vec<PieceType> = (0..6).map(PieceType).collect();
    let goes_to_prison = types.iter().map(|&kind| (kind.index() < 4).then_some(kind)).collect();
    spec.hands = Some(Hands {
        order: types[..4].to_vec(),
        captured: CapturedPieces::ToPrison(ByColor::both(goes_to_prison)),
        drops: Vec::new(),
    });
    spec.promotions[0].from_prison = true;
    spec
}

#[test]
fn promotion_needs_a_lost_piece() {
    let spec = chess_with_prisons();
    let moves = |hand: &str| texts(&spec, &format!("1r6/P6k/8/8/8/8/8/K7[{hand}] w - - 0 1"));
    assert_eq!(moves("rq"), ["a1a2"], "the rook guards file b, the pawn has nothing to become");
    assert_eq!(moves("NQ"), ["a1a2", "a7a8=N", "a7a8=Q", "a7b8=N", "a7b8=Q"]);
    let after = position(&spec, "1r6/P6k/8/8/8/8/8/K7[NQq] w - - 5 1").play(&spec, "a7b8=N").unwrap();
    assert_eq!(after.fen(&spec), "1N6/7k/8/8/8/8/8/K7[Qrq] b - - 0 1");
    // It attacks the cells that it cannot enter.
    assert!(position(&spec, "1k6/P7/8/8/8/8/8/K7[] b - - 0 1").in_check(&spec, Color::Black));
}

#[test]
fn a_position_may_be_brought_about_once_by_each_side() {
    let mut spec = chess_with_prisons();
    spec.goals.repetition = Repetition::Banned;
    let mut state = position(&spec, "7k/8/8/8/8/8/8/K6R[] w - - 0 1");
    let has = |state: &State, text: &str| state.moves(&spec).iter().any(|(written, _)| written == text);
    for text in ["h1g1", "h8h7", "g1h1", "h7g8", "h1g1", "g8h8"] {
        assert!(has(&state, text), "{text}");
        state = state.play(&spec, text).unwrap();
    }
    // The last move brought about Rg1, Kh8, as White had done before; Black had not.
    let state = ["g1g2", "h8h7", "g2g1"].iter().fold(state, |state, text| state.play(&spec, text).unwrap());
    assert!(!has(&state, "h7h8"), "Black has made Rg1, Kh8 before");
    assert!(has(&state, "h7h6"));
}
