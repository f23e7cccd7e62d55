//! The lobby: open seeks, and the messages of its socket.

use super::{PlayerRating, SideWish, TimeControl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game that may be played, with its options.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct WantedGame {
    /// A game of the catalogue, or a published one that is listed.
    #[schema(max_length = 64)]
    pub variant: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// What it is called; answers have it.
    #[serde(default)]
    pub title: String,
}

/// Some of the games of the catalogue, with their usual options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameGroup {
    /// All of them.
    Any,
    /// Those on a flat board.
    Flat,
    /// Those on boards with levels.
    Space,
}

/// What may be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Wanted {
    /// One of 1 to 8 games.
    Games {
        #[schema(min_items = 1, max_items = 8)]
        games: Vec<WantedGame>,
    },
    /// Any game of a group; the player who accepts may choose.
    Group { group: GameGroup },
}

/// What somebody would like to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SeekRequest {
    pub wanted: Wanted,
    /// The side of the player who seeks.
    pub side: SideWish,
    pub clock: Option<TimeControl>,
    /// Whether the game changes ratings: a game of the catalogue with a clock, and the sides drawn. Both players need accounts.
    #[serde(default)]
    pub rated: bool,
    /// Whether both players get hints and see threats and attackers; the player who accepts agrees to it. Never in a rated game.
    #[serde(default)]
    pub help: bool,
    /// Which rating the other player must have in the game that is played.
    #[serde(default)]
    pub range: RatingRange,
}

/// Between which ratings somebody must be; an end that is left out is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RatingRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 100, maximum = 4000)]
    pub least: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 100, maximum = 4000)]
    pub most: Option<i32>,
}

/// An open seek.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seek {
    pub id: String,
    /// Who seeks.
    pub name: String,
    /// Whether it is the caller's.
    pub yours: bool,
    pub wanted: Wanted,
    /// The side of the player who seeks.
    pub side: SideWish,
    pub clock: Option<TimeControl>,
    /// Whether the game changes ratings.
    pub rated: bool,
    /// Whether both players get help.
    pub help: bool,
    /// Which rating the other player must have.
    pub range: RatingRange,
    /// Whom alone it is for, if it is a challenge: by the caller or for the caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Why that player declines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declined: Option<DeclineReason>,
    /// The seeker's rating, in a rated seek for one game in which that player has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<PlayerRating>,
    /// Milliseconds since 1970.
    pub created: i64,
}

/// A challenge: a seek for one account, which sees it and may accept or decline it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChallengeRequest {
    /// The account's name.
    #[schema(max_length = 64)]
    pub to: String,
    #[serde(flatten)]
    pub seek: SeekRequest,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum DeclineReason {
    #[default]
    Generic,
    /// Not now.
    Later,
    TooFast,
    TooSlow,
    /// With another clock.
    TimeControl,
    /// With ratings.
    Rated,
    /// Without ratings.
    Casual,
    /// Another game.
    Variant,
}

/// How a challenge is declined.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct DeclineRequest {
    #[serde(default)]
    pub reason: DeclineReason,
}

/// The open seeks, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lobby {
    pub seeks: Vec<Seek>,
}

/// What has become of a seek.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeekAnswer {
    /// It is open.
    Waiting { seek: Seek },
    /// Somebody wanted the same, and the game has begun: its id.
    Paired { game: String },
}

/// How a seek is accepted.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct AcceptRequest {
    /// Which of the games that may be played; without it one is drawn.
    #[schema(max_length = 64)]
    pub variant: Option<String>,
}

/// The game that has begun with a seek.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    pub game: String,
}

/// What a client says on the lobby's socket.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LobbyRequestMessage {
    Ping,
    /// Follows a tournament, or, without one, none any more.
    Follow {
        #[serde(default)]
        #[schema(max_length = 64)]
        tournament: Option<String>,
    },
}

/// What the server says on the lobby's socket: what changes from then on. `GET /api/lobby` has the rest, and is to be asked
/// when the socket is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LobbyMessage {
    /// Seeks that are new or look different, and the ids of those that are no longer open.
    Seeks {
        open: Vec<Seek>,
        gone: Vec<String>,
    },
    /// A seek of the caller was accepted.
    Paired {
        seek: String,
        game: String,
    },
    /// A game of a tournament has begun in which the caller plays.
    Begun {
        tournament: String,
        game: String,
    },
    /// The tournament that the caller follows has changed; ask for it again.
    Tournament {
        tournament: String,
    },
    Refused {
        code: String,
        message: String,
    },
    Pong,
}
