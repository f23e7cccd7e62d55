//! Positions, moves, lines, threats and set-ups.

use super::{Color, Owner, Sides};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A position of a variant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Position {
    pub fen: String,
    /// The side to move.
    pub side: Color,
    /// How many plies were played since the start of the game.
    pub ply: u32,
    pub fullmove: u32,
    pub halfmove: u32,
    /// What stands where: cell, piece type, owner.
    pub pieces: Vec<(u16, u8, Owner)>,
    /// Piece types and how many each side has in hand or prison.
    pub hands: Held,
    /// The cells that the viewer does not see, in a game in which something is hidden and that goes on. Missing where there are none. `fen` has `?` for
    /// each of them, and is no position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub hidden: Vec<u16>,
    /// Where royals of the side to move stand that are attacked.
    pub checks: Vec<u16>,
    /// How many pieces each side has of each group that it must keep, in the order of the variant's `extinctions`.
    pub remaining: Sides<Vec<u16>>,
    /// How many checks each side has given, where that wins.
    #[serde(rename = "checksGiven", skip_serializing_if = "Option::is_none")]
    pub checks_given: Option<Sides<u8>>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// The legal moves; only in answers that say so. Of more than 20,000 moves the first are reported.
    #[schema(max_items = 20000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// The last move.
    pub last: Option<Move>,
    /// The moves made; left out where they are known, as in a message that shows a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Move>>,
    /// Impossible castling rights and en passant fields of the request's FEN, in words; they were left out. Missing where there are none.
    #[serde(rename = "leftOut", skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub left_out: Vec<String>,
}

/// What is held in hands or prisons: piece types and how many of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Held {
    pub white: Vec<(u8, u16)>,
    pub black: Vec<(u8, u16)>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// `null`: a draw.
    pub winner: Option<Color>,
    /// A word for programs: `checkmate`, `no-moves`, `extinction`, `duty`, `bare-royals`, `repetition`,
    /// `perpetual-check`, `move-count`, `resignation`, `time`, `time-draw`, `agreement`.
    pub reason: String,
    /// A sentence for people.
    pub text: String,
}

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    Normal,
    Drop,
    DoubleStep,
    EnPassant,
    Castling,
    Swap,
    Placing,
    /// Nothing changes but whose turn it is; both cells are one of the side that passes.
    Pass,
    /// A move that the viewer does not see: its text is `?`, and it says nothing but which pieces of the viewer's it captured, in
    /// `changes.off`; `to` is the cell of the first of them, and 0 if there is none.
    Unseen,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Move {
    /// Its text, unique in its position.
    pub text: String,
    /// The move in standard algebraic notation, as in `Nf3`. Lists of legal moves in short leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    pub kind: MoveKind,
    /// Where it starts; `null` for a drop.
    pub from: Option<u16>,
    pub to: u16,
    /// The cell that a double step passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<u16>,
    /// The type that moves or is dropped.
    pub piece: u8,
    /// What the moving piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<u8>,
    /// Another piece that changes its type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    /// A piece of the hand that comes to a cell which the move leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Elsewhere>,
    /// What it changes on the board and in hands.
    pub changes: Changes,
    /// The side to move after it.
    pub next: Color,
}

/// What a move changes. A piece taken off that comes back elsewhere has moved, one that comes back as another type was
/// promoted; what is only taken off is captured, what only comes is dropped. The piece that moves is reported before those
/// that it takes along.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Changes {
    /// The pieces that leave their cells: cell, piece type, owner.
    pub off: Vec<(u16, u8, Owner)>,
    /// The pieces that come to cells: cell, piece type, owner.
    pub on: Vec<(u16, u8, Owner)>,
    /// How many more (negative: fewer) of a type a side has in hand or prison: piece type, side, how many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<(u8, Color, i16)>,
}

/// The legal moves of the side to move, the plain ones in short.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LegalMoves {
    /// Moves to empty cells by which nothing else changes, and after which the other side is to move: from where, which piece
    /// type, to where. Their texts are the names of both cells.
    pub steps: Vec<(u16, u8, Vec<u16>)>,
    /// Drops of the same kind: which piece type, to where. Their texts are the type's symbol, `@` and the
    /// cell's name.
    pub drops: Vec<(u8, Vec<u16>)>,
    /// All others.
    #[schema(max_items = 2000)]
    pub others: Vec<Move>,
}

/// What happens on another cell while a piece moves: the cell, and the type that stands there afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Elsewhere {
    pub cell: u16,
    pub piece: u8,
}

