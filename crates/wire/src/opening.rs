//! What was played in openings.

use super::Color;
use serde::Serialize;
use utoipa::ToSchema;

/// What was played from a position, by games that have ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explorer {
    pub fen: String,
    /// By each sort of games in which the position was, those between people first.
    pub sources: Vec<ExplorerSource>,
}

/// What one sort of games has of a position.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplorerSource {
    pub source: ExplorerGames,
    /// How many games White has won, were drawn, and Black has won.
    pub white: i64,
    pub drawn: i64,
    pub black: i64,
    /// The most frequent one first.
    pub moves: Vec<ExplorerMove>,
    /// The latest ones between people.
    pub games: Vec<ExplorerGame>,
}

/// A sort of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExplorerGames {
    /// Rated games between people.
    Rated,
    /// Other games between people.
    Casual,
    /// Games of people against the engine.
    Engine,
}

/// A move that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplorerMove {
    pub text: String,
    pub san: String,
    pub white: i64,
    pub drawn: i64,
    pub black: i64,
    /// The average rating of those who made it in rated games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
}

/// A game in which the position was.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExplorerGame {
    pub game: String,
    /// The text of the move that was made.
    pub text: String,
    pub white: String,
    pub black: String,
    /// Nobody: it was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
}
