//! What happens after a move besides the move itself (E1 to E5, K1 to K5), and what it means for royals.

use crate::State;
use crate::attempt::{Attempt, Done};
use crate::circumstances::{Asked, allow};
use crate::effects::touches;
use crate::reach::{attacks, is_attacked};
use crate::rebirth::{self, Capture};
use spielraum_geometry::Cell;
use spielraum_spec::{
    Castling, Color, Consequence, Effect, Enemies, Occasion, Owner, PieceType, PromotionForce, Reborn, RebornAs, Spec,
};

/// The position when everything has happened that follows a move of `color`, and the cells on which pieces have been reborn, or
/// `None` if some of it can't. A move in earnest began in the position `before`.
pub(crate) fn follow(
    spec: &Spec,
    before: Option<&State>,
    mut state: State,
    color: Color,
    done: &Done,
    captor: Option<PieceType>,
) -> Option<(State, Vec<Cell>)> {
    let mut reborn = Vec::new();
    let (mut captured_is_settled, mut captor_is_settled) = (false, false);
    // Where each piece that has moved stands by now, while it does, and what it was when the move was done.
    let mut movers: Vec<(Option<Cell>, PieceType)> = Vec::new();
    for &cell in &done.moved {
        movers.push((Some(cell), state.at(cell)?.1));
    }
    for effect in
        spec.effects.iter().filter(|effect| done.occasion.is_some_and(|occasion| effect.after.contains(&occasion)))
    {
        let concerned = |kind: PieceType| effect.movers.is_empty() || effect.movers.contains(&kind);
        match &effect.what {
            Consequence::RemoveMover => {
                for (place, _) in movers.iter_mut().filter(|(_, moved_as)| concerned(*moved_as)) {
                    if let Some(cell) = place.take() {
                        state.placement[cell.index()] = None;
                    }
                }
            }
            Consequence::RemoveAround { steps, spared } => {
                if !movers.iter().any(|(_, moved_as)| concerned(*moved_as)) {
                    continue;
                }
                for cell in steps[color].iter().filter_map(|&step| spec.board.step(done.end, step)) {
                    let Some((_, kind)) = state.at(cell) else { continue };
                    if spared.contains(&kind) || !spec.is_capturable(kind) {
                        continue;
                    }
                    state.placement[cell.index()] = None;
                    for (place, _) in &mut movers {
                        if *place == Some(cell) {
                            *place = None;
                        }
                    }
                }
            }
            Consequence::Enemies(enemies) => {
                if !movers.iter().any(|(_, moved_as)| concerned(*moved_as)) {
                    continue;
                }
                let joins = |cell: &Cell| {
                    let is_own = state.at(*cell).is_some_and(|(owner, _)| owner == color);
                    is_own && !movers.iter().any(|(place, _)| *place == Some(*cell))
                };
                let beside: Vec<Cell> =
                    enemies.steps[color].iter().filter_map(|&step| spec.board.step(done.end, step)).collect();
                if enemies.joined && !beside.iter().any(joins) {
                    continue;
                }
                for cell in overcome(spec, &state, enemies, color, done.end) {
                    let Some((_, kind)) = state.at(cell) else { continue };
                    if enemies.spared.contains(&kind) || enemies.converts && spec.pieces[kind.index()].royal {
                        continue;
                    }
                    state.placement[cell.index()] = enemies.converts.then_some((color.into(), kind));
                    for (place, _) in movers.iter_mut().filter(|_| !enemies.converts) {
                        if *place == Some(cell) {
                            *place = None;
                        }
                    }
                }
            }
            Consequence::Go { steps } => {
                for (place, _) in movers.iter_mut().filter(|(_, moved_as)| concerned(*moved_as)) {
                    let Some(cell) = *place else { continue };
                    let to = steps[color].iter().find_map(|&step| spec.board.step(cell, step))?;
                    if state.at(to).is_some() {
                        return None;
                    }
                    state.placement[to.index()] = state.placement[cell.index()].take();
                    *place = Some(to);
                }
            }
            Consequence::Become { into } => {
                for (place, _) in movers.iter().filter(|(_, moved_as)| concerned(*moved_as)) {
                    if let Some(cell) = *place {
                        let owner = if spec.is_neutral(*into) { Owner::Nobody } else { state.at(cell)?.0 };
                        state.placement[cell.index()] = Some((owner, *into));
                    }
                }
            }
            Consequence::ChangeSide => {
                for (place, _) in movers.iter().filter(|(_, moved_as)| concerned(*moved_as)) {
                    if let Some(cell) = *place
                        && let Some((owner, kind)) = state.at(cell)
                        && !spec.pieces[kind.index()].royal
                    {
                        let owner = owner.color().map_or(owner, |color| (!color).into());
                        state.placement[cell.index()] = Some((owner, kind));
                        reborn.push(cell);
                    }
                }
            }
            Consequence::Rebirth(rebirth) => {
                let Some((place, moved_as)) = movers.iter_mut().find(|(_, moved_as)| concerned(*moved_as)) else {
                    continue;
                };
                let (Some(captor), Some(&from)) = (captor, done.left.first()) else { continue };
                let cell = before.and_then(|before| captured_cell(before, done)).unwrap_or(done.end);
                let captured =
                    before.and_then(|before| before.at(cell)).and_then(|(owner, kind)| Some((owner.color()?, kind)));
                let capture = Capture { captured, cell, side: color, captor_after: *moved_as, from };
                let is_royal = |kind: PieceType| spec.pieces[kind.index()].royal;
                match rebirth.who {
                    Reborn::Captured => {
                        let Some((owner, kind)) =
                            capture.captured.filter(|(_, kind)| !captured_is_settled && !is_royal(*kind))
                        else {
                            continue;
                        };
                        if !rebirth.concerns(kind) {
                            continue;
                        }
                        let kind = match rebirth.into {
                            RebornAs::Type(into) => into,
                            RebornAs::Captor if !is_royal(captor) => captor,
                            RebornAs::Captor | RebornAs::Itself => kind,
                        };
                        let Some(to) = rebirth::cell(spec, rebirth, owner, kind, &capture) else { continue };
                        captured_is_settled = true;
                        if let Some(to) = to.filter(|&to| state.at(to).is_none()) {
                            let owner = if rebirth.turns { !owner } else { owner };
                            state.placement[to.index()] = Some((owner.into(), kind));
                            reborn.push(to);
                        }
                    }
                    Reborn::Captor { may_stay } => {
                        let Some(stands) = place.filter(|_| !captor_is_settled) else { continue };
                        let (_, kind) = state.at(stands)?;
                        if !rebirth.concerns(kind) {
                            continue;
                        }
                        let Some(to) = rebirth::cell(spec, rebirth, color, kind, &capture) else { continue };
                        captor_is_settled = true;
                        let to = to?;
                        if to == stands && !may_stay || to != stands && state.at(to).is_some() {
                            return None;
                        }
                        if to != stands {
                            state.placement[to.index()] = state.placement[stands.index()].take();
                            *place = Some(to);
                            reborn.push(to);
                        }
                    }
                }
            }
            Consequence::Leave { piece } => {
                if let Some(&from) = done.left.first()
                    && state.at(from).is_none()
                    && movers.iter().any(|(_, moved_as)| concerned(*moved_as))
                {
                    state.placement[from.index()] = Some((Owner::Nobody, *piece));
                }
            }
        }
    }
    Some((state, reborn))
}

