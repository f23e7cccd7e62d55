//! What is stored of a game, and what the players may do to it. Nothing here waits or stores; the table does.

use super::clock::{Clocks, Control};
use crate::error::{ApiError, ApiResult};
use crate::wire::{GameResult, GameStatus, Offer, Offers, Opponent, Player, PlayerKind, Sides, You};
use spielraum_rules::{Color, Outcome};
use std::collections::{BTreeMap, HashMap};

/// The id of a player.
pub(crate) type PlayerId = String;

/// Everything about a game but its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub id: String,
    pub variant: String,
    pub options: BTreeMap<String, String>,
    pub title: String,
    /// The FEN it started from.
    pub start: String,
    pub opponent: Opponent,
    /// Who sits where.
    pub seats: Sides<Seat>,
    pub creator: PlayerId,
    pub control: Option<Control>,
    pub clocks: Option<Clocks>,
    pub status: GameStatus,
    pub result: Option<GameResult>,
    pub offers: Offers,
    /// The rematch.
    pub next: Option<String>,
    pub plies: u32,
    pub created: i64,
    pub updated: i64,
}

/// A side's place at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Nobody has come yet.
    Free,
    Person(PlayerId),
    Engine(u8),
}

impl Sides<Seat> {
    /// The seats of a game that a player begins at `side`.
    pub fn begun(by: &PlayerId, side: Color, opponent: Opponent) -> Self {
        Self::new(|color| match opponent {
            _ if color == side => Seat::Person(by.clone()),
            Opponent::Engine { level } => Seat::Engine(level),
            Opponent::Friend => Seat::Free,
            Opponent::OneScreen => Seat::Person(by.clone()),
        })
    }
}

impl<T> Sides<T> {
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

impl Offers {
    pub fn of(&mut self, what: Offer) -> &mut Option<crate::wire::Color> {
        match what {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Rematch => &mut self.rematch,
        }
    }
}

impl Record {
    /// The ids of the people who sit at the board.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        [&self.seats.white, &self.seats.black].into_iter().filter_map(|seat| match seat {
            Seat::Person(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// Who plays, by the names of the people and whether each is there; the engine always is.
    pub fn players(&self, names: &HashMap<PlayerId, String>, online: &Sides<bool>) -> Sides<Option<Player>> {
        Sides::new(|color| match self.seats.of(color) {
            Seat::Free => None,
            Seat::Engine(level) => {
                Some(Player { name: "Engine".to_owned(), kind: PlayerKind::Engine, level: Some(*level), online: true })
            }
            Seat::Person(id) => {
                let name = names.get(id).cloned().unwrap_or_default();
                Some(Player { name, kind: PlayerKind::Person, level: None, online: *online.of(color) })
            }
        })
    }

    /// What was one player's is another's. Who has played against what now is oneself has played at one screen.
    pub fn hand_over(&mut self, from: &str, to: &str) {
        if self.opponent == Opponent::Friend && [from, to].iter().all(|id| self.people().any(|sits| sits == *id)) {
            self.opponent = Opponent::OneScreen;
        }
        for seat in [&mut self.seats.white, &mut self.seats.black] {
            if *seat == Seat::Person(from.to_owned()) {
                *seat = Seat::Person(to.to_owned());
            }
        }
        if self.creator == from {
            to.clone_into(&mut self.creator);
        }
    }

    /// What somebody is in the game; `None`: a spectator.
    pub fn role(&self, player: Option<&str>) -> Option<You> {
        let player = player?;
        let sits = |color| matches!(self.seats.of(color), Seat::Person(id) if id == player);
        match (sits(Color::White), sits(Color::Black)) {
            (true, true) => Some(You::Both),
            (true, false) => Some(You::White),
            (false, true) => Some(You::Black),
            (false, false) => None,
        }
    }

    /// The side for which a player acts while `to_move` is to move, or why a stranger can't.
    pub fn acting(&self, player: Option<&str>, to_move: Color) -> ApiResult<Color> {
        match self.role(player) {
            Some(You::White) => Ok(Color::White),
            Some(You::Black) => Ok(Color::Black),
            Some(You::Both) => Ok(to_move),
            None => {
                Err(ApiError::forbidden("not-a-player", "Only the two players of this game can do that; you watch it."))
            }
        }
    }

    /// Whether somebody may remove the game.
    pub fn removable(&self, player: Option<&str>) -> ApiResult<()> {
        if player != Some(&self.creator) {
            return Err(ApiError::forbidden("not-yours", "Only who began a game can remove it."));
        }
        if self.alone() || self.status == GameStatus::Open {
            return Ok(());
        }
        Err(ApiError::conflict("not-alone", "This game is your opponent's too; you can resign it."))
    }

    /// Refuses what needs a game that goes on.
    pub fn must_be_playing(&self) -> ApiResult<()> {
        match self.status {
            GameStatus::Playing => Ok(()),
            GameStatus::Open => Err(ApiError::conflict("not-begun", "The second player has not come yet.")),
            GameStatus::Finished => {
                let how = self.result.as_ref().map_or("", |result| &*result.text);
                Err(ApiError::conflict("over", format!("The game is over. {how}")))
            }
        }
    }

    /// Whether nobody else has a say in it: a game against the engine or at one screen.
    pub fn alone(&self) -> bool {
        self.opponent != Opponent::Friend
    }

    /// The engine's level, if it is the engine's turn.
    pub fn engine_to_move(&self, to_move: Color) -> Option<u8> {
        match self.seats.of(to_move) {
            Seat::Engine(level) if self.status == GameStatus::Playing => Some(*level),
            _ => None,
        }
    }

    /// Takes up that `mover` has moved at a time and what that led to.
    pub fn moved(&mut self, mover: Color, now: i64, outcome: Option<&Outcome>) {
        self.plies += 1;
        self.updated = now;
        if let (Some(clocks), Some(control)) = (&mut self.clocks, self.control) {
            clocks.moved(mover, now, control, self.plies);
        }
        // A move answers what the other side offered.
        self.offers.takeback = None;
        if self.offers.draw == Some((!mover).into()) {
            self.offers.draw = None;
        }
        if let Some(outcome) = outcome {
            self.finish(crate::wire::translate::result(outcome), now);
        }
    }

    /// Takes up that the last `plies` moves were taken back, after which `to_move` is to move.
    pub fn took_back(&mut self, plies: u32, to_move: Color, now: i64) {
        self.plies -= plies;
        self.updated = now;
        self.offers = Offers::default();
        self.status = GameStatus::Playing;
        self.result = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
            if self.plies > 0 {
                clocks.run(to_move, now);
            }
        }
    }

    /// Ends the game.
    pub fn finish(&mut self, result: GameResult, now: i64) {
        self.status = GameStatus::Finished;
        self.result = Some(result);
        self.offers = Offers::default();
        self.updated = now;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }
}

/// The end by one side's giving up.
pub(crate) fn resignation(loser: Color) -> GameResult {
    decided(!loser, "resignation", format!("{} resigned", name(loser)))
}

/// The end by one side's clock.
pub(crate) fn out_of_time(loser: Color) -> GameResult {
    decided(!loser, "time", format!("{}'s time is up", name(loser)))
}

/// The end by agreement.
pub(crate) fn agreement() -> GameResult {
    GameResult { winner: None, reason: "agreement".to_owned(), text: "Draw: agreed".to_owned() }
}

fn decided(winner: Color, reason: &str, why: String) -> GameResult {
    let text = format!("{} wins: {why}", name(winner));
    GameResult { winner: Some(winner.into()), reason: reason.to_owned(), text }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
