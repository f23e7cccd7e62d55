//! Why a specification can't be compiled.

use crate::MAX_MOVES;
use crate::spec::MAX_PIECE_TYPES;
use crate::tables::limits::{MAX_LINE_DIRECTIONS, MAX_TARGETS};
use std::fmt;
use thiserror::Error;

/// A fault of a [`Spec`](crate::spec::Spec).
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CompileError {
    /// No types, or more than [`MAX_PIECE_TYPES`].
    #[error("a game has 1 to {MAX_PIECE_TYPES} piece types, not {0}")]
    PieceTypes(usize),
    /// A symbol is not an upper-case letter.
    #[error("`{0}` can't be written as a piece: use a letter from A to Z")]
    BadSymbol(char),
    /// Two types are written alike.
    #[error("two piece types are written `{0}`")]
    SameSymbol(String),
    /// A type that belongs to nobody is used as only a side's can be.
    #[error("`{piece}` belongs to nobody: {fault}")]
    Neutral {
        /// How it is written.
        piece: String,
        /// What is wrong.
        fault: String,
    },
    /// Something needs a royal and the game has none.
    #[error("{0} needs a royal piece type")]
    NeedsRoyal(&'static str),
    /// A type number that does not exist.
    #[error("{0} names a piece type that does not exist")]
    NoSuchType(&'static str),
    /// A cell that does not exist.
    #[error("{0} names a cell that does not exist")]
    NoSuchCell(&'static str),
    /// A number outside its range.
    #[error("{what} is {value}; it must be from {least} to {most}")]
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: i64,
        /// The least possible.
        least: i64,
        /// The greatest possible.
        most: i64,
    },
    /// Something is given twice.
    #[error("{what} is given twice for `{whose}`")]
    Twice {
        /// What is given.
        what: &'static str,
        /// For which type or letter.
        whose: String,
    },
    /// A promotion contradicts itself.
    #[error("the promotion of `{piece}` {fault}")]
    Promotion {
        /// The type that promotes.
        piece: String,
        /// What is wrong.
        fault: &'static str,
    },
    /// A castling move is impossible.
    #[error("the castling `{right}` {fault}")]
    Castling {
        /// The letter of its right.
        right: char,
        /// What is wrong.
        fault: &'static str,
    },
    /// A royal could come, go or be captured in a way that no royal can.
    #[error("{0}")]
    Royal(&'static str),
    /// Something needs a hand of another kind.
    #[error("{0}")]
    Hand(&'static str),
    /// More line directions than a word has bits.
    #[error("the pieces move along {0} directions of lines; at most {MAX_LINE_DIRECTIONS} are possible")]
    TooManyLineDirections(usize),
    /// A line is longer than a word has bits.
    #[error("a line has {0} cells; at most 32 are possible")]
    LineTooLong(usize),
    /// More lines than their numbers can tell apart.
    #[error("the board has too many lines for these pieces")]
    TooManyLines,
    /// The moves are too many to work out.
    #[error("the pieces move in too many ways for a board of this size; use fewer types or simpler moves")]
    TooComplex,
    /// The tables would be larger than a program should use for a game.
    #[error("the tables of this game would be too large; use a smaller board, fewer types or simpler moves")]
    TooLarge,
    /// The pieces have too many targets.
    #[error(
        "the pieces reach too many cells: a board full of them would have {0} targets, and at most {MAX_TARGETS} are \
         possible; use a smaller board or pieces that reach fewer cells"
    )]
    TooManyTargets(usize),
    /// The start position has [`MAX_MOVES`] moves or more.
    #[error(
        "the game starts with {MAX_MOVES} moves or more; use fewer pieces, pieces that reach fewer cells, or fewer \
         promotions and drops"
    )]
    TooManyMoves,
    /// The start position is wrong.
    #[error("the start position is wrong: {0}")]
    Start(String),
}

/// Every fault found in a specification.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct CompileErrors(pub Vec<CompileError>);

impl fmt::Display for CompileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}
