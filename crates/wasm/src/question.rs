//! What can be asked.

use crate::kept::Local;
use serde::{Deserialize, Serialize};
use spielraum_wire::{
    Color, GameRequest, GameRequestMessage, ImportRequest, LinesRequest, Options, PositionRequest, SetupRequest,
};

/// A question: its name, and what belongs to it.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// The games of the catalogue, in a line each.
    Variants,
    /// The same with texts in a language, given as a tag.
    Gallery { language: String },
    /// The German of games' texts, as `games/german.txt` has it: texts are translated from then on.
    Words { text: String },
    /// A game with its options chosen.
    Variant {
        id: String,
        #[serde(default)]
        options: Options,
        /// The language of its texts, as a tag; without it English.
        #[serde(default)]
        language: String,
    },
    /// The start position of a game as SVG.
    Picture {
        id: String,
        #[serde(default)]
        options: Options,
        view: String,
        theme: Theme,
    },
    /// Takes in a definition that was made here, and returns its id, by which it can be asked for.
    Define { text: String },
    /// What is wrong with a definition, or the game that it is.
    Check {
        text: String,
        /// The language of the game's texts, as a tag; without it English.
        #[serde(default)]
        language: String,
    },
    /// The position after some moves, with its legal moves.
    Position(PositionRequest),
    /// The lines of a piece.
    Lines(LinesRequest),
    /// What is at stake in a position.
    Threats(PositionRequest),
    /// A position put together by hand or by a FEN, field by field, and what forbids to play it.
    Setup(SetupRequest),
    /// What a game's text says.
    Import(ImportRequest),
    /// A new game.
    Begin(Begin),
    /// A game as it stands, or what becomes of it by somebody's word.
    Play(Play),
    /// The engine's move in a game.
    Think { game: Local, now: i64 },
    /// A game as text; `link` is where it can be seen.
    Record { game: Local, link: String, now: i64 },
    /// What the engine finds about a position; reported while it searches.
    Analyse {
        position: PositionRequest,
        multipv: u8,
        id: Option<u32>,
        /// How long it searches; without it as long as an analysis may take.
        milliseconds: Option<u64>,
    },
    /// The games of the catalogue whose networks may serve a game, as long as it has none.
    Networks {
        id: String,
        #[serde(default)]
        options: Options,
    },
    /// Lets the network in the file that comes with the question evaluate for a game's engine.
    Network {
        id: String,
        #[serde(default)]
        options: Options,
    },
    /// The engine's choice within a number of nodes, made by a new engine.
    Search { position: PositionRequest, nodes: u64 },
    /// How many sequences of legal moves there are of a length.
    Perft { position: PositionRequest, depth: u32 },
}

/// The colours of a picture.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    Light,
    Dark,
}

/// A game to be begun.
#[derive(Deserialize)]
pub(crate) struct Begin {
    /// Its id, which nobody has used.
    pub id: String,
    /// What the player is called.
    pub name: String,
    /// Milliseconds since 1970.
    pub now: i64,
    /// The side of the player, where `request` leaves it to chance.
    pub side: Color,
    pub request: GameRequest,
}

/// A word in a game.
#[derive(Deserialize)]
pub(crate) struct Play {
    pub game: Local,
    /// Milliseconds since 1970.
    pub now: i64,
    /// The id of the rematch, should there be one.
    pub fresh: String,
    /// What is said; nothing: the whole game is reported.
    pub word: Option<Word>,
}

/// Somebody's word in a game.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Word {
    /// The engine has found a move after this many plies, or none, and gives up.
    Engine { ply: u32, found: Option<String> },
    /// A person's.
    Person(GameRequestMessage),
}

/// What a search within a number of nodes found.
#[derive(Serialize)]
pub(crate) struct Searched {
    pub best: Option<String>,
    pub depth: u32,
    pub nodes: u64,
    pub milliseconds: u64,
}
