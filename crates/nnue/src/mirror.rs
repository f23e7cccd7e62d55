//! What turns one side's view of the board into the other's.

use spielraum_geometry::{Board, Cell, Coord};
use spielraum_rules::Rules;

/// What turns White's view of the board into Black's: the axes that are counted from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// Whether levels are.
    pub level: bool,
    /// Whether files are.
    pub file: bool,
    /// Whether ranks are.
    pub rank: bool,
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
    pub fn of(rules: &Rules) -> Self {
        let (board, start) = (rules.board(), rules.start());
        let agreement = |mirror: &Self| {
            board
                .cells()
                .filter(|&cell| {
                    let image = mirror.image(board, cell).and_then(|image| start.piece_at(image));
                    match (start.piece_at(cell), image) {
                        (Some((owner, kind)), Some((other, same))) => owner == other.mirrored() && kind == same,
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

    /// The cell that is to the other side what this one is to the one, where there is one.
    pub fn image(self, board: &Board, cell: Cell) -> Option<Cell> {
        let (at, extent) = (board.coord(cell), board.extent());
        let flip = |flip: bool, value: i16, extent: i16| if flip { extent - 1 - value } else { value };
        board.at(Coord::new(
            flip(self.level, at.level, extent.level),
            flip(self.file, at.file, extent.file),
            flip(self.rank, at.rank, extent.rank),
        ))
    }
}
