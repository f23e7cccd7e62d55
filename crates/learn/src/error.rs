//! What can go wrong while learning.

use spielraum_engine::{EngineError, NetworkError};
use spielraum_matches::PlayerError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What can go wrong while learning.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file can't be read or written.
    #[error("can't use `{path}`: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("`{path}` {why}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: &'static str,
    },
    /// There is nothing to learn from.
    #[error("the games have no quiet position to learn from; play more of them")]
    NoSamples,
    /// The number of hidden units can't be.
    #[error("a network has 16 to 256 hidden units, a multiple of 16, not {0}")]
    Hidden(usize),
    /// The game has too many piece types.
    #[error("only games of at most 128 piece types can be learned, and this one has {0}")]
    Types(usize),
    /// A network to start with has more hidden units than the one that is to be trained.
    #[error("the network to start with has {0} hidden units; the one trained needs as many or more, not {1}")]
    Start(usize, usize),
    /// The engine can't be as asked for.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The network is not for this game.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A player can't play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// What was played is no game of a shard.
    #[error("a game that was played is damaged")]
    Sealed,
    /// Not all was played.
    #[error("the players have ended before all games were played")]
    Unfinished,
    /// The caller wanted no more of it.
    #[error("the training was called off")]
    CalledOff,
    /// A player has failed.
    #[error(transparent)]
    Crew(Box<dyn std::error::Error + Send + Sync>),
}

impl LearnError {
    /// A file that can't be read or written.
    pub(crate) fn file(path: &Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }

    /// A shard in which something is no position.
    pub fn no_position(path: &Path) -> Self {
        Self::damaged(path, "has a position that is none; delete it and play its games again")
    }

    /// A file that is not what it should be.
    pub(crate) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), why }
    }
}
