//! What happens after a move besides the move itself (E1 to E5), and what it means for royals.

use crate::State;
use crate::attempt::{Attempt, Done};
use crate::reach::{attacks, is_attacked};
use spielraum_geometry::Cell;
use spielraum_spec::{Color, Consequence, Effect, Occasion, Owner, PieceType, Spec};

/// The position when everything has happened that follows a move of `color`, or `None` if some of it can't.
pub(crate) fn follow(spec: &Spec, mut state: State, color: Color, done: &Done) -> Option<State> {
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
                let owner = if spec.is_neutral(*into) { Owner::Nobody } else { color.into() };
                for (place, _) in movers.iter().filter(|(_, moved_as)| concerned(*moved_as)) {
                    if let Some(cell) = *place {
                        state.placement[cell.index()] = Some((owner, *into));
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
    Some(state)
}

/// The attempt with all that follows it, or `None` where that is impossible or costs the mover a royal.
pub(crate) fn complete(spec: &Spec, before: &State, attempt: Attempt) -> Option<Attempt> {
    if spec.effects.is_empty() {
        return Some(attempt);
    }
    let color = before.side;
    let carries = |effect: &Effect| matches!(effect.what, Consequence::Go { .. });
    if spec.effects.iter().any(carries) {
        // A royal is not attacked where the move itself puts it.
        for &cell in &attempt.done.moved {
            let royal = attempt.after.at(cell).is_some_and(|(_, kind)| spec.pieces[kind.index()].royal);
            if royal && is_attacked(spec, &attempt.after.placement, cell, !color) {
                // It does not matter any more once the enemy has lost a royal.
                let after = follow(spec, attempt.after.clone(), color, &attempt.done)?;
                if !has_lost_royal(spec, before, &after, !color) {
                    return None;
                }
            }
        }
    }
    let alone = pieces(&attempt.after);
    let mut after = follow(spec, attempt.after, color, &attempt.done)?;
    // A piece that an effect brings back has moved all the same.
    for castling in &spec.castlings {
        if [castling.royal.0, castling.partner.0].iter().any(|home| attempt.done.left.contains(home)) {
            after.castling.remove(&castling.right);
        }
    }
    if has_lost_royal(spec, before, &after, color) {
        return None;
    }
    let changed = pieces(&after) != alone;
    Some(Attempt { after, resets_clock: attempt.resets_clock || changed, ..attempt })
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

/// Whether a side could capture an enemy on a cell, if one stood there, without losing a royal of its own by what follows (E3).
pub(crate) fn endangers(spec: &Spec, state: &State, cell: Cell, by: Color) -> bool {
    if spec.effects.is_empty() {
        return is_attacked(spec, &state.placement, cell, by);
    }
    state.pieces(by).into_iter().any(|(from, kind)| {
        if !attacks(spec, &state.placement, from, by, kind).contains(&cell) {
            return false;
        }
        let mut captured = state.clone();
        captured.placement[cell.index()] = captured.placement[from.index()].take();
        let done = Done { occasion: Some(Occasion::Capture), end: cell, moved: vec![cell], left: vec![from] };
        follow(spec, captured, by, &done).is_some_and(|after| !has_lost_royal(spec, state, &after, by))
    })
}
