//! Where pieces go and what they attack.

use crate::{Placement, State};
use spielraum_geometry::{Board, Cell, LineDirection, Offset, RingFilter};
use spielraum_spec::{Color, Distances, Landing, MovePart, Owner, Ownership, Pattern, PieceType, Spec, StepSet};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The cells to which a piece can move that are empty.
pub(crate) fn quiet_targets(
    spec: &Spec,
    placement: &Placement,
    from: Cell,
    color: Color,
    kind: PieceType,
) -> Vec<Cell> {
    let mut targets = reach(spec, placement, from, color, kind, false);
    targets.retain(|to| placement[to.index()].is_none());
    targets
}

/// The cells to which a piece can move that hold what it may capture.
pub(crate) fn capture_targets(
    spec: &Spec,
    placement: &Placement,
    from: Cell,
    color: Color,
    kind: PieceType,
) -> Vec<Cell> {
    let mut targets = attacks(spec, placement, from, color, kind);
    targets.retain(|to| {
        placement[to.index()].is_some_and(|(owner, kind)| match spec.pieces[kind.index()].ownership {
            Ownership::Sides => owner != color,
            Ownership::Nobody { capturable } => capturable,
        })
    });
    targets
}

/// The cells on which a piece could capture an enemy, if one stood there.
pub(crate) fn attacks(spec: &Spec, placement: &Placement, from: Cell, color: Color, kind: PieceType) -> Vec<Cell> {
    reach(spec, placement, from, color, kind, true)
}

/// Whether some piece of side `by` could capture an enemy on `cell`.
pub(crate) fn is_attacked(spec: &Spec, placement: &Placement, cell: Cell, by: Color) -> bool {
    spec.board.cells().any(|from| match placement[from.index()] {
        Some((owner, kind)) => owner == by && attacks(spec, placement, from, by, kind).contains(&cell),
        None => false,
    })
}

impl State {
    /// The cells on which the piece on a cell could capture an enemy, if one stood there.
    pub fn attacks_from(&self, spec: &Spec, from: Cell) -> Vec<Cell> {
        let piece = self.at(from).and_then(|(owner, kind)| Some((owner.color()?, kind)));
        piece.map_or(Vec::new(), |(color, kind)| attacks(spec, &self.placement, from, color, kind))
    }
}

/// Whether a piece would have no move from `from` if the board were empty (Q6, Q7) but for one other piece, which
/// may stand wherever a hop needs it.
pub(crate) fn is_stuck(spec: &Spec, from: Cell, color: Color, kind: PieceType) -> bool {
    let mut alone = State::empty(spec).placement;
    alone[from.index()] = Some((color.into(), kind));
    let moves = |placement: &Placement| !quiet_targets(spec, placement, from, color, kind).is_empty();
    let hops = spec.pieces[kind.index()].moves[color].iter().any(|part| matches!(part.pattern, Pattern::Hop { .. }));
    let moves_over = |hurdle: Cell| {
        let mut two = alone.clone();
        let hops_over = |other: &PieceType| !spec.no_hurdles.contains(other);
        two[hurdle.index()] = spec.piece_types().find(hops_over).map(|other| match spec.is_neutral(other) {
            true => (Owner::Nobody, other),
            false => (color.into(), other),
        });
        hurdle != from && moves(&two)
    };
    !(moves(&alone) || hops && spec.board.cells().any(moves_over))
}

/// The cells to which a piece could go from `from` in some position.
pub(crate) fn could_reach(spec: &Spec, from: Cell, color: Color, kind: PieceType) -> Vec<Cell> {
    could_reach_by(spec, from, color, kind, &spec.pieces[kind.index()].moves[color])
}

