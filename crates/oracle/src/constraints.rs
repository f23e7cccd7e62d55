//! What a side must do and may not do (O1 to O3).

use crate::State;
use crate::attempt::Attempt;
use spielraum_geometry::Cell;
use spielraum_spec::{Constraint, Demand, Occasion, PieceType, Spec};

/// A move that is legal but for constraints, and for a ban on the position after it (N4).
pub(crate) struct Candidate {
    /// How it is written.
    pub text: String,
    /// The position after it.
    pub after: State,
    /// Whether the ban on repetition forbids it.
    pub banned: bool,
    /// What kind of move it is, and what moves; `None` for a piece that is placed, of which constraints say nothing.
    pub nature: Option<(Occasion, PieceType)>,
    /// What it captures.
    pub captured: Option<PieceType>,
    /// Where it ends.
    pub end: Cell,
}

/// What an attempt captures: what stands where it ends, or has just passed there.
pub(crate) fn captured(before: &State, attempt: &Attempt) -> Option<PieceType> {
    if attempt.done.occasion != Some(Occasion::Capture) {
        return None;
    }
    let passed = || before.at(before.ep?.pawn);
    before.at(attempt.done.end).or_else(passed).map(|(_, kind)| kind)
}

/// What kind of move an attempt is, and the type that moves as it stood before, or that is dropped.
pub(crate) fn nature(before: &State, attempt: &Attempt) -> Option<(Occasion, PieceType)> {
    let occasion = attempt.done.occasion?;
    let (_, kind) = match attempt.done.left.first() {
        Some(&from) => before.at(from)?,
        None => attempt.after.at(attempt.done.end)?,
    };
    Some((occasion, kind))
}

/// The moves that constraints leave.
pub(crate) fn narrow(spec: &Spec, before: &State, mut moves: Vec<Candidate>) -> Vec<Candidate> {
    let own = || spec.constraints.iter().filter(|constraint| constraint.only.is_none_or(|only| only == before.side));
    for ban in own().filter(|constraint| constraint.demand == Demand::NoCheck) {
        moves.retain(|candidate| !speaks_of(ban, candidate) || !candidate.after.in_check(spec, !before.side));
    }
    for ban in own() {
        if let Demand::NoCapture(types) = &ban.demand {
            let taboo = |candidate: &Candidate| candidate.captured.is_some_and(|kind| types.contains(&kind));
            moves.retain(|candidate| !(speaks_of(ban, candidate) && taboo(candidate)));
        }
    }
    if before.in_check(spec, before.side) {
        let royals = before.royals(spec, before.side);
        let checks = |from: &Cell| before.attacks_from(spec, *from).iter().any(|cell| royals.contains(cell));
        let enemies = before.pieces(!before.side).into_iter().map(|(cell, _)| cell);
        let checkers: Vec<Cell> = enemies.filter(checks).collect();
        for ban in own().filter(|constraint| constraint.demand == Demand::NoFlight) {
            moves.retain(|candidate| {
                let royal = candidate.nature.is_some_and(|(_, kind)| spec.pieces[kind.index()].royal);
                !(royal && speaks_of(ban, candidate)) || checkers == [candidate.end]
            });
        }
    }
    // In the order of the list; what can't be done is no duty. A piece that is placed comes in a part of its own.
    for must in own().filter(|constraint| constraint.demand == Demand::Must) {
        if moves.iter().any(|candidate| speaks_of(must, candidate)) {
            moves.retain(|candidate| speaks_of(must, candidate));
        }
    }
    moves
}

fn speaks_of(constraint: &Constraint, candidate: &Candidate) -> bool {
    candidate.nature.is_some_and(|(occasion, kind)| {
        (constraint.kinds.is_empty() || constraint.kinds.contains(&occasion))
            && (constraint.movers.is_empty() || constraint.movers.contains(&kind))
    })
}
