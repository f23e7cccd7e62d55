//! Variants: a game as the client needs to know it.

use super::{Color, Position, SideName, Sides};
use serde::{Deserialize, Serialize};
pub use spielraum_draw::Head;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A variant in one line of the gallery. It is stored with what is published: a part that is new needs a default.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantSummary {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inventor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// The family of a game of the catalogue, by which lists group it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The game in one line; may be empty.
    pub summary: String,
    /// What the sides are called. White is the one that moves first everywhere else.
    #[serde(default = "white_and_black")]
    #[schema(required = true)]
    pub sides: Sides<SideName>,
    /// Files, ranks and, if there are several, levels: `7x10x7`.
    pub board: String,
    /// 2 or 3.
    pub dimensions: u8,
    /// The number of cells.
    pub cells: u16,
    pub has_royal: bool,
    pub hands: HandKind,
    /// The number of piece types.
    pub piece_types: u16,
    /// The number of legal moves in the start position.
    pub moves_at_start: u32,
}

/// What the sides of most games are called.
fn white_and_black() -> Sides<SideName> {
    spielraum_rules::spec::SideNames::default().into()
}

/// What becomes of captured pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HandKind {
    /// They leave the game.
    None,
    /// They go to the captor's hand.
    Hand,
    /// They go to a prison from which their owner may get them back.
    Prison,
}

/// A variant with its options chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// The most pieces that positions in the server's endgame tables have; left out where there are no tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endgame_pieces: Option<u32>,
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inventor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// A few sentences; an empty line ends a paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The id of the game that it is based on, whose decisions and sources hold too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub based_on: Option<String>,
    /// Where the rules are published.
    pub sources: Vec<String>,
    /// What was decided where the published rules leave something open.
    pub notes: Vec<Note>,
    pub options: Vec<VariantOption>,
    /// Whether something is hidden from the players of a game that goes on.
    pub hides: bool,
    /// The options as chosen; to be sent back as `options` everywhere.
    pub chosen: BTreeMap<String, String>,
    /// What the sides are called. White is the one that moves first everywhere else.
    pub sides: Sides<SideName>,
    /// Whether pieces have eight sides where they are tiles; elsewhere tiles are wedges or discs.
    pub octagons: bool,
    pub board: Board,
    pub pieces: Vec<Piece>,
    pub hands: Option<Hands>,
    /// The groups of types of which a side must keep some.
    pub extinctions: Vec<Extinction>,
    /// How the game is won or lost; what is a draw is not among them.
    pub goals: Vec<Goal>,
    /// What ends by rules of the game's own are called in the language of the variant, as clauses that follow "because" or "when", by the
    /// text that a result has behind its colon. Those that are called the same are left out.
    pub endings: BTreeMap<String, String>,
    /// The rules in words, section by section; moves of pieces are with the pieces.
    pub rules: Vec<RulesSection>,
    /// The text of the definition.
    pub definition: String,
    /// The start position, without moves.
    pub start: Position,
}

/// A way to win or lose a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Goal {
    /// A side has lost when one of its royals is attacked and it has no legal move.
    Checkmate { royals: Vec<u8> },
    /// A side has lost when it has too few left of the group with this place in the variant's `extinctions`; a position's
    /// `remaining` says how many it has.
    Extinction { group: u8 },
    /// A side has won when one of these pieces stands on one of its cells.
    Reach { pieces: Vec<u8>, cells: Sides<Vec<u16>> },
    /// A side has won when it has given this many checks; a position's `checksGiven` says how many it has.
    Checks { checks: u8 },
    /// A side has won or lost when conditions hold that no other kind says.
    Rule {
        /// The side of which the rule speaks; null: either.
        side: Option<Color>,
        wins: bool,
        /// The conditions in words, as `it has a Queen on rank 8`.
        text: String,
    },
    /// A side without a legal move, whose royals are not attacked, has lost or won.
    NoMoves { wins: bool },
}

/// A decision where the published rules leave something open.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// Its number, such as `X1`.
    pub number: String,
    pub text: String,
}

