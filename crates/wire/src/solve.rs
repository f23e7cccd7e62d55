//! Problems to be solved, and what is found out about them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A problem to be solved.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SolveRequest {
    /// A variant's id.
    #[schema(max_length = 64)]
    pub variant: String,
    /// The options chosen; the others have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The diagram, as FEN; all but the placement may be missing. Without it the variant's start.
    #[schema(max_length = 16384)]
    pub fen: Option<String>,
    /// The diagram that is to be reached, for `a=>b`.
    #[schema(max_length = 16384)]
    pub to: Option<String>,
    /// What is asked: `#2`, `s#3`, `h#2.5`, `ser-h=7`, `win 3` and so on, as `spielraum solve` takes it.
    #[schema(max_length = 64)]
    pub stipulation: String,
    /// First moves that at most this many answers refute are reported as tries.
    #[serde(default)]
    #[schema(maximum = 4)]
    pub tries: u8,
    /// Whether to report what would happen if the other side began.
    #[serde(default)]
    pub set_play: bool,
    /// Whether it is solved with colours exchanged as well.
    #[serde(default)]
    pub duplex: bool,
    /// The seconds that it may take.
    #[serde(default = "most_seconds")]
    #[schema(minimum = 1, maximum = 20)]
    pub seconds: u8,
    /// The positions that may be looked at; without it as many as there is time for.
    pub nodes: Option<u64>,
}

fn most_seconds() -> u8 {
    20
}

/// What was found out about a problem: the object of `spielraum solve --json`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Solved {
    pub game: String,
    pub fen: String,
    /// What was asked, as problem journals write it.
    pub stipulation: String,
    /// Keys, or the first moves of all lines; sorted.
    pub first_moves: Vec<String>,
    pub solutions: Vec<Solution>,
    pub complete: Complete,
    /// A word for why it is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<SolveStopped>,
    /// What would happen if the other side began.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_play: Vec<Solution>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<SolvedTry>,
    /// The same with colours exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    pub duplex: Option<Box<Solved>>,
    /// Positions looked at.
    pub nodes: u64,
    pub seconds: f64,
    /// Everything again as problem journals print it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// `true`, or a sentence for people: why something was left out.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Complete {
    Whole(bool),
    Stopped(String),
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SolveStopped {
    Time,
    Nodes,
    /// More solutions than are listed.
    Solutions,
    /// More tries than are listed.
    Tries,
    /// Others waited.
    Interrupted,
}

/// A key of battle play, a line of help play or a series, or in set play an answer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Solution {
    Key(SolvedKey),
    Line(SolvedLine),
    Defence(SolvedDefence),
}

/// A sequence of moves that reaches the goal; `null`: the turn is passed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolvedLine {
    pub moves: Vec<Option<String>>,
    /// The same moves in standard algebraic notation.
    pub sans: Vec<Option<String>>,
}

/// A move of the side that wants the goal, and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolvedKey {
    pub key: String,
    /// The same move in standard algebraic notation.
    pub san: String,
    /// In how many moves, this one included, the goal is reached.
    pub moves: u16,
    /// Whether it reaches the goal.
    pub goal: bool,
    /// How it would go on if the other side passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub threats: Vec<SolvedKey>,
    /// The answers, without those that don't prevent a threat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub variations: Vec<SolvedDefence>,
    /// Whether what follows was left out because there is too much of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A move of the other side, and how the first one goes on.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolvedDefence {
    pub defence: String,
    /// The same move in standard algebraic notation.
    pub san: String,
    /// Whether it reaches the goal, as it must in self and reflex play.
    pub goal: bool,
    /// The moves that go on shortest; several are duals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub answers: Vec<SolvedKey>,
}

/// A first move that fails against few answers only.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SolvedTry {
    #[serde(flatten)]
    pub attempt: SolvedKey,
    /// The answers that refute it.
    pub refutations: Vec<String>,
    /// The same moves in standard algebraic notation.
    pub refutation_sans: Vec<String>,
}
