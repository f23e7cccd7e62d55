//! A game played through: a start position and the moves made on it.

use crate::error::{Answer, Refusal};
use crate::views;
use crate::wire;
use serde_json::json;
use spielraum_rules::{Position, Rules};

/// More moves than any game has.
pub(crate) const MOST_MOVES: usize = 6_000;

/// A position with the moves that led to it, as the client sees them.
#[derive(Clone)]
pub(crate) struct Replay {
    pub position: Position,
    pub history: Vec<wire::Move>,
}

impl Replay {
    /// The start of a game: that of the variant, or a FEN.
    pub fn start(rules: &Rules, fen: Option<&str>) -> Answer<Self> {
        let position = match fen {
            None => rules.start(),
            Some(fen) => Position::from_fen(rules, fen).map_err(|error| Refusal::impossible("bad-fen", error))?,
        };
        Ok(Self { position, history: Vec::new() })
    }

    /// A start and moves, all of which must be legal.
    pub fn new(rules: &Rules, fen: Option<&str>, moves: &[String]) -> Answer<Self> {
        if moves.len() > MOST_MOVES {
            return Err(Refusal::impossible("too-many-moves", format!("A game has at most {MOST_MOVES} moves.")));
        }
        let mut replay = Self::start(rules, fen)?;
        for (ply, text) in moves.iter().enumerate() {
            replay.play(text).map_err(|refusal| refusal.with_details(json!({ "ply": ply })))?;
        }
        Ok(replay)
    }

    /// Makes the move that a text names.
    pub fn play(&mut self, text: &str) -> Answer<()> {
        let m = self.position.parse_move(text).map_err(|error| Refusal::impossible("illegal-move", error))?;
        self.history.push(views::move_of(&self.position, m));
        self.position.make(m);
        Ok(())
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) {
        self.position.unmake();
        self.history.pop();
    }

    /// The position as the client sees it, with its history.
    pub fn view(&mut self, moves: bool) -> wire::Position {
        let last = self.history.last().cloned();
        wire::Position { history: Some(self.history.clone()), ..views::position(&mut self.position, last, moves) }
    }
}
