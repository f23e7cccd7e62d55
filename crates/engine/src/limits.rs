//! When a search ends, and what it looks at.

use crate::Level;
use spielraum_rules::{ByColor, Move};
use std::time::Duration;

/// A side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time it has left.
    pub remaining: Duration,
    /// What it gets for each move.
    pub increment: Duration,
    /// The moves until it gets more time; `None`: the time must do for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends, and what it looks at. Limits that are not set don't limit; a search with none at all
/// ends when the game is decided, or with its [`Stop`](crate::Stop).
#[derive(Clone, Debug)]
pub struct Limits {
    /// The depth in plies, from 1.
    pub depth: Option<u32>,
    /// The number of positions looked at.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clocks of the game; the search divides its side's time sensibly.
    pub clock: Option<ByColor<Clock>>,
    /// What is lost on the way between the search and the clock, for each move.
    pub overhead: Duration,
    /// Whether to go on until stopped, even when there is nothing more to find.
    pub infinite: bool,
    /// Whether this is thinking in the enemy's time: time counts from [`Stop::ponder_hit`](crate::Stop::ponder_hit).
    pub ponder: bool,
    /// How many of the best lines to find, from 1.
    pub multi_pv: usize,
    /// The strength to play at; `None`: full strength.
    pub level: Option<Level>,
    /// The moves to choose from; none: all legal ones.
    pub moves: Vec<Move>,
    /// What the choices of a level depend on besides the position.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            overhead: Duration::from_millis(10),
            infinite: false,
            ponder: false,
            multi_pv: 1,
            level: None,
            moves: Vec::new(),
            seed: 0,
        }
    }
}

impl Limits {
    /// A search of this many plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of this many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of so much time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
