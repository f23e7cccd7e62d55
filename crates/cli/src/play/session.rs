//! A game at the terminal: which one it is, and its state.

use spielraum_arcade::{Game, record};
use spielraum_play::{Action, Ending, GameState, Offer, Players, Refused, Time};
use spielraum_rules::{Color, Move, Position};

/// A game in progress or at its end. It is played without clocks.
pub struct Session {
    /// The game that is played.
    pub game: Game,
    state: GameState,
}

impl Session {
    /// A game about to begin.
    pub fn new(game: Game, start: Position, players: Players) -> Self {
        Self { game, state: GameState::new(start, players) }
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
        self.state.apply(self.state.side_to_move(), Action::Move(m), Time::ZERO).map(drop)
    }

    /// Takes back what `side` did last, and what came after it.
    pub fn take_back(&mut self, side: Color) -> Result<(), Refused> {
        self.state.apply(side, Action::Offer(Offer::Takeback), Time::ZERO).map(drop)
    }

    /// Ends the game by the resignation of `side`.
    pub fn resign(&mut self, side: Color) -> Result<(), Refused> {
        self.state.apply(side, Action::Resign, Time::ZERO).map(drop)
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.state.ending()
    }

    /// An end in words.
    pub fn said(&self, ending: &Ending) -> String {
        ending.said(self.state.progress().sides)
    }

    /// What the game calls a side.
    pub fn called(&self, side: Color) -> &'static str {
        self.state.progress().sides.of(side)
    }

    /// How many moves have been made.
    pub fn plies(&self) -> usize {
        self.state.plies()
    }

    /// The last move, if any.
    pub fn last_move(&self) -> Option<Move> {
        self.state.moves().last().copied()
    }

    /// The number written before the next move, as in `3.` or `3...`.
    pub fn move_number(&self) -> String {
        record::move_number(self.position())
    }
}
