//! Cells as each side sees them.

use crate::attack::is_pawn;
use spielraum_geometry::{Board, Cell, Mirror};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules};

/// A cell as a side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// Its rank, counted from the side's own.
    pub(super) rank: usize,
    /// Its distance from the middle of the files.
    pub(super) file: usize,
    /// Its level, counted from the side's own where the sides start on different levels.
    pub(super) level: usize,
}

impl Seen {
    /// A cell as a side sees it.
    pub(super) fn new(mirror: Mirror, board: &Board, color: Color, cell: Cell) -> Self {
        let at = board.coord(cell);
        let seen = if color == Color::Black { mirror.coord(board, at).unwrap_or(at) } else { at };
        // Between cells, or where the counterpart is none, a rank may lie beyond the board's.
        let rank = (board.rank_at(seen).max(0) as usize).min(board.shape().ranks - 1);
        let file = (2 * at.file + 1 - board.extent().file).unsigned_abs() as usize / 2;
        Self { rank, file, level: seen.level as usize }
    }
}

/// For each cell a number, the same for those between which a type can go to and fro, as bishops on cells of one colour;
/// nothing if it can go everywhere that it may stand, or is a pawn, or can't go back where it came from.
pub(super) fn classes(rules: &Rules, kind: PieceType) -> Option<Vec<u16>> {
    if is_pawn(rules, kind) {
        return None;
    }
    let mut classes = vec![0; rules.board().len()];
    let mut last = 0;
    for first in (rules.spec().pieces[kind.index()].may_enter[Color::White] & rules.board().all()).iter() {
        if classes[first.index()] != 0 {
            continue;
        }
        last += 1;
        classes[first.index()] = last;
        let mut fresh = vec![first];
        while let Some(cell) = fresh.pop() {
            for next in rules.reach(Color::White, kind, cell).iter() {
                match classes[next.index()] {
                    0 => {
                        classes[next.index()] = last;
                        fresh.push(next);
                    }
                    class if class == last => {}
                    _ => return None,
                }
            }
        }
    }
    (last > 1).then_some(classes)
}

/// In how many steps of a king one gets from a cell to another on an empty board without holes.
pub(super) fn distance(board: &Board, a: Cell, b: Cell) -> i32 {
    i32::from(board.steps(a, b))
}

/// Whether a type can become another by its moves.
pub(super) fn promotes(rules: &Rules, kind: PieceType) -> bool {
    rules.spec().promotions.iter().any(|promotion| promotion.piece == kind)
}
