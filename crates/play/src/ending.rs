//! How a game between players ends.

use spielraum_rules::spec::SideNames;
use spielraum_rules::{Color, Outcome};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Rules(Outcome),
    /// This side has resigned.
    Resigned(Color),
    /// This side's time ran out.
    TimeOut(Color),
    /// This side's time ran out, and the other side could never have won; a draw (G10).
    TimeOutDraw(Color),
    /// The players agreed on a draw.
    Agreed,
    /// It became longer than the players may play; a draw.
    TooLong,
    /// This side's player failed: an illegal move, a crash.
    Failed(Color, String),
    /// It was called off.
    Aborted,
    /// As it was recorded, where the rules no longer say so.
    Recorded {
        /// Who won; none: a draw.
        winner: Option<Color>,
        /// The reason as a word for programs.
        code: String,
        /// The whole in words.
        text: String,
    },
}

impl Ending {
    /// Who won, if anybody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::Resigned(loser) | Self::TimeOut(loser) | Self::Failed(loser, _) => Some(!*loser),
            Self::TimeOutDraw(_) | Self::Agreed | Self::TooLong | Self::Aborted => None,
            Self::Recorded { winner, .. } => *winner,
        }
    }

    /// The reason as a word for programs, such as `checkmate` or `resignation`.
    pub fn code(&self) -> &str {
        match self {
            Self::Rules(outcome) => outcome.reason.code(),
            Self::Resigned(_) => "resignation",
            Self::TimeOut(_) => "time",
            Self::TimeOutDraw(_) => "time-draw",
            Self::Agreed => "agreement",
            Self::TooLong => "too-long",
            Self::Failed(..) => "failure",
            Self::Aborted => "aborted",
            Self::Recorded { code, .. } => code,
        }
    }

    /// Whether players brought it about, and no move.
    pub(crate) fn by_word(&self) -> bool {
        matches!(self.code(), "resignation" | "agreement")
    }
}

impl Ending {
    /// The end in words, in a game that calls its sides so.
    pub fn said(&self, sides: SideNames) -> String {
        let both = |loser: &Color| (sides.of(!*loser), sides.of(*loser));
        match self {
            Self::Rules(outcome) => outcome.said(sides),
            Self::Resigned(loser) => {
                let (winner, loser) = both(loser);
                format!("{winner} wins: {loser} resigned")
            }
            Self::TimeOut(loser) => {
                let (winner, loser) = both(loser);
                format!("{winner} wins: {loser}'s time is up")
            }
            Self::TimeOutDraw(loser) => {
                let (other, loser) = both(loser);
                format!("Draw: {loser}'s time is up, and {other} could never win")
            }
            Self::Agreed => "Draw: agreed".to_owned(),
            Self::TooLong => "Draw: the game is too long".to_owned(),
            Self::Failed(loser, why) => format!("{} wins: {why}", both(loser).0),
            Self::Aborted => "Unfinished: the game was called off".to_owned(),
            Self::Recorded { text, .. } => text.clone(),
        }
    }
}
