//! The messages of the analysis socket.

use super::{Color, Move};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What a client says on the analysis socket.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisRequest {
    /// Analyses a position, in place of the one before.
    Start {
        /// Comes back with everything that is said about this analysis.
        id: Option<u32>,
        #[schema(max_length = 64)]
        variant: String,
        #[serde(default)]
        options: BTreeMap<String, String>,
        #[schema(max_length = 16384)]
        fen: Option<String>,
        #[serde(default)]
        #[schema(max_items = 6000)]
        moves: Vec<String>,
        /// How many lines, 1 to 5.
        #[serde(default = "one")]
        #[schema(minimum = 1, maximum = 5)]
        multipv: u8,
    },
    Stop,
    Ping,
}

fn one() -> u8 {
    1
}

/// What the server says on the analysis socket.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalysisMessage {
    Info {
        id: Option<u32>,
        depth: u32,
        nodes: u64,
        nps: u64,
        /// Whether a network, learned from the rules alone, says what positions are worth; else the classical terms do.
        learned: bool,
        /// The side to move, from whose side scores are seen.
        side: Color,
        /// The best lines, the best first.
        lines: Vec<AnalysisLine>,
    },
    Pong,
    /// The analysis has ended: as asked, after a minute, or because others wait.
    Done {
        id: Option<u32>,
    },
    Refused {
        id: Option<u32>,
        code: String,
        message: String,
    },
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisLine {
    pub score: AnalysisScore,
    pub pv: Vec<Move>,
}

/// What a line is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnalysisScore {
    /// Hundredths of about the weakest piece.
    Cp(i32),
    /// Moves to the end; negative: the side to move loses.
    Mate(i32),
}
