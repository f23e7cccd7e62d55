//! The moves to choose from.

use crate::score::{INFINITE, WIN_BOUND, shifted};
use spielraum_geometry::sort_few;
use spielraum_rules::Move;

/// A move of the position that is thought about.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// Its score at this depth, or the lowest of all where it is known only not to be better than others.
    pub(crate) score: i32,
    /// Its last score that is more than a bound.
    pub(crate) last: i32,
    /// How much more than its score it counts (see [`crate::level`]).
    pub(crate) noise: i32,
    /// Its score by endgame tables, if they know it for certain.
    pub(crate) known: Option<i32>,
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(m: Move, noise: i32) -> Self {
        Self { m, score: -INFINITE, last: -INFINITE, noise, known: None, pv: vec![m] }
    }

    /// The score to report: of endgame tables where they know it.
    pub(crate) fn told(&self) -> i32 {
        self.known.unwrap_or(self.last)
    }

    /// By what moves are compared.
    fn rank(&self) -> i32 {
        with_noise(self.score, self.noise)
    }
}

/// A score with move noise added; wins and losses have none.
pub(super) fn with_noise(score: i32, noise: i32) -> i32 {
    if score.abs() >= WIN_BOUND { score } else { shifted(score, noise) }
}

/// A bound for scores with move noise added, as one for scores without.
pub(super) fn without_noise(bound: i32, noise: i32) -> i32 {
    with_noise(bound, -noise)
}

/// The root of a search.
pub(crate) struct Root {
    /// The moves to choose from, the best first.
    pub(crate) moves: Vec<RootMove>,
    /// The length of the longest line that was looked at, in plies.
    pub(super) seldepth: usize,
    /// The forced win that the proof-number search found.
    pub(super) forced: Option<RootMove>,
    /// Whether it was found just now.
    pub(super) is_interrupted: bool,
}

impl Root {
    pub(super) fn new(moves: Vec<RootMove>) -> Self {
        Self { moves, seldepth: 0, forced: None, is_interrupted: false }
    }

    /// Sorts the moves from number `line` on, the best first. Between iterations few of them change places.
    pub(super) fn sort(&mut self, line: usize) {
        sort_few(&mut self.moves[line..], |one, other| other.rank().cmp(&one.rank()));
    }

    /// Whether this many lines are in order, the best first.
    pub(super) fn are_sorted(&self, lines: usize) -> bool {
        self.moves.iter().take(lines).is_sorted_by(|one, other| one.rank() >= other.rank())
    }

    /// Puts the forced win first, if it is better than the best line; says whether it did.
    pub(super) fn prefer_forced(&mut self) -> bool {
        let Some(forced) = &self.forced else { return false };
        let better = |root: &RootMove| root.rank() >= forced.rank();
        let Some(index) = self.moves.iter().position(|root| root.m == forced.m || better(root)) else {
            return false;
        };
        if better(&self.moves[index]) {
            return false;
        }
        let forced = forced.clone();
        self.moves[..=index].rotate_right(1);
        self.moves[0] = forced;
        true
    }
}