/// A position by the moves that lead to it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PositionRequest {
    /// A variant's id.
    #[schema(max_length = 64)]
    pub variant: String,
    /// The options chosen; the others have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where the moves start; without it the variant's start.
    #[schema(max_length = 16384)]
    pub fen: Option<String>,
    /// The texts of the moves made, of at most 64 bytes each, or the moves in standard algebraic notation.
    #[serde(default)]
    #[schema(max_items = 6000)]
    pub moves: Vec<String>,
}

/// A piece whose lines are asked for: the one on a cell of a position, or any piece alone on the board. For an empty
/// cell the answer is what attacks it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LinesRequest {
    #[serde(flatten)]
    pub position: PositionRequest,
    pub cell: u16,
    /// With `color`: the type of a piece that stands alone on the board, whatever the position.
    pub piece: Option<u8>,
    pub color: Option<Color>,
}

/// The lines of the piece on a cell.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lines {
    pub lines: Vec<Line>,
    /// What the cell has to do with others now; left out of a piece that stands alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sight: Option<Sight>,
}

/// What a piece reaches now, and what attacks its cell.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct Sight {
    /// The cells to which the piece could move if it were its side's turn.
    pub moves: Vec<u16>,
    /// The cells on which the piece could capture an enemy, if one stood there.
    pub attacks: Vec<u16>,
    /// The pieces of each side that could capture an enemy on the cell, if one stood there: what attacks it or guards it. A
    /// royal's safety is left aside.
    pub attackers: Sides<Vec<u16>>,
}

/// How a piece goes along a line.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    Slide,
    Leap,
    Hop,
    Route,
}

/// A line along which a piece moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct Line {
    pub kind: LineKind,
    /// From the piece outwards, without its own cell.
    pub cells: Vec<u16>,
    /// How many of `cells` come before the first piece that ends the way; a hop's hurdle does not.
    pub open: u16,
    /// The piece that ends the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<u16>,
    /// The piece that a hop goes over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hurdle: Option<u16>,
    /// The cells that the piece can go to now along this line, a royal's safety left aside.
    pub targets: Vec<u16>,
    /// Whether the blocker can be captured.
    pub capture: bool,
    /// Whether the piece may go to empty cells along this line.
    pub quiet: bool,
    /// Whether it may capture along this line.
    pub captures: bool,
    /// Whether the line turns.
    pub turning: bool,
}

/// What is at stake in a position.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Threats {
    /// Pieces that end the game when they are captured, or nearly so, and that could be: royals, and pieces of groups that
    /// have become scarce.
    #[schema(max_items = 1000)]
    pub critical: Vec<Threat>,
    /// Pieces of both sides that the other one could capture with gain if it were its turn, by what each exchange on their
    /// cells brings.
    #[schema(max_items = 1000)]
    pub hanging: Vec<Threat>,
    /// The moves by which the side to move wins at once.
    pub wins: Vec<Move>,
    /// What the side to move must avert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<Danger>,
}

/// What endgame tables say of a position.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Endgame {
    /// What it is worth to the side to move; left out where no table has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<EndgameValue>,
    /// The moves that lead to positions of tables, the best first.
    pub moves: Vec<EndgameMove>,
}

/// What a move is worth by endgame tables.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct EndgameMove {
    /// The move's text.
    pub text: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What it is worth to the side that makes it.
    pub value: EndgameValue,
}

/// What is reached with best play of both sides, repetition left aside.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct EndgameValue {
    pub result: EndgameResult,
    /// The plies to the end of the game, unless it is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Whether the draw by move count may come first.
    pub late: bool,
}

/// How a position ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndgameResult {
    Win,
    Draw,
    Loss,
}

/// What endgame tables say of a position, in the words of Lichess' tablebase.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct Tablebase {
    /// The position.
    pub fen: String,
    /// How it ends for the side to move.
    pub category: TablebaseCategory,
    /// The plies to the end of the game, negative if the side to move loses; `null` for draws and where no table knows.
    pub dtm: Option<i32>,
    /// Whether the side to move is mated.
    pub checkmate: bool,
    /// Whether the side to move has no move and is not in check.
    pub stalemate: bool,
    /// Whether the game is over in another way, and the side to move has won.
    pub variant_win: bool,
    /// Whether the game is over in another way, and the side to move has lost.
    pub variant_loss: bool,
    /// All legal moves, the best first; those that no table knows come last.
    pub moves: Vec<TablebaseMove>,
}

/// A move, and what the position after it is worth for the side that is to move there: a move that wins leads to a loss.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct TablebaseMove {
    /// The move's text.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// How the position after it ends for the side to move there.
    pub category: TablebaseCategory,
    /// The plies from there to the end of the game, negative if the side to move there loses.
    pub dtm: Option<i32>,
    /// Whether it sets back what counts moves without progress.
    pub zeroing: bool,
    /// Whether it mates.
    pub checkmate: bool,
    /// Whether it leaves the other side without a move, and not in check.
    pub stalemate: bool,
    /// Whether the game is over after it in another way, and the side to move there has won.
    pub variant_win: bool,
    /// Whether the game is over after it in another way, and the side to move there has lost.
    pub variant_loss: bool,
}

