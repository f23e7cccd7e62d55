//! Why a text is no move in SAN.

use crate::MoveTextError;
use thiserror::Error;

/// Why a text is not a move of a position in SAN.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is no move in any position of the game.
    #[error("`{text}` is not a move{}", example.as_ref().map_or(String::new(), |san| format!(": write a move such as `{san}`")))]
    NotUnderstood {
        /// The text.
        text: String,
        /// A legal move.
        example: Option<String>,
    },
    /// No legal move is written so.
    #[error("{text} is not legal here; {hint}")]
    NoSuchMove {
        /// The text.
        text: String,
        /// Which moves are.
        hint: String,
    },
    /// Several legal moves can be meant.
    #[error("{text} is ambiguous: it can be {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves in SAN.
        candidates: Vec<String>,
    },
    /// The text names the cells that a move goes from and to, and that is no legal move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
}
