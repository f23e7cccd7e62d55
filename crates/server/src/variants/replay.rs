//! A game played through: a start position and the moves made on it.

use crate::error::{ApiError, ApiResult};
use crate::resources::Deadline;
use crate::wire;
use crate::wire::translate;
use serde_json::json;
use spielraum_rules::{Move, Position, Rules};

/// More moves than any game has.
pub(crate) const MOST_MOVES: usize = 6_000;

/// The longest FEN, and the longest text of a move, in bytes.
pub(crate) const LONGEST_FEN: usize = 16 << 10;
pub(crate) const LONGEST_MOVE: usize = 64;

/// The start of a game: that of the variant, or a FEN.
pub(crate) fn start(rules: &Rules, fen: Option<&str>) -> ApiResult<Position> {
    match fen {
        None => Ok(rules.start()),
        Some(fen) if fen.len() > LONGEST_FEN => {
            Err(ApiError::impossible("bad-fen", format!("A FEN has at most {} KB.", LONGEST_FEN / 1024)))
        }
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| ApiError::impossible("bad-fen", error)),
    }
}

/// The position after moves from a start, all of which must be legal. `visit` sees each move before it is made.
pub(crate) fn play_through(
    rules: &Rules,
    fen: Option<&str>,
    moves: &[String],
    deadline: &Deadline,
    mut visit: impl FnMut(&Position, Move),
) -> ApiResult<Position> {
    if moves.len() > MOST_MOVES {
        return Err(ApiError::impossible("too-many-moves", format!("A game has at most {MOST_MOVES} moves.")));
    }
    let mut position = start(rules, fen)?;
    for (ply, text) in moves.iter().enumerate() {
        deadline.check()?;
        let m = read_move(&position, text).map_err(|error| error.with_details(json!({ "ply": ply })))?;
        visit(&position, m);
        position.make(m);
    }
    Ok(position)
}

/// The legal move that a text names.
pub(crate) fn read_move(position: &Position, text: &str) -> ApiResult<Move> {
    if text.len() > LONGEST_MOVE {
        return Err(ApiError::impossible(
            "illegal-move",
            format!("No move's text has more than {LONGEST_MOVE} bytes."),
        ));
    }
    position.parse_move(text).map_err(|error| ApiError::impossible("illegal-move", error))
}

/// A position with the moves that led to it, as the client sees them.
pub(crate) struct Replay {
    pub position: Position,
    pub history: Vec<wire::Move>,
}

impl Replay {
    /// A start and moves, all of which must be legal.
    pub fn new(rules: &Rules, fen: Option<&str>, moves: &[String], deadline: &Deadline) -> ApiResult<Self> {
        let mut history = Vec::new();
        let keep = |position: &Position, m| history.push(translate::move_of(position, m));
        let position = play_through(rules, fen, moves, deadline, keep)?;
        Ok(Self { position, history })
    }

    /// The position as the client sees it, without its history; `moves` says whether the legal moves are told.
    pub fn view(&self, moves: bool) -> wire::Position {
        translate::position(&self.position, self.history.last().cloned(), moves)
    }
}
