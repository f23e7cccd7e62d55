//! What a move does besides carrying a piece: captures, promotions, remote promotions.

use crate::State;
use crate::attempt::{Attempt, Done};
use crate::reach::{attacks, is_attacked, is_stuck, quiet_targets};
use spielraum_geometry::Cell;
use spielraum_spec::{
    CapturedPieces, Color, Mark, Occasion, PieceType, Promotion, PromotionForce, PromotionText, PromotionTrigger,
    RemotePromotion, Spec,
};

/// The moves that carry the piece on `from` to `to`, capturing what stands on `captured`: more than one
/// if there is a choice of promotions, none if one is due and can't be made.
pub(crate) fn settle_move(spec: &Spec, state: &State, from: Cell, to: Cell, captured: Option<Cell>) -> Vec<Attempt> {
    let Some((owner, kind)) = state.at(from) else { return Vec::new() };
    let Some(color) = owner.color() else { return Vec::new() };
    let mut moved = state.to_change();
    if let Some(cell) = captured {
        take_off(spec, &mut moved, cell);
    }
    moved.placement[from.index()] = None;
    moved.placement[to.index()] = Some((owner, kind));

    let text = format!("{}{}", spec.board.name(from), spec.board.name(to));
    let resets_clock = captured.is_some() || spec.pieces[kind.index()].resets_clock;
    let occasion = Some(if captured.is_some() { Occasion::Capture } else { Occasion::Move });
    let done = Done { occasion, end: to, moved: vec![to], left: vec![from], changed: None };
    let unpromoted = Attempt { text, after: moved, resets_clock, may_not_mate: false, promoted: false, done };

    let mut settled = Vec::new();
    let by_passing = captured.is_some_and(|cell| cell != to);
    let promotes = |promotion: &&Promotion| {
        promotion.piece == kind
            && touches(promotion, color, from, to)
            && (promotion.en_passant || !by_passing)
            && (!promotion.by_capture || captured.is_some())
    };
    match spec.promotions.iter().find(promotes) {
        None => settled.push(unpromoted),
        Some(promotion) => {
            settled.extend(promotions(spec, &unpromoted, promotion, color, to));
            let must = match promotion.force {
                PromotionForce::Always => true,
                PromotionForce::WhenStuck => is_stuck(spec, to, color, kind),
                PromotionForce::Never => false,
            };
            if !must {
                settled.push(unpromoted);
            }
        }
    }
    if let Some(remote) = &spec.remote_promotion
        && remote.zone[color].contains(to)
        && !remote.zone[color].contains(from)
    {
        let changed: Vec<Attempt> =
            settled.iter().flat_map(|attempt| remote_promotions(spec, attempt, remote, color, kind, to)).collect();
        settled.extend(changed);
    }
    settled
}

/// Takes the piece on `cell` off the board and puts it where captured pieces go.
fn take_off(spec: &Spec, state: &mut State, cell: Cell) {
    let Some((owner, kind)) = state.placement[cell.index()].take() else { return };
    let (Some(owner), Some(hands)) = (owner.color(), &spec.hands) else { return };
    let (keeper, table) = match &hands.captured {
        CapturedPieces::ToCaptor(tables) => (!owner, &tables[!owner]),
        CapturedPieces::ToPrison(tables) => (owner, &tables[owner]),
    };
    if let Some(becomes) = table[kind.index()] {
        state.hands[keeper][becomes.index()] += 1;
    }
}

/// Whether a move promotes or may promote.
pub(crate) fn touches(promotion: &Promotion, color: Color, from: Cell, to: Cell) -> bool {
    let zone = &promotion.zone[color];
    match promotion.trigger {
        PromotionTrigger::Ends => zone.contains(to),
        PromotionTrigger::Enters => zone.contains(to) && !zone.contains(from),
        PromotionTrigger::Touches => zone.contains(to) || zone.contains(from),
        PromotionTrigger::Stands { .. } => false,
    }
}

