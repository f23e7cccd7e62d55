//! Ratings, leaderboards and profiles.

use super::{GameStatus, Options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of clock games have that are rated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClockClass {
    /// Less than ten minutes for 40 moves.
    Blitz,
    /// More.
    Rapid,
    /// Days for each move.
    Correspondence,
}

/// A list of ratings: a game with its options, a class of clocks, and the side where the sides are rated apart.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Ladder {
    /// Its name in addresses.
    pub id: String,
    pub variant: String,
    /// The options, unless all are the usual ones.
    pub options: Options,
    pub class: ClockClass,
    /// The side, where the armies differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<super::Color>,
}

/// A rating with the games behind it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rating {
    pub ladder: Ladder,
    pub points: i32,
    /// How far it may be off: with 95 % the strength is within twice of it.
    pub deviation: i32,
    /// Whether that is too much for the rating to say much.
    pub provisional: bool,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// When a game last counted, in milliseconds since 1970.
    pub at: i64,
}

/// An account as everybody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Profile {
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
    /// Whether it is the caller's.
    pub yours: bool,
    /// Those of the most games first.
    pub ratings: Vec<Rating>,
    /// How the latest games against others ended, by variant.
    pub results: Vec<VariantResults>,
    /// Days, counted from 1970, and how many games ended on them, within about a year.
    pub activity: Vec<(i64, u32)>,
}

/// How the games of one variant ended for a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantResults {
    pub variant: String,
    pub title: String,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerResult {
    Won,
    Drawn,
    Lost,
}

/// Which games of a player are asked for.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlayerGamesQuery {
    /// A variant's id.
    pub variant: Option<String>,
    /// The name of the other player's account.
    pub opponent: Option<String>,
    /// How it ended for the player.
    pub result: Option<PlayerResult>,
    pub status: Option<GameStatus>,
    /// Only rated games.
    #[serde(default)]
    pub rated: bool,
    /// What the previous page returned as `next`; without it the first page.
    pub page: Option<String>,
}

/// How a player's rating went.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatingCourse {
    /// When each of the latest games ended, in milliseconds since 1970, and the rating after it, the first one first.
    pub games: Vec<(i64, i32)>,
}

/// A ladder that has ratings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LadderSummary {
    #[serde(flatten)]
    pub ladder: Ladder,
    /// How many players have a rating.
    pub players: u32,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Ranked {
    pub name: String,
    pub points: i32,
    pub deviation: i32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// Who leads a ladder.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    pub ladder: Ladder,
    /// At most 100, the strongest first.
    pub leaders: Vec<Ranked>,
    /// Those of whom too little is known yet, at most 50.
    pub provisional: Vec<Ranked>,
    /// How many points a step of the distribution has.
    pub step: i32,
    /// The beginnings of steps in which there is somebody, and how many.
    pub distribution: Vec<(i32, u32)>,
}

/// In which form games are exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GamesFormat {
    /// Portable Game Notation.
    #[default]
    Pgn,
    /// A JSON object in each line.
    Jsonl,
}

/// How one's games are exported.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesExportQuery {
    #[serde(default)]
    pub format: GamesFormat,
}

/// A game as a line of an export.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportedGame {
    pub id: String,
    pub variant: String,
    pub options: Options,
    pub title: String,
    /// The FEN it started from.
    pub start: String,
    pub white: Option<String>,
    pub black: Option<String>,
    pub rated: bool,
    /// Whether players got hints and saw threats and attackers.
    pub help: bool,
    pub clock: Option<super::TimeControl>,
    pub status: GameStatus,
    pub result: Option<super::GameResult>,
    /// The moves from cell to cell, as programs exchange them.
    pub moves: Vec<String>,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
}
