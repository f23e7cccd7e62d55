//! Why a specification can't be compiled.

use crate::MAX_MOVES;
use crate::spec::SpecError;
use crate::tables::limits::{MAX_LINE_DIRECTIONS, MAX_TARGETS};
use std::fmt;
use thiserror::Error;

/// A fault of a [`Spec`](crate::spec::Spec).
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// One that can be seen in the specification itself.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Two castling moves would be written alike.
    #[error("the text of a castling move is given twice for `{0}`")]
    CastlingText(String),
    /// More line directions than a word has bits.
    #[error("the pieces move along {0} directions of lines; at most {MAX_LINE_DIRECTIONS} are possible")]
    TooManyLineDirections(usize),
    /// A line is longer than a word has bits.
    #[error("a line has {0} cells; at most 32 are possible")]
    LineTooLong(usize),
    /// More lines than their numbers can distinguish.
    #[error("the board has too many lines for these pieces")]
    TooManyLines,
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
