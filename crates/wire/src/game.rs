//! Games that are being played, and the messages of their sockets.

use super::{ChatChannel, ChatMessage, Color, GameResult, LegalMoves, Move, Position, Sides};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Who is played against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Opponent {
    /// The engine, at a level from 1 to 20.
    Engine {
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
    /// The player who joins first.
    Friend,
    /// Nobody: both sides on one device.
    #[serde(rename = "self")]
    OneScreen,
}

/// A side to play, or either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWish {
    White,
    Black,
    Random,
}

/// A time control. A game without one takes as long as its players like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum TimeControl {
    /// A time for the whole game, and more with each move.
    Fischer {
        /// Seconds for the game, 1 to 86,400.
        #[schema(minimum = 1, maximum = 86400)]
        initial: u32,
        /// Seconds for each move, 0 to 3,600.
        #[schema(maximum = 3600)]
        increment: u32,
    },
    /// Days for each move, of which nothing is kept for the next one.
    PerMove {
        /// 1 to 14.
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

/// A game to be begun.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct GameRequest {
    #[schema(max_length = 64)]
    pub variant: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where it starts; without it the variant's start.
    #[schema(max_length = 16384)]
    pub fen: Option<String>,
    pub opponent: Opponent,
    pub side: SideWish,
    pub clock: Option<TimeControl>,
    /// Whether it changes the ratings of both players: a game of the catalogue against a friend from its start, with a clock
    /// and the sides drawn. Both need accounts.
    #[serde(default)]
    pub rated: bool,
    /// Whether both players get hints and see threats and attackers, against a friend in a game without ratings: who joins
    /// agrees to it. Elsewhere nobody has to agree.
    #[serde(default)]
    pub help: bool,
}

/// Which games are asked for.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// A variant's id.
    pub variant: Option<String>,
    pub status: Option<GameStatus>,
    /// Only one's own.
    #[serde(default)]
    pub mine: bool,
    /// Only those against people that wait for one's own move, the one whose time is up first first, without pages.
    #[serde(default)]
    pub turn: bool,
    /// What the previous page returned as `next`; without it the first page.
    pub page: Option<String>,
}

/// A page of the archive, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Games {
    pub games: Vec<GameSummary>,
    /// The next page, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game in one line of the archive.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameSummary {
    pub id: String,
    pub variant: String,
    pub options: BTreeMap<String, String>,
    pub title: String,
    pub players: Sides<Option<Player>>,
    pub you: Option<You>,
    pub opponent: Opponent,
    /// Whether it changes ratings. When it has, the players have what it made of them.
    pub rated: bool,
    pub status: GameStatus,
    pub result: Option<GameResult>,
    /// How many plies were played.
    pub ply: u32,
    /// The time control of both sides.
    pub clock: Option<TimeControl>,
    /// Who is to move, while the game goes on.
    pub turn: Option<Color>,
    /// When the time of the side to move is up, if its clock runs, in milliseconds since 1970.
    pub due: Option<i64>,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameStatus {
    /// It waits for the second player.
    Open,
    Playing,
    Finished,
}

/// What one is in a game; `null` where it is reported: a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum You {
    White,
    Black,
    Both,
}

/// A player of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Player {
    pub name: String,
    pub kind: PlayerKind,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whether somebody is there.
    pub online: bool,
    /// Whether the name is that of an account, which has a profile.
    pub account: bool,
    /// The rating, in a rated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<PlayerRating>,
}

/// A player's rating in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerRating {
    pub points: i32,
    /// Whether too few games were played for it to say much.
    pub provisional: bool,
    /// What the game has changed of it, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    Person,
    Engine,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Game {
    pub id: String,
    pub variant: String,
    pub options: BTreeMap<String, String>,
    pub title: String,
    pub players: Sides<Option<Player>>,
    pub you: Option<You>,
    pub opponent: Opponent,
    /// Whether it changes ratings: then nothing is taken back.
    pub rated: bool,
    /// Whether players get hints and see threats and attackers: in a game between people if both have agreed.
    pub help: bool,
    /// The tournament that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The FEN it started from.
    pub start: String,
    /// The texts of the moves made.
    pub moves: Vec<String>,
    /// The position, without legal moves.
    pub position: Position,
    /// The legal moves, for the player who may make one of them now. With too many they are left out, and `/api/positions` shows
    /// them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalMoves>,
    pub clock: Option<Clock>,
    /// Who has gone berserk: halved the clock before the first move and given up the increment, for a win that is worth a point more
    /// from seven moves of each on. Only where the tournament allows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub berserk: Option<Sides<bool>>,
    pub offers: Offers,
    /// When one can claim the win, if the other does not move before, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<i64>,
    /// One's own conditional moves, as lines of moves from the position on; nobody else gets them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Vec<String>>,
    /// The id of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    pub status: GameStatus,
    pub result: Option<GameResult>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// How many watch it.
    pub spectators: u32,
}

