//! Tokens, by which programs act for a player, and what bots hear of games.

use super::{Color, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a program may do with a token, besides reading what its player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TokenScope {
    /// Move, resign, offer (a rematch, too) and chat in the player's games.
    Play,
    /// Begin and join games, create and accept seeks.
    Seek,
}

/// A token to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TokenRequest {
    /// What it is for: 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    pub scopes: Vec<TokenScope>,
}

/// A token, without its secret.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Token {
    pub id: String,
    pub name: String,
    pub scopes: Vec<TokenScope>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// When it was last used, noted within ten minutes.
    pub used: i64,
}

/// A token that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewToken {
    pub token: Token,
    /// What a program sends in `Authorization: Bearer SECRET`. It is shown this once.
    pub secret: String,
}

/// That something was done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Done {
    pub ok: bool,
}

/// A line of the stream of events.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotEvent {
    /// A game of the player goes on, or begins.
    GameStart { game: BotGame },
    /// It is over.
    GameFinish { game: BotGame },
    /// Somebody challenges the player, or the player challenges somebody.
    Challenge { challenge: BotChallenge },
    /// A challenge to the player was withdrawn.
    ChallengeCanceled { challenge: BotChallenge },
    /// A challenge of the player was declined.
    ChallengeDeclined { challenge: BotChallenge },
}

/// A challenge in the stream of events.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotChallenge {
    pub id: String,
    /// `created` or `declined`.
    pub status: String,
    pub challenger: BotPlayer,
    pub dest_user: BotPlayer,
    /// Which game is to be played; of several the first, and `any` if the player who accepts may choose.
    pub variant: BotVariant,
    pub options: super::Options,
    pub rated: bool,
    pub clock: Option<TimeControl>,
    /// The side of the challenger.
    pub color: super::SideWish,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_reason_key: Option<super::DeclineReason>,
}

/// A game in the stream of events.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGame {
    pub game_id: String,
    pub color: Color,
    pub variant: BotVariant,
    pub rated: bool,
    pub is_my_turn: bool,
}

/// Which game is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BotVariant {
    pub key: String,
    pub name: String,
}

/// A player of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BotPlayer {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

/// A line of the stream of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotMessage {
    /// The first line.
    #[serde(rename_all = "camelCase")]
    GameFull {
        id: String,
        variant: BotVariant,
        options: super::Options,
        rated: bool,
        created_at: i64,
        clock: Option<TimeControl>,
        white: Option<BotPlayer>,
        black: Option<BotPlayer>,
        initial_fen: String,
        state: Box<BotState>,
    },
    /// Something has changed.
    GameState(BotState),
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BotState {
    /// The moves as the server writes them, with a space between two.
    pub moves: String,
    /// What the program's side sees, as a FEN with `?` for each cell that it does not see, in a game in which something is hidden
    /// and that goes on; moves that it does not see are `?` in `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Milliseconds that White has left; without a clock it is missing, as the next three are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wtime: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub btime: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winc: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binc: Option<i64>,
    /// Whether White has gone berserk, in an arena that allows it: half of the time, and no increment.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wberserk: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bberserk: bool,
    /// Whose turn it is, while the game goes on; sides do not alternate in every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Color>,
    /// Whether White offers a draw.
    pub wdraw: bool,
    pub bdraw: bool,
    /// `created`, `started`, or the word for how it ended.
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
}
