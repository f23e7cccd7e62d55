//! What a position is worth.

use spielraum_rules::Color;
use std::fmt;
use std::ops::Neg;

/// A score, seen from the side to move: more is better.
///
/// Between the losses and the wins lie estimates in centipawns, hundredths of about the value of the
/// weakest of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(crate) i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// An estimate in centipawns.
    Centipawns(i32),
    /// The side to move wins within this many plies.
    WinIn(u32),
    /// The side to move loses within this many plies.
    LossIn(u32),
}

/// The longest line that is searched, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// The score of a game won here and now.
pub(crate) const WIN: i32 = 32_000;

/// Scores above are wins, scores below its negative losses.
pub(crate) const WIN_BOUND: i32 = WIN - 1_000;

/// Above every score.
pub(crate) const INFINITE: i32 = 32_500;

/// Above this many centipawns only every sixteenth counts: a side with such a lead should think of ending the game.
const PLAIN: i32 = 8_000;

/// Keeps estimates apart from the scores of wins, however much material a large board holds.
pub(crate) fn compressed(value: i32) -> i32 {
    match value.abs() - PLAIN {
        ..=0 => value,
        more => (PLAIN + more / 16) * value.signum(),
    }
}

/// An estimate with some centipawns added to what it was before it was [`compressed`].
pub(crate) fn shifted(estimate: i32, by: i32) -> i32 {
    let value = match estimate.abs() - PLAIN {
        ..=0 => estimate,
        more => (PLAIN + more * 16) * estimate.signum(),
    };
    Score::centipawns(compressed(value + by)).0
}

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// An estimate in centipawns, cut off below the scores of wins.
    pub fn centipawns(value: i32) -> Self {
        Self(value.clamp(1 - WIN_BOUND, WIN_BOUND - 1))
    }

    /// The side to move wins within `plies`, at most 999.
    pub fn win_in(plies: u32) -> Self {
        Self(WIN - plies.min(999) as i32)
    }

    /// The side to move loses within `plies`, at most 999.
    pub fn loss_in(plies: u32) -> Self {
        -Self::win_in(plies)
    }

    /// What the score says.
    ///
    /// ```
    /// use spielraum_engine::{Score, ScoreKind};
    /// assert_eq!(Score::win_in(3).kind(), ScoreKind::WinIn(3));
    /// assert_eq!(Score::centipawns(-25).kind(), ScoreKind::Centipawns(-25));
    /// ```
    pub fn kind(self) -> ScoreKind {
        match self.0 {
            score if score >= WIN_BOUND => ScoreKind::WinIn((WIN - score).max(0) as u32),
            score if score <= -WIN_BOUND => ScoreKind::LossIn((WIN + score).max(0) as u32),
            score => ScoreKind::Centipawns(score),
        }
    }

    /// A won or lost game's length in moves of the winner, negative where the side to move loses.
    ///
    /// ```
    /// use spielraum_engine::Score;
    /// assert_eq!(Score::win_in(3).moves_to_end(), Some(2));
    /// assert_eq!(Score::loss_in(4).moves_to_end(), Some(-2));
    /// assert_eq!(Score::centipawns(300).moves_to_end(), None);
    /// ```
    pub fn moves_to_end(self) -> Option<i32> {
        match self.kind() {
            ScoreKind::Centipawns(_) => None,
            ScoreKind::WinIn(plies) => Some(plies.div_ceil(2) as i32),
            ScoreKind::LossIn(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }

    /// The score as White sees it, if it is `side_to_move`'s.
    pub fn from_white(self, side_to_move: Color) -> Self {
        if side_to_move == Color::White { self } else { -self }
    }

    /// The score as a number that sorts like it: centipawns, or beyond 31,000 for wins and losses.
    pub fn value(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind(), self.moves_to_end()) {
            (ScoreKind::WinIn(_), Some(moves)) => write!(f, "+#{moves}"),
            (ScoreKind::LossIn(_), Some(moves)) => write!(f, "-#{}", -moves),
            _ => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_say_what_they_were_made_of() {
        assert_eq!(Score::win_in(3).kind(), ScoreKind::WinIn(3));
        assert_eq!(Score::loss_in(4).moves_to_end(), Some(-2));
        assert_eq!(Score::win_in(3).moves_to_end(), Some(2));
        assert_eq!(Score::centipawns(1 << 20).moves_to_end(), None);
        assert!(Score::win_in(1) > Score::win_in(3) && Score::centipawns(1 << 20) < Score::win_in(999));
        assert_eq!(
            [Score::win_in(1), Score::loss_in(2), Score::centipawns(-25)].map(|s| s.to_string()),
            ["+#1", "-#1", "-0.25"]
        );
    }

    #[test]
    fn a_shift_is_as_much_on_either_scale() {
        for value in [-60_000, -8_001, -7_900, 0, 7_950, 8_160, 40_000] {
            for by in [-320, -1, 0, 70, 320] {
                assert!((shifted(compressed(value), by) - compressed(value + by)).abs() <= 1, "{value} {by}");
            }
        }
        assert_eq!([shifted(9_000, 160), shifted(-9_000, 160)], [9_010, -8_990]);
        assert_eq!(shifted(WIN_BOUND - 1, 1_000), WIN_BOUND - 1);
    }
}