/// Where the enemy pieces stand that an effect concerns.
fn overcome(spec: &Spec, state: &State, enemies: &Enemies, color: Color, end: Cell) -> Vec<Cell> {
    let owner = |cell: Cell| state.at(cell).map(|(owner, _)| owner);
    let mut found = Vec::new();
    for &step in &enemies.steps[color] {
        if !enemies.enclosed {
            found.extend(spec.board.step(end, step).filter(|&cell| owner(cell) == Some((!color).into())));
            continue;
        }
        let mut line = Vec::new();
        let mut cell = end;
        while let Some(next) = spec.board.step(cell, step) {
            if owner(next) == Some(color.into()) {
                found.append(&mut line);
            }
            if owner(next) != Some((!color).into()) {
                break;
            }
            line.push(next);
            cell = next;
        }
    }
    found
}

/// The cell of what a capture takes: where it ends, or where the piece stands that has just passed there.
pub(crate) fn captured_cell(before: &State, done: &Done) -> Option<Cell> {
    if done.occasion != Some(Occasion::Capture) {
        return None;
    }
    if before.at(done.end).is_some() { Some(done.end) } else { before.ep.map(|passed| passed.pawn) }
}

/// The attempt with all that follows it, or `None` where that is impossible or costs the mover a royal.
pub(crate) fn complete(spec: &Spec, before: &State, attempt: Attempt) -> Option<(Attempt, Vec<Cell>)> {
    // A drop that brings a piece home to castle.
    let castles = |castling: &Castling| {
        let homes = [castling.royal.0, castling.partner.0];
        castling.dropped && attempt.done.occasion == Some(Occasion::Drop) && homes.contains(&attempt.done.end)
    };
    let home = spec.castlings.iter().any(castles).then_some(attempt.done.end);
    if spec.effects.is_empty() {
        return Some((attempt, home.into_iter().collect()));
    }
    let color = before.side;
    let captor = attempt.done.left.first().and_then(|&from| before.at(from)).map(|(_, kind)| kind);
    let carries = |effect: &Effect| matches!(effect.what, Consequence::Go { .. });
    if spec.effects.iter().any(carries) {
        // A royal is not attacked where the move itself puts it.
        for &cell in &attempt.done.moved {
            let royal = attempt.after.at(cell).is_some_and(|(_, kind)| spec.pieces[kind.index()].royal);
            if royal && is_attacked(spec, &attempt.after.placement, cell, !color) {
                // It does not matter any more once the enemy has lost a royal.
                let (after, _) = follow(spec, Some(before), attempt.after.clone(), color, &attempt.done, captor)?;
                if !has_lost_royal(spec, before, &after, !color) {
                    return None;
                }
            }
        }
    }
    let alone = pieces(&attempt.after);
    let (mut after, mut reborn) = follow(spec, Some(before), attempt.after, color, &attempt.done, captor)?;
    // A piece that an effect brings back has moved all the same.
    for castling in &spec.castlings {
        if [castling.royal.0, castling.partner.0].iter().any(|home| attempt.done.left.contains(home)) {
            after.castling.remove(&castling.right);
        }
    }
    if has_lost_royal(spec, before, &after, color) {
        return None;
    }
    reborn.extend(home);
    let changed = pieces(&after) != alone;
    Some((Attempt { after, resets_clock: attempt.resets_clock || changed, ..attempt }, reborn))
}