/// A choice that players have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantOption {
    pub name: String,
    pub description: String,
    pub value: String,
    /// What can be chosen; nothing where it is a number.
    pub values: Vec<String>,
    /// The least and the greatest number that can be chosen, where it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[u32; 2]>,
    /// Whether the variant has chosen it already.
    pub fixed: bool,
    /// Where it chooses a side's army: what that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<ArmyChoice>,
}

/// The armies that a side can have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ArmyChoice {
    pub side: Color,
    /// A sentence about each value, which may be empty.
    pub texts: Vec<String>,
    /// The numbers of the piece types in which armies differ.
    pub pieces: Vec<u8>,
}

/// A board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Board {
    pub levels: Vec<Level>,
    /// The names of the files, left to right.
    pub files: Vec<String>,
    /// The names of the ranks, White's side first.
    pub ranks: Vec<String>,
    /// How many files, ranks and levels (through all cubes) there are.
    pub size: [u8; 3],
    /// Whether there is one level only.
    pub flat: bool,
    /// The corners of every cell around its middle, counterclockwise, to the right and forward in cells; not given for squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<[f64; 2]>>,
    /// Where cells are the points at which lines cross: the first and last cell of each line; not given for other boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<[u16; 2]>>,
    /// What is written on the board, in a river; not given where there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inscription: Option<Vec<Inscribed>>,
    pub cells: Vec<Cell>,
}

/// A character that is written on a board, upright for every viewer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Inscribed {
    pub character: String,
    /// Where its middle lies, by file and rank as cells have them.
    pub x: f64,
    pub y: f64,
}

/// A level of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Level {
    /// May be empty.
    pub name: String,
    pub z: u8,
}

/// A cell of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Cell {
    pub name: String,
    /// The file, from 0.
    pub x: u8,
    /// The rank that its name has, from 0.
    pub y: u8,
    /// The level, from 0, counted through all cubes.
    pub z: u8,
    /// Where its middle lies on its level, to the right and forward in cells; not given for squares, which lie at `x` and `y`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[f64; 2]>,
    /// Its shade, so that neighbours differ: 0 is dark; squares have two shades, hexagons three.
    pub shade: u8,
    /// The distance of its file line from the centre, on a board with several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<u8>,
}

/// A piece type.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    /// How it is written: `Q`, `+P`, `Q~`.
    pub symbol: String,
    pub name: Sides<String>,
    /// Whether it belongs to nobody; all else is then said alike for both sides.
    pub neutral: bool,
    pub royal: bool,
    /// What the engine thinks it worth; a royal has no value, nor has what belongs to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PieceValue>,
    /// How it moves, in words.
    pub moves: Sides<Vec<String>>,
    /// The cells that it may not leave, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confined: Option<String>,
    pub glyph: Sides<Glyph>,
    /// What a figure that stands for it wears; no two types of a game the same, but for promoted forms.
    pub heads: Sides<Vec<Head>>,
    /// What is written on it where pieces are tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<Sides<String>>,
    /// How large it is where pieces are tiles, beside one that fills its place; not given for such a one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile_size: Option<f64>,
}

/// What a piece is worth at the beginning of a game, in hundredths of about the weakest piece.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PieceValue {
    pub board: i32,
    /// In hand, to be dropped or to come back.
    pub hand: i32,
}

/// How a piece looks: SVG path data in a box from 0 0 to 100 100, y down, everything filled.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Glyph {
    /// The silhouette: one closed outline.
    pub body: String,
    /// Outlines with holes (even-odd) to be drawn on the body in ink.
    pub marks: Vec<String>,
}

/// Pieces off the board that can come back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hands {
    pub kind: HandKind,
    /// The types that can be there, in order.
    pub order: Vec<u8>,
    /// Whether they can be dropped.
    pub drops: bool,
}

/// A group of types of which a side must keep some: with fewer it has lost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Extinction {
    pub name: String,
    /// How many a side must keep.
    pub least: u16,
    pub members: Sides<Vec<u8>>,
}

/// Some rules in words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesSection {
    pub heading: String,
    pub items: Vec<String>,
}
