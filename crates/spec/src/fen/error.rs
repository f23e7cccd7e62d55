//! Why a text is not a FEN.

use thiserror::Error;

/// Why a text is not a FEN of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// The text is longer than any FEN.
    #[error("the text is too long to be a FEN")]
    TooLong,
    /// Nothing at all.
    #[error("a FEN has at least a placement, such as `4k3/8/8/8/8/8/8/4K3`")]
    TooShort,
    /// More fields than the game has.
    #[error("`{0}` is one field too many")]
    ExtraField(String),
    /// Another number of levels than the board has.
    #[error("the placement has {found} levels, separated by `|`; the board has {expected}")]
    Levels {
        /// How many are there.
        found: usize,
        /// How many must be there.
        expected: usize,
    },
    /// Another number of ranks than the level has.
    #[error("level {level} has {found} ranks, separated by `/`, instead of {expected}")]
    Ranks {
        /// Which level, from 1.
        level: usize,
        /// How many are there.
        found: usize,
        /// How many must be there.
        expected: usize,
    },
    /// Another number of cells than the rank has.
    #[error("`{row}` describes {found} cells instead of {expected}")]
    Cells {
        /// The text of the rank.
        row: String,
        /// How many it describes.
        found: usize,
        /// How many it must describe.
        expected: usize,
    },
    /// What one side sees of a position.
    #[error("`?` stands for a cell that a side does not see: write what stands on it")]
    Hidden,
    /// Not a piece of the game.
    #[error("`{0}` is no piece of this game")]
    Piece(String),
    /// A piece of a side is written as nobody's, or the other way round.
    #[error("`{found}` is no piece of this game: write {form}")]
    PieceForm {
        /// What is there.
        found: String,
        /// How it is written.
        form: String,
    },
    /// A piece that belongs to nobody is in hand.
    #[error("`{0}` belongs to nobody and can't be in hand")]
    NeutralInHand(String),
    /// Not a number of pieces in hand.
    #[error("`{0}` is not a number of pieces in hand")]
    HandCount(String),
    /// The brackets of the hand field don't match.
    #[error("the hand field must be closed by `]` and end the placement")]
    Brackets,
    /// Not a side.
    #[error("`{0}` is no side to move: use `w` or `b`")]
    Side(String),
    /// Not a set of castling rights of the game.
    #[error("`{0}` are no castling rights of this game")]
    Castling(String),
    /// Not an en passant field.
    #[error("`{0}` is no en passant field: use `-`, the cell passed, or that and the cell of the piece, `via:pawn`")]
    EnPassant(String),
    /// Not the field that says which pieces have not moved.
    #[error("`{0}` does not say which pieces have not moved: use their cells, as in `unmoved:a1,b2`")]
    Unmoved(String),
    /// Not a number.
    #[error("`{0}` is not a number of moves")]
    Number(String),
    /// Not the field of a rule of the game.
    #[error("`{text}` is no {form}")]
    Field {
        /// What is there.
        text: String,
        /// What the field is called, and how it is written.
        form: String,
    },
}