/// The same by certain ways of moving.
pub(crate) fn could_reach_by(spec: &Spec, from: Cell, color: Color, kind: PieceType, parts: &[MovePart]) -> Vec<Cell> {
    let piece = &spec.pieces[kind.index()];
    let mut all = Vec::new();
    for part in parts.iter().filter(|part| part.origin.is_none_or(|origin| origin.contains(from))) {
        let mut reached = Vec::new();
        let along = |lines: &[LineDirection], wanted: &dyn Fn(usize) -> bool| -> Vec<Cell> {
            let rays = rays(spec, from, lines);
            let cells = rays.iter().flat_map(|rays| rays.iter()).flat_map(|ray| (1..).zip(ray));
            cells.filter(|(distance, _)| wanted(*distance)).map(|(_, &cell)| cell).collect()
        };
        match &part.pattern {
            Pattern::Leap(steps) => reached.extend(step_targets(&spec.board, from, steps)),
            Pattern::Slide { lines, distances } => {
                reached.extend(along(lines, &|distance| distances.contains(distance)));
            }
            Pattern::Hop { lines, .. } => reached.extend(along(lines, &|distance| distance >= 2)),
            Pattern::Route { stages, .. } => {
                let nothing = State::empty(spec).placement;
                route(&spec.board, &nothing, from, &[], stages, true, &mut reached);
            }
        }
        all.extend(reached.into_iter().filter(|&end| part.target.is_none_or(|target| target.contains(end))));
    }
    all.retain(|&cell| cell != from && piece.may_enter[color].contains(cell));
    all
}

/// The cells to which a piece can go with its capturing or with its quiet moves, so far as that
/// depends on what lies between and not on what stands on the cell itself.
fn reach(spec: &Spec, placement: &Placement, from: Cell, color: Color, kind: PieceType, capturing: bool) -> Vec<Cell> {
    let piece = &spec.pieces[kind.index()];
    let mut reached = Vec::new();
    for part in &piece.moves[color] {
        let fits = if capturing { part.mode.captures() } else { part.mode.quiet() };
        let starts_here = part.origin.is_none_or(|origin| origin.contains(from));
        if fits && starts_here {
            let mut ends = pattern_reach(spec, placement, from, &part.pattern);
            ends.retain(|end| part.target.is_none_or(|target| target.contains(*end)));
            reached.extend(ends);
        }
    }
    reached.retain(|&cell| piece.may_enter[color].contains(cell));
    reached.sort_unstable();
    reached.dedup();
    reached
}

/// Where a pattern leads, so far as that depends on what lies between and not on what stands on the cell itself.
pub(crate) fn pattern_reach(spec: &Spec, placement: &Placement, from: Cell, pattern: &Pattern) -> Vec<Cell> {
    match pattern {
        Pattern::Leap(steps) => step_targets(&spec.board, from, steps),
        Pattern::Slide { lines, distances } => rays(spec, from, lines)
            .iter()
            .flat_map(|rays| rays.iter())
            .flat_map(|ray| slide(placement, ray, *distances))
            .collect(),
        Pattern::Hop { lines, landing } => rays(spec, from, lines)
            .iter()
            .flat_map(|rays| rays.iter())
            .flat_map(|ray| hop(spec, placement, ray, *landing))
            .collect(),
        Pattern::Route { stages, leaping } => {
            let mut ends = Vec::new();
            route(&spec.board, placement, from, &[], stages, *leaping, &mut ends);
            ends
        }
    }
}

/// The cells that one step of the set leads to.
fn step_targets(board: &Board, from: Cell, steps: &StepSet) -> Vec<Cell> {
    possible_steps(board, from, steps).into_iter().map(|(_, to)| to).collect()
}

fn possible_steps(board: &Board, from: Cell, steps: &StepSet) -> Vec<(Offset, Cell)> {
    let mut possible = Vec::new();
    for &offset in &steps.offsets {
        let Some(to) = board.step(from, offset) else { continue };
        let same_ring = ring(board, from) == ring(board, to);
        let allowed = match steps.ring {
            RingFilter::Any => true,
            RingFilter::Keep => same_ring,
            RingFilter::Cross => !same_ring,
        };
        if allowed {
            possible.push((offset, to));
        }
    }
    possible
}

type Rays = Rc<[Vec<Cell>]>;
type KnownRays = HashMap<(LineDirection, Cell), Rays>;

thread_local! {
    /// The rays walked so far on each board. They depend on nothing else, and walking turning lines anew
    /// for every move tried would take most of the time.
    static RAYS: RefCell<Vec<(Arc<Board>, KnownRays)>> = const { RefCell::new(Vec::new()) };
}

fn rays(spec: &Spec, from: Cell, lines: &[LineDirection]) -> Vec<Rays> {
    RAYS.with_borrow_mut(|boards| {
        let at = boards.iter().position(|(board, _)| Arc::ptr_eq(board, &spec.board)).unwrap_or_else(|| {
            boards.push((spec.board.clone(), HashMap::new()));
            boards.len() - 1
        });
        let (board, known) = &mut boards[at];
        let walked =
            |&line: &LineDirection| known.entry((line, from)).or_insert_with(|| walk(board, line, from).into()).clone();
        lines.iter().map(walked).collect()
    })
}

