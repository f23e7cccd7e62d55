//! A game played through: a start position and the moves made on it.

use crate::{Patience, Refusal};
use serde_json::json;
use spielraum_rules::{Move, Position, Rules};
use spielraum_wire::{self as wire, translate};

/// More moves than any game has.
pub const MOST_MOVES: usize = 6_000;

/// The longest FEN, in bytes.
pub const LONGEST_FEN: usize = 16 << 10;

/// The longest text of a move, in bytes.
pub const LONGEST_MOVE: usize = 64;

/// The start of a game: that of the variant, or a FEN.
pub fn start(rules: &Rules, fen: Option<&str>) -> Result<Position, Refusal> {
    match fen {
        None => Ok(rules.start()),
        Some(fen) if fen.len() > LONGEST_FEN => {
            Err(Refusal::new("bad-fen", format!("A FEN has at most {} KB.", LONGEST_FEN / 1024)))
        }
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| Refusal::new("bad-fen", error)),
    }
}

/// What a FEN says that can't be, in words; nothing of one that is refused.
pub fn left_out(rules: &Rules, fen: Option<&str>) -> Vec<String> {
    let read = fen.and_then(|fen| Position::read(rules, fen).ok());
    read.map_or(Vec::new(), |(_, left_out)| left_out.iter().map(ToString::to_string).collect())
}

/// The position after moves from a start, all of which must be legal. `visit` sees each move before it is made.
pub fn play_through(
    rules: &Rules,
    fen: Option<&str>,
    moves: &[String],
    patience: Patience<'_>,
    mut visit: impl FnMut(&Position, Move),
) -> Result<Position, Refusal> {
    if moves.len() > MOST_MOVES {
        return Err(Refusal::new("too-many-moves", format!("A game has at most {MOST_MOVES} plies.")));
    }
    let mut position = start(rules, fen)?;
    for (ply, text) in moves.iter().enumerate() {
        patience()?;
        let m = read_move(&position, text).map_err(|error| error.with_details(json!({ "ply": ply })))?;
        visit(&position, m);
        position.make(m);
    }
    Ok(position)
}

/// The legal move that a text names, as every game's moves are written or in SAN.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Refusal> {
    if text.len() > LONGEST_MOVE {
        return Err(Refusal::new("illegal-move", format!("No move's text has more than {LONGEST_MOVE} bytes.")));
    }
    position.read_san(text).map_err(|error| Refusal::new("illegal-move", error))
}

/// A position with the moves that led to it, as the client sees them.
pub struct Replay {
    /// The position.
    pub position: Position,
    /// The moves that led to it, in order.
    pub history: Vec<wire::Move>,
}

impl Replay {
    /// A start and moves, all of which must be legal.
    pub fn new(rules: &Rules, fen: Option<&str>, moves: &[String], patience: Patience<'_>) -> Result<Self, Refusal> {
        let mut history = Vec::new();
        let keep = |position: &Position, m| history.push(translate::made(position, m));
        let position = play_through(rules, fen, moves, patience, keep)?;
        Ok(Self { position, history })
    }

    /// The position as the client sees it, without its history; `moves` says whether the legal moves are reported.
    pub fn view(&self, moves: bool) -> wire::Position {
        translate::position(&self.position, self.history.last().cloned(), moves)
    }
}
