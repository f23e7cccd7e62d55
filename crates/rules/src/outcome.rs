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
    /// The royal could not fulfil its duty (Q17).
    DutyNeglected,
    /// Only the royals are left (G6).
    BareRoyals,
    /// The position occurred so many times (G4).
    Repetition(u8),
    /// The position recurred by one side's giving check all the time.
    PerpetualCheck,
    /// The halfmove clock ran out (G5).
    MoveCount,
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
            Self::DutyNeglected => f.write_str("the royal can't get to where it must be"),
            Self::BareRoyals => f.write_str("only the royals are left"),
            Self::Repetition(times) => write!(f, "the same position for the {times}{} time", ordinal(*times)),
            Self::PerpetualCheck => f.write_str("perpetual check"),
            Self::MoveCount => f.write_str("too many moves without progress"),
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
