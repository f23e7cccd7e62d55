//! Why a text is no collection.

use thiserror::Error;

/// A longer text is no collection of problems.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// A collection has at most this many problems.
pub(crate) const MOST_ENTRIES: usize = 200_000;

/// Why a text is no collection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It is too long.
    #[error("a collection has at most {} MiB; divide it", MOST_BYTES >> 20)]
    TooLong,
    /// It has too many problems.
    #[error("a collection has at most {MOST_ENTRIES} problems; divide it")]
    TooMany,
    /// It has none.
    #[error("there is no problem in it")]
    Empty,
    /// The heading of a table names no diagram or no stipulation.
    #[error("the first line of a table names its columns; `{0}` is missing")]
    NoColumn(&'static str),
}
