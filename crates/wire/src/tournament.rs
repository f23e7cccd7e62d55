//! Tournaments: what is asked for, and how they stand.

use super::{Color, TimeControl, Wanted};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How players are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TournamentForm {
    /// For a time, players who are free are paired at once with somebody near in the standings. Needs a clock for the whole game.
    Arena {
        /// For how long.
        #[schema(minimum = 5, maximum = 360)]
        minutes: u32,
        /// Whether results count double after two wins in a row.
        #[serde(default)]
        streaks: bool,
        /// Whether players may go berserk: halve their clock before their first move and give up the increment, for a win that is
        /// worth a point more.
        #[serde(default = "yes")]
        #[schema(default = true)]
        berserk: bool,
    },
    /// All meet all; with days for each move all games are played at once.
    RoundRobin {
        /// Whether they meet twice, with sides exchanged.
        #[serde(default)]
        twice: bool,
    },
    /// Rounds in which players of like scores meet who have not met.
    Swiss {
        #[schema(minimum = 2, maximum = 15)]
        rounds: u32,
    },
}

fn yes() -> bool {
    true
}

/// When a tournament begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TournamentStart {
    /// At a time, in milliseconds since 1970, at most 60 days from now. With fewer than two players it is called off.
    At { at: i64 },
    /// When this many have joined. After 30 days without them it is called off.
    With {
        #[schema(minimum = 2, maximum = 128)]
        players: u32,
    },
}

/// A tournament that is to be created.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TournamentRequest {
    /// A line of at most 60 characters.
    #[schema(max_length = 60)]
    pub title: String,
    pub form: TournamentForm,
    /// Which games are played: with several of them, another one in each round, or in each pairing of an arena.
    pub wanted: Wanted,
    pub clock: TimeControl,
    /// Whether its games change ratings. Two players who have begun ten rated games with each other within a day play without.
    #[serde(default)]
    pub rated: bool,
    pub start: TournamentStart,
    /// How many may take part: at most 128, in a round robin 20.
    #[schema(minimum = 2, maximum = 128)]
    pub most: u32,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStage {
    Upcoming,
    Running,
    Finished,
    /// Called off before it began.
    Cancelled,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentSummary {
    pub id: String,
    pub title: String,
    pub form: TournamentForm,
    pub wanted: Wanted,
    pub clock: Option<TimeControl>,
    pub rated: bool,
    pub start: TournamentStart,
    pub most: u32,
    pub stage: TournamentStage,
    /// How many have joined and not withdrawn.
    pub players: u32,
    /// Whether the caller is one of them.
    pub joined: bool,
    /// Which round was paired last.
    pub round: u32,
    /// How many rounds there are, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Milliseconds since 1970.
    pub created: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begun: Option<i64>,
    /// When an arena pairs nobody any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
}

/// Tournaments: those that are not over, and those that were over last.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tournaments {
    pub tournaments: Vec<TournamentSummary>,
}

/// What decides between equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The sum of the opponents' points; a bye counts as an opponent with one's own points.
    Buchholz,
    /// The points of opponents defeated and half those of opponents drawn with.
    SonnebornBerger,
    Wins,
}

/// Whether a player takes part in what is paired next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryState {
    In,
    Paused,
    Withdrawn,
}

/// A player's game in a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentGame {
    pub round: u32,
    /// The opponent's number; without one it is a bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Color>,
    /// What it has brought, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Whether the player has gone berserk.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// The game's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// How a player stands in a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentRow {
    /// Players have the same rank whom nothing distinguishes.
    pub rank: u32,
    /// The player's number in this tournament, in the order of joining, from 0.
    pub number: u32,
    pub name: String,
    /// When the player joined, in a rated tournament in one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    pub state: EntryState,
    pub points: f64,
    /// What decides between equal points, in the order of the tournament's `ties`.
    pub ties: Vec<f64>,
    /// Whether the next result counts double.
    pub streak: bool,
    /// The games in their order; of an arena the last 24.
    pub games: Vec<TournamentGame>,
}

/// What a tournament is to the caller who takes part in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TournamentPlayer {
    pub number: u32,
    pub state: EntryState,
    /// The game that goes on; of several the one that was begun first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tournament {
    pub summary: TournamentSummary,
    /// Who has created it.
    pub creator: String,
    /// Whether it is the caller.
    pub yours: bool,
    pub ties: Vec<TieBreak>,
    /// All who take part or did, the first first.
    pub table: Vec<TournamentRow>,
    /// The game that goes on between those who stand best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<TournamentPlayer>,
    /// The server's time, in milliseconds since 1970.
    pub at: i64,
}
