//! A game in progress: its moves from its start, and its end.

use crate::view;
use spielraum_catalogue::Game;
use spielraum_catalogue::record;
use spielraum_rules::{Color, Move, Outcome, Position};

/// How a game has come to its end.
#[derive(Clone, Debug)]
pub enum Ending {
    /// By the rules.
    Outcome(Outcome),
    /// This side has given up.
    Resigned(Color),
}

impl Ending {
    /// The winner's name or `draw`, for the record.
    pub fn result(&self) -> &'static str {
        match self {
            Self::Outcome(outcome) => outcome.winner.map_or("draw", Color::name),
            Self::Resigned(loser) => (!*loser).name(),
        }
    }

    /// The result in words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Outcome(outcome) => outcome.to_string(),
            Self::Resigned(loser) => {
                format!("{} wins: {} resigns", view::side_name(!*loser), view::side_name(*loser))
            }
        }
    }
}

/// A game in progress or at its end.
pub struct Session {
    /// The game that is played.
    pub game: Game,
    /// The position now; it knows the moves made since the start.
    pub position: Position,
    /// The position the game started from.
    pub start: Position,
    moves: Vec<(Move, String)>,
    resigned: Option<Color>,
}

impl Session {
    /// A game about to begin.
    pub fn new(game: Game, start: Position) -> Self {
        Self { game, position: start.clone(), start, moves: Vec::new(), resigned: None }
    }

    /// Makes a legal move.
    pub fn make(&mut self, m: Move) {
        let text = self.position.move_text(m);
        self.position.make(m);
        self.moves.push((m, text));
    }

    /// Takes the last move, or a resignation, back; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let taken = self.moves.pop();
        if taken.is_some() {
            self.position.unmake();
        }
        taken.is_some()
    }

    /// Ends the game by the resignation of `side`.
    pub fn resign(&mut self, side: Color) {
        self.resigned = Some(side);
    }

    /// How the game has ended, if it has.
    pub fn ending(&mut self) -> Option<Ending> {
        self.resigned.map(Ending::Resigned).or_else(|| self.position.outcome().map(Ending::Outcome))
    }

    /// The moves made, as text.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.moves.iter().map(|(_, text)| text.as_str())
    }

    /// The last move, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().map(|(m, _)| *m)
    }

    /// The number written before the move that was made `ply` plies after the start, counting from
    /// 0, as in `3.` or `3...`.
    pub fn move_number(&self, ply: usize) -> String {
        record::move_number(self.start.side_to_move(), self.start.fullmove_number(), ply)
    }
}