/// Everything on the board, in order.
fn pieces(state: &State) -> Vec<(Owner, PieceType)> {
    let mut pieces: Vec<_> = state.placement.iter().flatten().copied().collect();
    pieces.sort_unstable_by_key(|&(owner, kind)| (owner as u8, kind.0));
    pieces
}

/// Whether a side has fewer royals than before, where it may not.
pub(crate) fn has_lost_royal(spec: &Spec, before: &State, after: &State, color: Color) -> bool {
    !spec.royals_vary() && after.royals(spec, color).len() < before.royals(spec, color).len()
}

/// Whether a side could capture an enemy on a cell, if one stood there, without losing a royal of its own by what follows (E3), and
/// so that constraints allow it (K7).
pub(crate) fn endangers(spec: &Spec, state: &State, cell: Cell, by: Color) -> bool {
    if !spec.judges_checks() {
        return is_attacked(spec, &state.placement, cell, by);
    }
    state.pieces(by).into_iter().any(|(from, kind)| {
        if !attacks(spec, &state.placement, from, by, kind).contains(&cell) {
            return false;
        }
        // It is enough that it could capture in one of the ways in which it is promoted.
        let promotion =
            spec.promotions.iter().find(|promotion| promotion.piece == kind && touches(promotion, by, from, cell));
        let mut kinds = promotion.map_or(Vec::new(), |promotion| promotion.into.clone());
        if promotion.is_none_or(|promotion| promotion.force != PromotionForce::Always) {
            kinds.push(kind);
        }
        kinds.into_iter().any(|into| {
            let mut captured = state.clone();
            captured.placement[from.index()] = None;
            captured.placement[cell.index()] = Some((by.into(), into));
            let done = Done {
                occasion: Some(Occasion::Capture),
                end: cell,
                moved: vec![cell],
                left: vec![from],
                changed: None,
            };
            let Some((after, _)) = follow(spec, None, captured, by, &done, Some(kind)) else { return false };
            let nature = (Occasion::Capture, kind);
            let (from, taken) = (Some(from), Some(cell));
            let asked = Asked { side: by, nature, before: state, from, captured: taken, after: &after, end: cell };
            let limits = spec.constraints.iter().any(|constraint| constraint.limits_checks());
            !has_lost_royal(spec, state, &after, by) && (!limits || allow(spec, &asked))
        })
    })
}
