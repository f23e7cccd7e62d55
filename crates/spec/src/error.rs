//! What is wrong with a specification.

use crate::{Letters, MAX_PIECE_TYPES};
use thiserror::Error;

/// A fault of a [`Spec`](crate::Spec) that can be seen without compiling it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// No types, or more than [`MAX_PIECE_TYPES`].
    #[error("a game has 1 to {MAX_PIECE_TYPES} piece types, not {0}")]
    PieceTypes(usize),
    /// A castling right is no letter.
    #[error("`{0}` can't be a castling right: use a letter")]
    BadRight(char),
    /// An alias stands for letters that no type has.
    #[error("no piece type has the letters `{0}`")]
    NoSuchLetters(Letters),
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
    /// A rule that ends the game can't be asked.
    #[error("an end of the game: {0}")]
    Ending(&'static str),
    /// An effect is impossible.
    #[error("what happens `on` a move {0}")]
    Effect(&'static str),
    /// A constraint is impossible.
    #[error("a constraint {0}")]
    Constraint(&'static str),
    /// A royal may be lost, and nothing follows from it.
    #[error(
        "`{0}` may be removed, and the game would go on without it: add `end \"loss\" {{ pieces \"{0}\" most=0 }}`, or spare it by `except`"
    )]
    RoyalLost(String),
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
    /// Nothing may be hopped over.
    #[error("some type must be a hurdle: leave out `hurdle=#false` of one")]
    Hurdles,
    /// A turn of several parts is impossible.
    #[error("{0}")]
    Turn(&'static str),
    /// A rule does not go with what is hidden.
    #[error("{0}")]
    Sight(&'static str),
    /// A double step is impossible.
    #[error("a double step {0}")]
    DoubleStep(&'static str),
    /// A first move is impossible.
    #[error("a first move {0}")]
    FirstMove(&'static str),
    /// Something needs a hand of another kind.
    #[error("{0}")]
    Hand(&'static str),
    /// The moves are too many to work out.
    #[error("the pieces move in too many ways for a board of this size; use fewer types or simpler moves")]
    TooComplex,
}
