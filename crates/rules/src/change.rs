//! What a move changes, as a list of small steps that can be taken back.

use crate::spec::{Counter, PieceType};
use crate::{Color, Owner};
use spielraum_geometry::Cell;

/// One step of what a move changes in a position.
///
/// A move is a list of these, and everything else that is reported of it follows from the list: the position after it and,
/// with each [inverse](Self::inverse) in reverse order, the position before it; the hash; what an evaluation keeps from move
/// to move; what was captured. Each step carries what it takes to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A piece leaves a cell.
    Leaves(Owner, PieceType, Cell),
    /// A piece comes to an empty cell.
    Comes(Owner, PieceType, Cell),
    /// A side has n more of a type in hand, or in its prison, or fewer.
    Hand(Color, PieceType, i16),
    /// These castling rights are lost, as bits in the order of the game's castling moves; by an inverse they are won.
    Rights(u32),
    /// The piece on a cell has made its first move, or can't be said any more not to have (G14, G15); by an inverse it has not.
    FirstMove(Cell),
    /// A double step can be answered en passant from now on.
    Passed {
        /// The cell passed.
        via: Cell,
        /// Where the piece that passed it stands.
        pawn: Cell,
    },
    /// A double step can't be answered en passant any more.
    PassedBefore {
        /// The cell passed.
        via: Cell,
        /// Where the piece that passed it stands.
        pawn: Cell,
    },
    /// What is counted for a side grows by so much.
    Count(Counter, Color, i16),
    /// The halfmove clock grows by so much.
    Clock(i32),
    /// The number of the move grows by so much.
    MoveNumber(i32),
    /// The part of the turn that comes next has a number larger by so much.
    Part(i8),
    /// Which piece the side has moved last in its turn, by its cell, as long as that matters (G11).
    Moved {
        /// As it was.
        before: Option<Cell>,
        /// As it is from now on.
        after: Option<Cell>,
    },
    /// The turn passes to the other side.
    Turn,
}

impl Change {
    /// The step that takes this one back.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        match self {
            Self::Leaves(owner, kind, cell) => Self::Comes(owner, kind, cell),
            Self::Comes(owner, kind, cell) => Self::Leaves(owner, kind, cell),
            Self::Hand(color, kind, more) => Self::Hand(color, kind, -more),
            Self::Rights(flipped) => Self::Rights(flipped),
            Self::FirstMove(cell) => Self::FirstMove(cell),
            Self::Passed { via, pawn } => Self::PassedBefore { via, pawn },
            Self::PassedBefore { via, pawn } => Self::Passed { via, pawn },
            Self::Count(counter, color, more) => Self::Count(counter, color, -more),
            Self::Clock(more) => Self::Clock(-more),
            Self::MoveNumber(more) => Self::MoveNumber(-more),
            Self::Part(more) => Self::Part(-more),
            Self::Moved { before, after } => Self::Moved { before: after, after: before },
            Self::Turn => Self::Turn,
        }
    }
}
