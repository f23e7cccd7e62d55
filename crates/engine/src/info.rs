//! What a search reports while it runs and when it is done.

use crate::Score;
use spielraum_rules::Move;
use std::time::Duration;

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score.
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// News from a running search: its best line, or one of its best lines.
#[derive(Clone, Debug)]
pub struct Info {
    /// The depth that was searched, in plies.
    pub depth: u32,
    /// The length of the longest line that was looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines this is, from 0; lines beyond the first come with `multi_pv` only.
    pub line: usize,
    /// What it is worth, seen from the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions looked at so far, by all threads.
    pub nodes: u64,
    /// Time used so far.
    pub time: Duration,
    /// Positions a second.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Positions found in endgame tables, by all threads.
    pub table_hits: u64,
    /// Whether a network says what positions are worth, and not the classical terms.
    pub learned: bool,
    /// The line: the best move and what is expected to follow.
    pub pv: Vec<Move>,
}

/// One of the best lines of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is worth, seen from the side to move.
    pub score: Score,
    /// The moves; at least one.
    pub moves: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// The best move; none when there is no legal move.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The best lines, the best first; as many as were asked for, or as there are moves.
    pub lines: Vec<Line>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// The last depth that was searched in full, in plies.
    pub depth: u32,
    /// Time used.
    pub time: Duration,
}
