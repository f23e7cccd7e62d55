//! What the pieces are worth to the greedy player: how many cells they reach on an empty board.

use spielraum_geometry::{Board, Cell, Coord, Offset};
use spielraum_rules::spec::{Landing, MovePart, Pattern, PieceType, Spec, StepSet};
use spielraum_rules::{ByColor, Color, Move, Position, Rules};
use std::collections::BTreeSet;

/// The share of a hopper's cells that it reaches on an ordinary board, where it needs a hurdle.
const HOP_SHARE: f64 = 0.5;

/// The value of each type for each side.
pub struct Values {
    by_type: ByColor<Vec<f64>>,
}

impl Values {
    /// Works them out from the rules.
    pub fn new(rules: &Rules) -> Self {
        let spec = rules.spec();
        let types = 0..spec.pieces.len() as u8;
        Self { by_type: ByColor::new(|color| types.clone().map(|t| mobility(spec, PieceType(t), color)).collect()) }
    }

    /// What a capture takes.
    pub fn of_capture(&self, position: &Position, m: Move) -> f64 {
        // What is taken beside the target cell, en passant, is worth as much as what takes it.
        let taken = position.piece_at(m.to()).or_else(|| m.from().and_then(|from| position.piece_at(from)));
        taken.map_or(0.0, |(color, piece)| self.by_type[color][piece.index()])
    }
}

/// The mean number of cells that a piece reaches, taking and not taking, over the cells where it can be.
fn mobility(spec: &Spec, piece: PieceType, color: Color) -> f64 {
    let description = &spec.pieces[piece.index()];
    let allowed = &description.may_enter[color];
    let mut reached = 0.0;
    let mut places = 0.0;
    for from in spec.board.cells().filter(|&cell| allowed.contains(cell)) {
        places += 1.0;
        for part in description.moves[color].iter().filter(|part| part.origin.as_ref().is_none_or(|o| o.contains(from)))
        {
            let targets = targets(&spec.board, part, from).into_iter().filter(|&to| allowed.contains(to)).count();
            reached += targets as f64 * weight(part);
        }
    }
    if places == 0.0 { 0.0 } else { reached / places }
}

fn weight(part: &MovePart) -> f64 {
    let modes = (f64::from(u8::from(part.mode.quiet())) + f64::from(u8::from(part.mode.captures()))) / 2.0;
    if matches!(part.pattern, Pattern::Hop { .. }) { modes * HOP_SHARE } else { modes }
}

fn targets(board: &Board, part: &MovePart, from: Cell) -> BTreeSet<Cell> {
    match &part.pattern {
        Pattern::Leap(steps) => step_targets(board, steps, from).map(|(cell, _)| cell).collect(),
        Pattern::Slide { lines, distances } => lines
            .iter()
            .flat_map(|line| line.rays(board, from))
            .flat_map(|ray| ray.into_iter().enumerate())
            .filter(|(index, _)| distances.contains(index + 1))
            .map(|(_, cell)| cell)
            .collect(),
        Pattern::Hop { lines, landing } => {
            let beyond = lines.iter().flat_map(|line| line.rays(board, from)).flat_map(|ray| ray.into_iter().skip(1));
            match landing {
                Landing::Beyond | Landing::Next => beyond.collect(),
            }
        }
        Pattern::Route { stages, .. } => {
            let start = board.coord(from);
            let mut reached = BTreeSet::from([from]);
            for stage in stages {
                reached = reached
                    .into_iter()
                    .flat_map(|at| step_targets(board, stage, at).map(move |(to, step)| (at, to, step)))
                    .filter(|&(at, _, step)| goes_outward(start, board.coord(at), step))
                    .map(|(_, to, _)| to)
                    .collect();
            }
            reached
        }
    }
}

fn step_targets<'a>(board: &'a Board, steps: &'a StepSet, from: Cell) -> impl Iterator<Item = (Cell, Offset)> + 'a {
    let place = board.coord(from);
    steps.offsets.iter().filter_map(move |&step| {
        let to = board.step(from, step)?;
        steps.ring.allows(board, place, board.coord(to)).then_some((to, step))
    })
}

/// Whether no component of the step goes back toward the start.
fn goes_outward(start: Coord, at: Coord, step: Offset) -> bool {
    let onward = |gone: i16, component: i16| i32::from(gone) * i32::from(component) >= 0;
    onward(at.level - start.level, step.level)
        && onward(at.file - start.file, step.file)
        && onward(at.rank - start.rank, step.rank)
}
