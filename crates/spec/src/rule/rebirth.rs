//! A captured piece comes back to the board, or the piece that has captured goes to another cell (K1 to K4).

use super::steps::check_steps_lead_to_one;
use crate::check::Check;
use crate::{ByColor, Color, PieceType, SpecError};
use spielraum_geometry::{Board, Cell, CellSet, Coord, Offset};

/// What is reborn after a capture, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebirth {
    /// Who is reborn.
    pub who: Reborn,
    /// The types of which it speaks: of the captured piece, or of the captor as it stands; any if the list is empty.
    pub of: Vec<PieceType>,
    /// What it is reborn as.
    pub into: RebornAs,
    /// Whether it changes its side.
    pub turns: bool,
    /// Where.
    pub place: Place,
    /// What that cell is reflected in.
    pub reflected: Reflection,
}

/// Who is reborn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reborn {
    /// The captured piece, if the cell is empty; otherwise it is gone.
    Captured,
    /// The piece that has captured: if the cell is occupied, the capture is not legal.
    Captor {
        /// Whether it may be reborn on the cell on which it stands.
        may_stay: bool,
    },
}

/// What a piece is reborn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RebornAs {
    /// As what it was.
    Itself,
    /// As a piece of this type.
    Type(PieceType),
    /// A captured piece as what has captured it was before the move; not where that is royal.
    Captor,
}

/// The cell on which a piece is reborn.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The cells on which such pieces stand at the start; the line does not speak of others.
    Start {
        /// Whose cells.
        whose: Home,
        /// Which of them.
        choice: Choice,
    },
    /// Cells of a region of the piece's side.
    Region {
        /// The region.
        cells: Box<ByColor<CellSet>>,
        /// Which of them.
        choice: Choice,
    },
    /// The cell of the capture.
    Capture,
    /// The cell from which the captor came.
    Departure,
    /// As far from the cell of the capture as the captor came, and the same way.
    Beyond,
    /// A step from the cell of the capture; no more than one of them stays on the board.
    Steps(ByColor<Vec<Offset>>),
}

/// Whose start cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Those of the piece that is reborn.
    Own,
    /// Those of the other side's pieces of that type.
    Enemy,
    /// Those of the captor's type on its side, as it stands after the capture.
    Captor,
}

/// Which of several cells: of those that share all of this with the cell of the capture, or of all if none does, the nearest; of
/// several the first in the order of the board (K2).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Whether each cell is first moved along its file to the rank of the capture.
    pub on_rank: bool,
    /// What is shared.
    pub same: Vec<Shared>,
}

/// What two cells may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The level.
    Level,
    /// The file.
    File,
    /// The rank.
    Rank,
    /// The shade.
    Shade,
}

/// What a cell is reflected in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reflection {
    /// Nothing.
    None,
    /// The centre of the board.
    Centre,
    /// The middle between the first and the last level.
    Levels,
    /// The middle between the first and the last file.
    Files,
    /// The middle between the first and the last rank.
    Ranks,
}

impl Reflection {
    /// The cell that mirrors a cell, if the board has it.
    pub fn of(self, board: &Board, cell: Cell) -> Option<Cell> {
        let (at, size) = (board.coord(cell), board.extent());
        let turned = |wanted: bool, at: i16, size: i16| if wanted { size - 1 - at } else { at };
        let all = self == Self::Centre;
        board.at(Coord {
            cube: turned(all, at.cube, size.cube),
            level: turned(all || self == Self::Levels, at.level, size.level),
            file: turned(all || self == Self::Files, at.file, size.file),
            rank: turned(all || self == Self::Ranks, at.rank, size.rank),
        })
    }
}

impl Rebirth {
    /// Whether it speaks of a type.
    pub fn concerns(&self, kind: PieceType) -> bool {
        self.of.is_empty() || self.of.contains(&kind)
    }

    /// Whether the start position decides where pieces are reborn.
    pub fn asks_start(&self) -> bool {
        matches!(self.place, Place::Start { .. })
    }

    pub(crate) fn validate(&self, check: &mut Check<'_>) {
        check.types("a rebirth", &self.of);
        let captured = self.who == Reborn::Captured;
        check.require(captured || self.into != RebornAs::Captor && !self.turns, || {
            SpecError::Effect("makes a captor another piece")
        });
        if captured {
            check.no_royal(&self.of, "a royal is never captured, and so never reborn");
        }
        if let RebornAs::Type(kind) = self.into {
            check.types("a rebirth", &[kind]);
            check.no_royal(&[kind], "no piece is reborn as a royal");
            check.require(captured, || SpecError::Effect("makes a captor another piece"));
        }
        match &self.place {
            Place::Steps(steps) => check_steps_lead_to_one(check, steps),
            Place::Region { cells, .. } => {
                for color in Color::BOTH {
                    check.require(!cells[color].is_empty(), || SpecError::Effect("leads nowhere"));
                }
            }
            Place::Start { .. } | Place::Capture | Place::Departure | Place::Beyond => {}
        }
    }
}
