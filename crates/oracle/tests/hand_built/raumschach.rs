//! Raumschach: three dimensions, "forward" in more than one direction.

use super::*;
use spielraum_rules::spec::{Promotion, PromotionForce, PromotionText, PromotionTrigger};

const START: &str = "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w - - 0 1";

fn raumschach() -> Spec {
    let mut spec = empty_game(&BoardShape::cuboid(["A", "B", "C", "D", "E"], 5, 5));
    let orth = Offset::all_of([0, 0, 1]);
    let diag = Offset::all_of([0, 1, 1]);
    let space = Offset::all_of([1, 1, 1]);
    let all = [orth.clone(), diag.clone(), space.clone()].concat();
    let rook = add(&mut spec, 'R', vec![slide(orth)]);
    let bishop = add(&mut spec, 'B', vec![slide(diag)]);
    let unicorn = add(&mut spec, 'U', vec![slide(space)]);
    let queen = add(&mut spec, 'Q', vec![slide(all.clone())]);
    let knight = add(&mut spec, 'N', vec![leap(Offset::all_of([0, 1, 2]))]);
    add(&mut spec, 'K', vec![leap(all)]);
    let moves = ByColor::new(|color| {
        let on = FORWARD[color];
        let quiet = vec![Offset::new(0, 0, on), Offset::new(on, 0, 0)];
        let mut capturing = vec![Offset::new(on, 0, on)];
        for file in [-1, 1] {
            capturing.extend([Offset::new(0, file, on), Offset::new(on, file, 0)]);
        }
        vec![with_mode(Mode::Quiet, leap(quiet)), with_mode(Mode::Capture, leap(capturing))]
    });
    let pawn = add_sided(&mut spec, 'P', moves);
    spec.promotions.push(Promotion {
        piece: pawn,
        zone: ByColor {
            white: cells(&spec, |level, _, rank| level == 4 && rank == 4),
            black: cells(&spec, |level, _, rank| level == 0 && rank == 0),
        },
        trigger: PromotionTrigger::Ends,
        into: vec![queen, rook, bishop, knight, unicorn],
        force: PromotionForce::Always,
        from_prison: false,
        by_capture: false,
        en_passant: true,
        text: PromotionText::Letter,
    });
    spec
}

/// The third ply takes the slow generator a while: it is counted if `SPIELRAUM_LONG` is set.
#[test]
fn perft_of_the_start() {
    let plies = if std::env::var_os("SPIELRAUM_LONG").is_some() { 3 } else { 2 };
    check_perft(&raumschach(), START, &[61, 3615, 237_316][..plies]);
}