/// The clocks of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Clock {
    #[serde(flatten)]
    pub control: TimeControl,
    /// What White had left at `at`, in milliseconds.
    pub white: i64,
    /// What Black had left at `at`, in milliseconds.
    pub black: i64,
    /// Whose clock runs; none before White's first move, and while it stands still.
    pub running: Option<Color>,
    /// Whose clock stands still, since that player is on vacation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests: Option<Rest>,
    /// The server's time when this was said, in milliseconds since 1970.
    pub at: i64,
}

/// A clock that stands still for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rest {
    pub side: Color,
    /// Milliseconds since 1970.
    pub until: i64,
}

/// Who offers what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Offers {
    pub draw: Option<Color>,
    pub takeback: Option<Color>,
    pub rematch: Option<Color>,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    Draw,
    Takeback,
    Rematch,
}

/// Conditional moves: what the server plays for the caller at once if the other side makes certain moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PlanRequest {
    /// How many moves were made before.
    pub ply: u32,
    /// Lines from the position on, each with the other side's moves as conditions and one's own as answers; a line ends with an answer.
    /// At most 12 of 16 moves. Without lines, there are no conditional moves any more.
    #[schema(max_items = 12)]
    pub lines: Vec<Vec<String>>,
}

/// A player's own note on a game, which nobody else sees.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnNote {
    /// Empty: there is none.
    #[schema(max_length = 4000)]
    pub text: String,
}

/// What a client says on a game's socket. `id` is any text; the answer repeats it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GameRequestMessage {
    /// Makes a move; `ply` is how many were made before it.
    Move {
        id: String,
        ply: u32,
        #[schema(max_length = 64)]
        text: String,
    },
    Resign {
        id: String,
    },
    Offer {
        id: String,
        what: Offer,
    },
    Accept {
        id: String,
        what: Offer,
    },
    Decline {
        id: String,
        what: Offer,
    },
    /// Halves one's clock and gives up the increment before one's first move, in an arena that allows it.
    Berserk {
        id: String,
    },
    /// Says something beside a game against somebody: one line of at most 300 characters that can be read.
    Say {
        id: String,
        channel: ChatChannel,
        #[schema(max_length = 300)]
        text: String,
    },
    Ping,
}

/// What the server says on a game's socket.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum GameMessage {
    /// The whole game: at first, and after anything but a move.
    Game {
        game: Box<Game>,
    },
    /// A move was made; `ply` is how many were made with it. The position comes without its history.
    Move {
        ply: u32,
        #[serde(rename = "move")]
        made: Box<Move>,
        fen: String,
        clock: Option<Clock>,
        position: Box<Position>,
        /// The legal moves, for the player who may make one of them now; as in a `Game`.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<LegalMoves>,
        /// What is left of one's own conditional moves; as in a `Game`.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        plan: Vec<Vec<String>>,
        result: Option<GameResult>,
    },
    /// It was done, and is stored.
    Ack {
        id: String,
    },
    /// It was not done, and nothing has changed.
    Refused {
        id: Option<String>,
        code: String,
        message: String,
    },
    /// Somebody has said something in a channel that the client hears.
    Said {
        message: ChatMessage,
    },
    /// The engine has begun to think.
    Thinking {
        side: Color,
    },
    /// Who is there.
    Presence {
        spectators: u32,
        online: Sides<bool>,
    },
    Pong,
}

/// A game record to be read.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ImportRequest {
    #[schema(max_length = 131072)]
    pub text: String,
}

/// What a game record says; all moves are legal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Imported {
    pub variant: String,
    pub options: BTreeMap<String, String>,
    pub fen: String,
    pub moves: Vec<String>,
}
