//! Pieces of work, for threads and for resuming.

use spielraum_rules::Move;

/// A piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Whether it belongs to set play.
    pub set_play: bool,
    /// The length that is looked at: half moves of lines, moves in battle play.
    pub length: u16,
    /// The first move; `None`: all of them, or none.
    pub first: Option<Move>,
    /// The next move, or in a series the next one of its side; `None`: all of them, or none.
    pub second: Option<Move>,
}
