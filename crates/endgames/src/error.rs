//! What can go wrong with endgame tables.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no table, or no answer from it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// A text names no material of the game.
    #[error("`{text}` is no material of this game: {why}")]
    Material {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The game has rules that tables can't hold.
    #[error("this game can't have endgame tables: {0}")]
    Game(&'static str),
    /// The game can have tables, but not of this material.
    #[error("there can be no table of {material}: {why}")]
    NotThis {
        /// The material.
        material: String,
        /// Why not.
        why: String,
    },
    /// A win takes longer than a table can store.
    #[error("a win in {material} takes more than {longest} plies, which is more than a table can store")]
    TooLong {
        /// The material.
        material: String,
        /// The longest distance that fits.
        longest: u16,
    },
    /// More memory is needed than allowed.
    #[error("{material} needs {needed} MB of memory and {allowed} MB are allowed")]
    Memory {
        /// The material.
        material: String,
        /// The megabytes needed.
        needed: u64,
        /// The megabytes allowed.
        allowed: u64,
    },
    /// The caller wanted no more of it.
    #[error("the table was called off")]
    CalledOff,
    /// A table that was asked for has not been made.
    #[error("there is no table `{}`", .0.display())]
    Missing(PathBuf),
    /// A folder has no tables of a game.
    #[error("there are no endgame tables of this game in `{}`", .0.display())]
    NoTables(PathBuf),
    /// A file is no table, or has been damaged.
    #[error("`{}` is damaged: {}", .path.display(), .why)]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A file belongs to another game, or to other rules of this one.
    #[error("`{}` was made for other rules than these", .0.display())]
    OtherRules(PathBuf),
    /// A file was made by a version of this program that writes tables in another way.
    #[error("`{}` has format {}; this program reads format {}", .path.display(), .found, .known)]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format that can be read.
        known: u32,
    },
    /// Reading or writing failed.
    #[error("can't {verb} `{}`: {error}", .path.display())]
    Io {
        /// `read` or `write`.
        verb: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

impl EndgameError {
    pub(crate) fn reading(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<'_> {
        |error| Self::Io { verb: "read", path: path.to_owned(), error }
    }

    pub(crate) fn writing(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<'_> {
        |error| Self::Io { verb: "write", path: path.to_owned(), error }
    }

    pub(crate) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), why }
    }
}
