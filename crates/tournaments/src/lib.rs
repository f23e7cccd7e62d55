//! Tournaments: who plays whom, what a result is worth, and who stands where.
//!
//! Everything is a function of the games so far. Nothing here reads a clock, draws lots, waits or stores: players are numbers from
//! 0 on, and the caller says who takes part in what is paired next.

mod arena;
mod history;
mod matching;
mod round_robin;
mod standings;
mod swiss;

pub use history::{Meeting, Outcome};
pub use round_robin::round_robin;
pub use standings::{Scoring, Standing, standings};

/// Pairs the players of an arena who are free.
pub use arena::{Free, pair as pair_arena};
/// Pairs a round by the Swiss system.
pub use swiss::pair as pair_swiss;

/// Who plays whom: White first.
pub type Pair = (usize, usize);

/// A round: its games, and the player who has none and gets the point, if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The games.
    pub pairs: Vec<Pair>,
    /// The player with a bye.
    pub bye: Option<usize>,
}
