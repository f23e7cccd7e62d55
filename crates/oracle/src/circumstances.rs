//! How pieces stand to each other, as far as moves are judged by it (K6 to K8).

use crate::State;
use crate::reach::attacks;
use spielraum_geometry::Cell;
use spielraum_spec::{
    Circumstance, Color, Constraint, Demand, Observers, Occasion, PieceType, Relation, Spec, Subject, Whose,
};

/// A move, as far as circumstances ask.
pub(crate) struct Asked<'a> {
    /// Who moves.
    pub side: Color,
    /// What kind of move it is, and what moves.
    pub nature: (Occasion, PieceType),
    /// The position before.
    pub before: &'a State,
    /// Where the piece that moves starts, unless it is dropped.
    pub from: Option<Cell>,
    /// Where the piece stands that is captured.
    pub captured: Option<Cell>,
    /// The position when everything has happened.
    pub after: &'a State,
    /// The cell on which the move ended.
    pub end: Cell,
}

/// Whether all constraints allow a move, as far as they speak of circumstances.
pub(crate) fn allow(spec: &Spec, asked: &Asked<'_>) -> bool {
    spec.constraints.iter().all(|constraint| {
        let Demand::Only { when, holds } = &constraint.demand else { return true };
        !speaks_of(constraint, asked) || is_met(spec, when, *holds, asked)
    })
}

fn speaks_of(constraint: &Constraint, asked: &Asked<'_>) -> bool {
    let (kind, mover) = asked.nature;
    constraint.only.is_none_or(|only| only == asked.side)
        && (constraint.kinds.is_empty() || constraint.kinds.contains(&kind))
        && (constraint.movers.is_empty() || constraint.movers.contains(&mover))
}

fn is_met(spec: &Spec, when: &Circumstance, must: bool, asked: &Asked<'_>) -> bool {
    let concerns = |kind: PieceType| {
        (when.types.is_empty() || when.types.contains(&kind))
            && !(when.spares_royals && spec.pieces[kind.index()].royal)
    };
    let (state, cell) = match when.of {
        Subject::Mover => (asked.before, asked.from),
        Subject::Captured => (asked.before, asked.captured),
        Subject::MoverAfter => (asked.after, Some(asked.end)),
        Subject::AnyAfter => {
            let mut pieces =
                spec.board.cells().filter(|&cell| asked.after.at(cell).is_some_and(|(_, kind)| concerns(kind)));
            return pieces.any(|cell| holds(spec, asked.after, &when.what, cell)) == must;
        }
    };
    let Some(cell) = cell else { return true };
    state.at(cell).is_some_and(|(_, kind)| !concerns(kind)) || holds(spec, state, &when.what, cell) == must
}

/// Whether something holds for the piece on a cell.
fn holds(spec: &Spec, state: &State, what: &Relation, cell: Cell) -> bool {
    let Some((owner, kind)) = state.at(cell) else { return false };
    let Some(color) = owner.color() else { return false };
    match what {
        Relation::Beside(steps) => {
            steps[color].iter().filter_map(|&step| spec.board.step(cell, step)).any(|beside| state.at(beside).is_some())
        }
        Relation::Observed { by, with } => {
            let by = if *by == Whose::Own { color } else { !color };
            state.pieces(by).into_iter().any(|(from, observer)| {
                let counts = match with {
                    Observers::Any => true,
                    Observers::Alike => observer == kind,
                    Observers::Types(types) => types.contains(&observer),
                };
                counts && attacks(spec, &state.placement, from, by, observer).contains(&cell)
            })
        }
    }
}
