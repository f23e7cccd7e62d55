//! How a game ended.

use crate::Color;
use std::fmt;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None`: a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The royal is attacked and there is no legal move.
    Checkmate,
    /// There is no legal move, without checkmate (G2, G3, N3).
    NoMoves,
    /// A side has too few pieces of a family of types; the families' names (X3, F3).
    Extinction(String),
    /// Only the royals are left (G6).
    BareRoyals,
    /// The position occurred this many times (G4).
    Repetition(u8),
    /// The position recurred by one side's giving check all the time.
    PerpetualCheck,
    /// The halfmove clock ran out (G5).
    MoveCount,
    /// A condition of a rule that is a file of its own.
    Rule {
        /// Its word for programs.
        code: &'static str,
        /// What it says, in words.
        text: &'static str,
    },
}

/// How a game stands for a search; see [`Position::standing`](crate::Position::standing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It goes on, if there is a legal move.
    Open,
    /// The move that led here is not legal: it repeats a position (N4).
    Banned,
    /// It is over, or as good as over: won by a side, or a draw.
    Over(Option<Color>),
}

impl Reason {
    /// The reason as a word for programs, such as `checkmate`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::NoMoves => "no-moves",
            Self::Extinction(_) => "extinction",
            Self::BareRoyals => "bare-royals",
            Self::Repetition(_) => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::MoveCount => "move-count",
            Self::Rule { code, .. } => code,
        }
    }
}

impl Outcome {
    pub(crate) fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    pub(crate) fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(Color::White) => write!(f, "White wins: {}", self.reason),
            Some(Color::Black) => write!(f, "Black wins: {}", self.reason),
            None => write!(f, "Draw: {}", self.reason),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate => f.write_str("checkmate"),
            Self::NoMoves => f.write_str("no legal move"),
            Self::Extinction(families) => write!(f, "too few pieces left of: {families}"),
            Self::BareRoyals => f.write_str("only the royals are left"),
            Self::Repetition(times) => write!(f, "the same position for the {times}{} time", ordinal(*times)),
            Self::PerpetualCheck => f.write_str("perpetual check"),
            Self::MoveCount => f.write_str("too many moves without progress"),
            Self::Rule { text, .. } => f.write_str(text),
        }
    }
}

fn ordinal(number: u8) -> &'static str {
    match (number % 10, number % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    }
}
