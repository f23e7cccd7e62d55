//! Cells as each side sees them.

use crate::attack::is_pawn;
use spielraum_geometry::{Board, Cell, Coord, Offset};
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

/// What turns White's view of the board into Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    level: bool,
    file: bool,
    rank: bool,
}

/// The mirrors that are tried, the most usual first.
const MIRRORS: [[bool; 3]; 7] = [
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [true, true, true],
    [true, false, false],
    [true, true, false],
    [false, true, false],
];

impl Mirror {
    /// The mirror that turns White's start position into Black's as nearly as possible.
    pub(super) fn of(rules: &Rules) -> Self {
        let (board, start) = (rules.board(), rules.start());
        let agreement = |mirror: &Self| {
            board
                .cells()
                .filter(|&cell| {
                    let image = mirror.image(board, cell).and_then(|image| start.piece_at(image));
                    match (start.piece_at(cell), image) {
                        (Some((color, kind)), Some((other, same))) => color != other && kind == same,
                        (None, None) => true,
                        _ => false,
                    }
                })
                .count()
        };
        let mirrors = MIRRORS.map(|[level, file, rank]| Self { level, file, rank });
        let most = mirrors.iter().map(agreement).max().unwrap_or(0);
        mirrors.into_iter().find(|mirror| agreement(mirror) == most).unwrap_or(mirrors[0])
    }

    fn image(self, board: &Board, cell: Cell) -> Option<Cell> {
        let (at, extent) = (board.coord(cell), board.extent());
        let flip = |flip: bool, value: i16, extent: i16| if flip { extent - 1 - value } else { value };
        board.at(Coord::new(
            flip(self.level, at.level, extent.level),
            flip(self.file, at.file, extent.file),
            flip(self.rank, at.rank, extent.rank),
        ))
    }

    /// A cell as a side sees it.
    pub(super) fn seen(self, board: &Board, color: Color, cell: Cell) -> Seen {
        let (at, extent) = (board.coord(cell), board.extent());
        let black = color == Color::Black;
        let count = |flip: bool, value: i16, extent: i16| {
            (if flip && black { extent - 1 - value } else { value }).max(0) as usize
        };
        let middle = (2 * at.file + 1 - extent.file).unsigned_abs() as usize / 2;
        Seen {
            rank: count(self.rank, at.rank, extent.rank),
            file: middle,
            level: count(self.level, at.level, extent.level),
        }
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
    let (a, b) = (board.coord(a), board.coord(b));
    i32::from(Offset::new(a.level - b.level, a.file - b.file, a.rank - b.rank).longest())
}

/// Whether a type can become another by its moves.
pub(super) fn promotes(rules: &Rules, kind: PieceType) -> bool {
    rules.spec().promotions.iter().any(|promotion| promotion.piece == kind)
}
