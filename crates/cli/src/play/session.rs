//! A game at the terminal: which one it is, its state, and its moves as they are written.

use spielraum_catalogue::{Game, record};
use spielraum_play::{Action, Ending, GameState, Offer, Players, Refused, Time};
use spielraum_rules::{Color, Move, Position};

/// A game in progress or at its end. It is played without clocks.
pub struct Session {
    /// The game that is played.
    pub game: Game,
    state: GameState,
    texts: Vec<String>,
}

impl Session {
    /// A game about to begin.
    pub fn new(game: Game, start: Position, players: Players) -> Self {
        Self { game, state: GameState::new(start, players), texts: Vec::new() }
    }

    /// The position now; it knows the moves made since the start.
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position {
        self.state.start()
    }

    /// Makes a move for the side to move.
    pub fn make(&mut self, m: Move) -> Result<(), Refused> {
        let text = self.position().move_text(m);
        self.state.apply(self.state.side_to_move(), Action::Move(m), Time::ZERO)?;
        self.texts.push(text);
        Ok(())
    }

    /// Takes back what `side` did last, and what came after it.
    pub fn take_back(&mut self, side: Color) -> Result<(), Refused> {
        self.state.apply(side, Action::Offer(Offer::Takeback), Time::ZERO)?;
        self.texts.truncate(self.state.plies());
        Ok(())
    }

    /// Ends the game by the resignation of `side`.
    pub fn resign(&mut self, side: Color) -> Result<(), Refused> {
        self.state.apply(side, Action::Resign, Time::ZERO).map(drop)
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.state.ending()
    }

    /// The moves made, as text.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// The last move, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.state.moves().last().copied()
    }

    /// The number written before the move that was made `ply` plies after the start, counting from
    /// 0, as in `3.` or `3...`.
    pub fn move_number(&self, ply: usize) -> String {
        record::move_number(self.start().side_to_move(), self.start().fullmove_number(), ply)
    }
}
