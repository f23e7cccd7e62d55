//! How a game ended.

use crate::Color;
use crate::spec::SideNames;
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
#[non_exhaustive]
pub enum Reason {
    /// The royal is attacked and there is no legal move.
    Checkmate,
    /// The position occurred this many times (G4).
    Repetition(u8),
    /// The position recurred by one side's giving check all the time.
    PerpetualCheck,
    /// A rule of the game has decided.
    Rule {
        /// Its word for programs, such as `reach`.
        code: String,
        /// What it says, in words.
        text: String,
        /// What it is about, such as the families of which too few pieces are left (X3, F3); may be empty.
        name: String,
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
    /// A reason that a rule gives, which is about nothing in particular.
    pub(crate) fn rule(code: &str, text: &str) -> Self {
        Self::Rule { code: code.to_owned(), text: text.to_owned(), name: String::new() }
    }

    /// There is no legal move, without checkmate, and no rule says what that means.
    pub(crate) fn no_moves() -> Self {
        Self::rule("no-moves", "no legal move")
    }

    /// The reason as a word for programs, such as `checkmate` or the code of an [`EndRule`](crate::spec::EndRule).
    pub fn code(&self) -> &str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Repetition(_) => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::Rule { code, .. } => code,
        }
    }
}

impl Outcome {
    pub(crate) fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// The outcome in words, in a game that calls its sides so.
    pub fn said(&self, sides: SideNames) -> String {
        match self.winner {
            Some(winner) => format!("{} wins: {}", sides.of(winner), self.reason),
            None => format!("Draw: {}", self.reason),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate => f.write_str("checkmate"),
            Self::Repetition(times) => write!(f, "the same position for the {times}{} time", ordinal(*times)),
            Self::PerpetualCheck => f.write_str("perpetual check"),
            Self::Rule { text, name, .. } if name.is_empty() => f.write_str(text),
            Self::Rule { text, name, .. } => write!(f, "{text}: {name}"),
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
