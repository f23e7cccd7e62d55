//! What a side must do and may not do (O1 to O3, K6 to K9).

use crate::State;
use crate::attempt::{Attempt, Done};
use crate::circumstances::{Asked, allow};
use crate::consequences::captured_cell;
use spielraum_geometry::Cell;
use spielraum_spec::{Constraint, Demand, MOST_AHEAD, Occasion, PieceType, Spec, TurnPart};

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
    /// What it has done itself.
    pub done: Done,
    /// The square of its length (K9).
    pub length: u32,
}

/// The square of the length of an attempt: of a castling that of both ways together, of a swap that of one, of a drop none.
pub(crate) fn length(spec: &Spec, attempt: &Attempt) -> u32 {
    let way = |(from, to): (&Cell, &Cell)| {
        let (from, to) = (spec.board.coord(*from), spec.board.coord(*to));
        let by = [to.cube - from.cube, to.level - from.level, to.file - from.file, to.rank - from.rank].map(f64::from);
        let oblique = if spec.board.lattice().is_hexagonal() { by[2] * by[3] } else { 0.0 };
        (by.iter().map(|by| by * by).sum::<f64>() + oblique).sqrt()
    };
    let mut ways = attempt.done.left.iter().zip(&attempt.done.moved).map(way);
    let total: f64 = match attempt.done.occasion {
        Some(Occasion::Castling) => ways.sum(),
        _ => ways.next().unwrap_or(0.0),
    };
    (total * total).round() as u32
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
    for ban in own() {
        if let Demand::NoCheck { but_mate } = ban.demand {
            moves.retain(|candidate| {
                !speaks_of(ban, candidate)
                    || !candidate.after.in_check(spec, !before.side)
                    || but_mate && before.ahead < MOST_AHEAD && mates(spec, before, candidate)
            });
        }
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
                !(royal && speaks_of(ban, candidate)) || checkers == [candidate.done.end]
            });
        }
    }
    let allowed = |candidate: &Candidate| {
        candidate.nature.is_none_or(|nature| {
            let done = &candidate.done;
            let (from, captured) = (done.left.first().copied(), captured_cell(before, done));
            let (side, after, end) = (before.side, &candidate.after, done.end);
            allow(spec, &Asked { side, nature, before, from, captured, after, end })
        })
    };
    moves.retain(allowed);
    if own().any(|ban| ban.demand == Demand::OneMate) && before.ahead < MOST_AHEAD {
        let mating: Vec<bool> = moves.iter().map(|candidate| mates(spec, before, candidate)).collect();
        if mating.iter().filter(|mates| **mates).count() > 1 {
            let mut mating = mating.into_iter();
            moves.retain(|_| mating.next() == Some(false));
        }
    }
    // In the order of the list; what can't be done is no duty. A piece that is placed comes in a part of its own.
    for must in own().filter(|constraint| constraint.demand == Demand::Must) {
        if moves.iter().any(|candidate| speaks_of(must, candidate)) {
            moves.retain(|candidate| speaks_of(must, candidate));
        }
    }
    for far in own() {
        if let Demand::Far { longest } = far.demand
            && spec.turn.parts[before.part] == TurnPart::Move
        {
            let lengths = moves.iter().map(|candidate| candidate.length);
            let wanted = if longest { lengths.max() } else { lengths.min() };
            moves.retain(|candidate| Some(candidate.length) == wanted);
        }
    }
    moves
}

/// Whether a move is checkmate, as far as is looked ahead.
fn mates(spec: &Spec, before: &State, candidate: &Candidate) -> bool {
    let after = State { ahead: before.ahead + 1, ..candidate.after.clone() };
    after.side != before.side
        && after.result_by_position(spec).is_none()
        && after.in_check(spec, after.side)
        && after.continuations(spec).is_empty()
}

fn speaks_of(constraint: &Constraint, candidate: &Candidate) -> bool {
    candidate.nature.is_some_and(|(occasion, kind)| {
        (constraint.kinds.is_empty() || constraint.kinds.contains(&occasion))
            && (constraint.movers.is_empty() || constraint.movers.contains(&kind))
    })
}