/// Every way along lines of a direction that leads away from a cell, up to the edge of the board.
fn walk(board: &Board, line: LineDirection, from: Cell) -> Vec<Vec<Cell>> {
    match line {
        LineDirection::Straight(step) => {
            let mut ray = Vec::new();
            let mut at = from;
            while let Some(next) = board.step(at, step).filter(|_| !step.is_zero()) {
                ray.push(next);
                at = next;
            }
            if ray.is_empty() { Vec::new() } else { vec![ray] }
        }
        // Round a ring without gaining rank there is no end.
        LineDirection::Keep { rank: 0 } => Vec::new(),
        LineDirection::Keep { rank } => walk_turning(board, true, rank, from, None),
        LineDirection::Cross { rank } => walk_turning(board, false, rank, from, None),
    }
}

/// Every walk from file line to orthogonally neighbouring file line, all steps keeping the ring or all crossing to
/// another, each in the direction of the one before or at a right angle to it, never back; with each the rank
/// changes by the same.
fn walk_turning(board: &Board, keeping: bool, rank: i16, at: Cell, came: Option<(i16, i16)>) -> Vec<Vec<Cell>> {
    let mut ways = Vec::new();
    for (level, file) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let Some(next) = board.step(at, Offset::new(level, file, rank)) else { continue };
        if came == Some((-level, -file)) || (ring(board, at) == ring(board, next)) != keeping {
            continue;
        }
        let onward = walk_turning(board, keeping, rank, next, Some((level, file)));
        if onward.is_empty() {
            ways.push(vec![next]);
        }
        ways.extend(onward.into_iter().map(|rest| [vec![next], rest].concat()));
    }
    ways
}

/// How far a file line is from the middle one, or from the middle four, whichever way is longer.
fn ring(board: &Board, cell: Cell) -> i16 {
    let (at, size) = (board.coord(cell), board.extent());
    let from_middle = |at: i16, size: i16| {
        let (low, high) = ((size - 1) / 2, size / 2);
        if at < low { low - at } else { (at - high).max(0) }
    };
    from_middle(at.level, size.level).max(from_middle(at.file, size.file))
}

/// Along the ray up to the first piece, at the right distances.
fn slide(placement: &Placement, ray: &[Cell], distances: Distances) -> Vec<Cell> {
    let mut reached = Vec::new();
    for (before, &cell) in ray.iter().enumerate() {
        if distances.contains(before + 1) {
            reached.push(cell);
        }
        if placement[cell.index()].is_some() {
            break;
        }
    }
    reached
}

/// Along the ray beyond the first piece, up to the second.
fn hop(spec: &Spec, placement: &Placement, ray: &[Cell], landing: Landing) -> Vec<Cell> {
    let Some(hurdle) = ray.iter().position(|cell| placement[cell.index()].is_some()) else {
        return Vec::new();
    };
    if placement[ray[hurdle].index()].is_some_and(|(_, kind)| spec.no_hurdles.contains(&kind)) {
        return Vec::new();
    }
    let beyond = slide(placement, &ray[hurdle + 1..], Distances::ANY);
    match landing {
        Landing::Beyond => beyond,
        Landing::Next => beyond.into_iter().take(1).collect(),
    }
}

/// Every way through the stages, in which no component has both signs. `walked` are the steps before.
fn route(
    board: &Board,
    placement: &Placement,
    from: Cell,
    walked: &[Offset],
    stages: &[StepSet],
    leaping: bool,
    ends: &mut Vec<Cell>,
) {
    let Some((stage, later)) = stages.split_first() else {
        ends.push(from);
        return;
    };
    for (step, to) in possible_steps(board, from, stage) {
        if walked.iter().any(|earlier| opposed(*earlier, step)) {
            continue;
        }
        let passes_through = !later.is_empty();
        if passes_through && !leaping && placement[to.index()].is_some() {
            continue;
        }
        route(board, placement, to, &[walked, &[step]].concat(), later, leaping, ends);
    }
}

/// Whether some component of the two steps has different signs.
fn opposed(one: Offset, other: Offset) -> bool {
    one.level * other.level < 0 || one.file * other.file < 0 || one.rank * other.rank < 0
}