/// Promotions that are moves of their own: the piece stays, or goes to an empty cell as what it becomes (G21).
pub(crate) fn own_promotions(spec: &Spec, state: &State) -> Vec<Attempt> {
    let color = state.side;
    let mut attempts = Vec::new();
    for promotion in &spec.promotions {
        let PromotionTrigger::Stands { last_anywhere, peaceful } = promotion.trigger else { continue };
        let zone = &promotion.zone[color];
        let is_last = last_anywhere && state.count(color, &[promotion.piece]) == 1;
        for (from, kind) in state.pieces(color) {
            if kind != promotion.piece || zone.is_empty() || !is_last && !zone.contains(from) {
                continue;
            }
            for &into in &promotion.into {
                for to in quiet_targets(spec, &state.placement, from, color, into).into_iter().chain([from]) {
                    let mut after = state.to_change();
                    after.placement[from.index()] = None;
                    after.placement[to.index()] = Some((color.into(), kind));
                    let done = Done {
                        occasion: Some(Occasion::Move),
                        end: to,
                        moved: vec![to],
                        left: vec![from],
                        changed: None,
                    };
                    let text = format!("{}{}", spec.board.name(from), spec.board.name(to));
                    let moved = Attempt { text, after, resets_clock: true, may_not_mate: false, promoted: true, done };
                    let only = Promotion { into: vec![into], ..promotion.clone() };
                    let promoted = promotions(spec, &moved, &only, color, to);
                    attempts.extend(promoted.into_iter().filter(|attempt| {
                        let after = &attempt.after;
                        let enemy = |cell: &Cell| after.at(*cell).is_some_and(|(owner, _)| owner == !color);
                        let attacked = attacks(spec, &after.placement, to, color, into);
                        let royals = after.royals(spec, !color);
                        let threatened = royals.iter().any(|&cell| is_attacked(spec, &after.placement, cell, color));
                        !peaceful || !attacked.iter().any(enemy) && !threatened
                    }));
                }
            }
        }
    }
    attempts
}

/// The ways in which the piece that has come to `to` can change its type.
fn promotions(spec: &Spec, moved: &Attempt, promotion: &Promotion, color: Color, to: Cell) -> Vec<Attempt> {
    let mut promoted = Vec::new();
    for &kind in &promotion.into {
        let most =
            spec.promotion_limits.iter().find(|(limited, _)| *limited == kind).map(|(_, most)| usize::from(*most));
        // A piece and its `~` form are counted together.
        let symbol = |kind: PieceType| spec.pieces[kind.index()].symbol;
        let alike = |other: &PieceType| {
            let (one, other) = (symbol(kind), symbol(*other));
            one.letters == other.letters && (one.mark == Mark::Plus) == (other.mark == Mark::Plus)
        };
        let counted: Vec<PieceType> = spec.piece_types().filter(alike).collect();
        if most.is_some_and(|most| moved.after.count(color, &counted) >= most) {
            continue;
        }
        let mut after = moved.after.clone();
        if promotion.from_prison && !release(&mut after, color, kind) {
            continue;
        }
        after.placement[to.index()] = Some((color.into(), kind));
        let suffix = match promotion.text {
            PromotionText::Letter => format!("={}", spec.pieces[kind.index()].symbol.letters),
            PromotionText::Plus => "+".to_string(),
            PromotionText::Silent => String::new(),
        };
        let text = format!("{}{suffix}", moved.text);
        let done = moved.done.clone();
        promoted.push(Attempt { text, after, resets_clock: true, may_not_mate: false, promoted: true, done });
    }
    promoted
}

/// The ways in which, after a move of a `mover` to `to`, another piece of its side can be changed (Q16).
fn remote_promotions(
    spec: &Spec,
    moved: &Attempt,
    remote: &RemotePromotion,
    color: Color,
    mover: PieceType,
    to: Cell,
) -> Vec<Attempt> {
    let mut changed = Vec::new();
    for change in remote.changes.iter().filter(|change| change.movers.contains(&mover)) {
        for (cell, kind) in moved.after.pieces(color) {
            if cell == to || !change.changed.contains(&kind) {
                continue;
            }
            for &into in &remote.into {
                let mut after = moved.after.clone();
                if !release(&mut after, color, into) {
                    continue;
                }
                after.placement[cell.index()] = Some((color.into(), into));
                // It may be of the same type, but it is another piece.
                after.forget_home(spec, cell);
                if after.count_within(color, &remote.guards, &remote.guarded[color]) == 0 {
                    continue;
                }
                let letters = spec.pieces[into.index()].symbol.letters;
                let text = format!("{},{}={letters}", moved.text, spec.board.name(cell));
                let (promoted, done) = (moved.promoted, Done { changed: Some(cell), ..moved.done.clone() });
                changed.push(Attempt { text, after, resets_clock: true, may_not_mate: false, promoted, done });
            }
        }
    }
    changed
}

/// Takes a piece of this type out of a side's prison, if one is there.
fn release(state: &mut State, color: Color, kind: PieceType) -> bool {
    let held = &mut state.hands[color][kind.index()];
    if *held == 0 {
        return false;
    }
    *held -= 1;
    true
}