/// How a position ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TablebaseCategory {
    /// It wins.
    Win,
    /// It wins, unless the draw by move count comes first.
    MaybeWin,
    /// Nobody wins.
    Draw,
    /// It loses, unless the draw by move count comes first.
    MaybeLoss,
    /// It loses.
    Loss,
    /// No table of this server knows.
    Unknown,
}

/// A piece that could capture another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Threat {
    pub from: u16,
    pub to: u16,
}

/// The other side would win by its next move.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct Danger {
    /// A move by which it would win if the side to move passed; nothing while that is in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Move>,
    /// The moves after which it can't win at once; perhaps none.
    pub saves: Vec<Move>,
}

/// Pieces put on a board by hand, or a FEN to be taken apart.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupRequest {
    #[schema(max_length = 64)]
    pub variant: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The FEN to be taken apart; everything below is ignored then.
    #[schema(max_length = 16384)]
    pub fen: Option<String>,
    /// What stands where: cell, piece type, owner.
    #[serde(default)]
    #[schema(max_items = 1024)]
    pub pieces: Vec<(u16, u8, Owner)>,
    /// Piece types and how many each side has in hand or prison.
    #[serde(default)]
    pub hands: Held,
    /// The side to move; White if it is left out.
    pub side: Option<Color>,
    /// The letters of the castling rights; all if they are left out. A right counts only while its pieces stand where they
    /// start.
    #[schema(max_length = 64)]
    pub castling: Option<String>,
    /// The cells of the pieces that have not moved, where that matters; all if they are left out. They count only where such a
    /// piece stands.
    #[schema(max_items = 1024)]
    pub unmoved: Option<Vec<u16>>,
    /// The en passant field of a FEN. It counts only while a double step can just have been made there.
    #[schema(max_length = 64)]
    pub en_passant: Option<String>,
    #[serde(default)]
    pub halfmove: u32,
    /// The number of the move; 1 if it is left out.
    pub fullmove: Option<u32>,
    /// The part of the turn that comes next, from 0; 0 if it is left out.
    #[serde(default)]
    pub part: u8,
    /// The cell of the piece that the side has moved in this turn, in the middle of one in which that matters.
    pub moved: Option<u16>,
    /// What the game counts for White and for Black, in the order of the answer's `choices`; 0 where it is left out.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub counts: Vec<(u8, u8)>,
}

/// A set-up as it was understood, and why it can't be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetupAnswer {
    pub fen: String,
    /// Empty if it can be played.
    pub problems: Vec<String>,
    pub parts: SetupParts,
    pub choices: SetupChoices,
}

/// What a FEN says, field by field.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupParts {
    /// What stands where: cell, piece type, owner.
    pub pieces: Vec<(u16, u8, Owner)>,
    /// Piece types and how many each side has in hand or prison.
    pub hands: Held,
    /// The side to move.
    pub side: Color,
    /// The letters of the castling rights.
    pub castling: String,
    /// The cells of the pieces that have not moved; left out in games in which that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmoved: Option<Vec<u16>>,
    /// The en passant field; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<String>,
    pub halfmove: u32,
    pub fullmove: u32,
    /// The part of the turn that comes next, from 0; more only in the middle of a turn.
    pub part: u8,
    /// The cell of the piece that the side has moved in this turn; left out where that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<u16>,
    /// What the game counts for White and for Black, in the order of `choices`.
    pub counts: Vec<(u8, u8)>,
}

/// What the fields of a FEN can say in a game, with the pieces where they stand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupChoices {
    pub castlings: Vec<CastlingChoice>,
    /// The en passant fields that the pieces allow; left out in games without en passant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<Vec<String>>,
    pub counts: Vec<CountChoice>,
}

/// A castling right of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct CastlingChoice {
    /// Its letter in a FEN.
    pub right: String,
    pub color: Color,
    /// The names of the cells where the royal starts and ends.
    pub royal: (String, String),
    /// Whether the royal and its partner stand where they start.
    pub possible: bool,
}

/// What a game counts for each side.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountChoice {
    pub counted: Counted,
    /// The largest number.
    pub most: u8,
}

/// What a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// The checks given.
    Checks,
    /// The moves left in which the royals must have done their duty; 0: they have none.
    Duty,
    /// Whether the last move of the side was a pass: 0 or 1.
    Passes,
    /// The plies until the moves that are counted for the side have run out, and one; 0: none are counted.
    Countdown,
    /// Whether one of the checks that the side is giving without a break counts for mate: 0 or 1.
    Series,
}
