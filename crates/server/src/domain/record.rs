//! A game with those who play it.

use super::{GameId, Options, PlayerId};
use crate::error::{ApiError, ApiResult};
use crate::time::Moment;
use spielraum_play::{Clocks, GameState, Opponent, Progress, Refused, Status, TimeControl};
use spielraum_rules::{ByColor, Color};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// After how long, in milliseconds for which servers have run, somebody has left a game without a clock: no move was
/// made, and the one to move was not here.
pub(crate) const LEFT: i64 = 7 * DAY;

/// The same for somebody who was here and has made no move.
pub(crate) const STALLED: i64 = 30 * DAY;

/// A side's place at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Nobody has come yet.
    Free,
    Person(PlayerId),
    Engine(u8),
}

/// The seats of a game that a player begins at `side`.
pub(crate) fn seats(by: &PlayerId, side: Color, opponent: Opponent) -> ByColor<Seat> {
    ByColor::new(|color| match opponent {
        _ if color == side => Seat::Person(by.clone()),
        Opponent::Engine { level } => Seat::Engine(level),
        Opponent::Friend => Seat::Free,
        Opponent::OneScreen => Seat::Person(by.clone()),
    })
}

/// What somebody is in a game besides a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The player of one side.
    Side(Color),
    /// The player of both.
    Both,
}

impl Role {
    /// Whether it includes playing a side.
    pub fn plays(self, color: Color) -> bool {
        self == Self::Both || self == Self::Side(color)
    }
}

/// Everything about a game but its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub id: GameId,
    pub variant: String,
    pub options: Options,
    pub title: String,
    /// The FEN it started from.
    pub start: String,
    pub opponent: Opponent,
    /// Who sits where.
    pub seats: ByColor<Seat>,
    pub creator: PlayerId,
    pub control: Option<TimeControl>,
    pub progress: Progress,
    /// The rematch.
    pub next: Option<GameId>,
    pub plies: u32,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    /// When it was begun, or a move was last made or taken back, by the clock of [`Moment::lived`]. Offers change nothing.
    pub changed: i64,
}

/// What a game begins with.
pub(crate) struct Beginning {
    pub variant: String,
    pub options: Options,
    pub title: String,
    pub start: String,
    pub opponent: Opponent,
    pub seats: ByColor<Seat>,
    pub creator: PlayerId,
    pub control: Option<TimeControl>,
}

impl Beginning {
    /// The game before its first move, with a new id.
    pub fn record(self, at: Moment) -> Record {
        let open = Color::BOTH.into_iter().any(|color| self.seats[color] == Seat::Free);
        let clocks = self.control.map(|control| Clocks::new(ByColor::both(Some(control))));
        Record {
            id: GameId::random(),
            variant: self.variant,
            options: self.options,
            title: self.title,
            start: self.start,
            opponent: self.opponent,
            seats: self.seats,
            creator: self.creator,
            control: self.control,
            progress: Progress { open, clocks, ..Progress::default() },
            next: None,
            plies: 0,
            created: at.time,
            updated: at.time,
            changed: at.lived,
        }
    }
}

impl Record {
    /// Takes up how a game stands at a time.
    pub fn take_up(&mut self, game: &GameState, at: Moment) {
        let plies = game.plies() as u32;
        if plies != self.plies || game.status() != self.status() {
            self.changed = at.lived;
        }
        self.progress = game.progress().clone();
        self.plies = plies;
        self.updated = at.time;
    }

    /// The same game once more with sides changed.
    pub fn rematch(&self, at: Moment) -> Self {
        let beginning = Beginning {
            variant: self.variant.clone(),
            options: self.options.clone(),
            title: self.title.clone(),
            start: self.start.clone(),
            opponent: self.opponent,
            seats: ByColor { white: self.seats.black.clone(), black: self.seats.white.clone() },
            creator: self.creator.clone(),
            control: self.control,
        };
        beginning.record(at)
    }

    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        self.progress.status()
    }

    /// The ids of the people who sit at the board.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        [&self.seats.white, &self.seats.black].into_iter().filter_map(|seat| match seat {
            Seat::Person(id) => Some(id),
            _ => None,
        })
    }

    /// What was one player's is another's. Who has played against what now is oneself has played at one screen.
    pub fn hand_over(&mut self, from: &PlayerId, to: &PlayerId) {
        if self.opponent == Opponent::Friend && [from, to].iter().all(|id| self.people().any(|sits| sits == *id)) {
            self.opponent = Opponent::OneScreen;
        }
        self.reseat(from, to);
    }

    /// Puts another player into one's seats.
    pub fn reseat(&mut self, from: &PlayerId, to: &PlayerId) {
        for seat in [&mut self.seats.white, &mut self.seats.black] {
            if *seat == Seat::Person(from.clone()) {
                *seat = Seat::Person(to.clone());
            }
        }
        if self.creator == *from {
            self.creator = to.clone();
        }
    }

    /// What somebody is in the game; `None`: a spectator.
    pub fn role(&self, player: Option<&PlayerId>) -> Option<Role> {
        let player = player?;
        let sits = |color| matches!(&self.seats[color], Seat::Person(id) if id == player);
        match (sits(Color::White), sits(Color::Black)) {
            (true, true) => Some(Role::Both),
            (true, false) => Some(Role::Side(Color::White)),
            (false, true) => Some(Role::Side(Color::Black)),
            (false, false) => None,
        }
    }

    /// The side for which a player acts while `to_move` is to move. A spectator acts for none.
    pub fn acting(&self, player: Option<&PlayerId>, to_move: Color) -> ApiResult<Color> {
        match self.role(player) {
            Some(Role::Side(color)) => Ok(color),
            Some(Role::Both) => Ok(to_move),
            None => {
                Err(ApiError::forbidden("not-a-player", "Only the two players of this game can do that; you watch it."))
            }
        }
    }

    /// The other person at the board.
    pub fn opponent_of(&self, player: Option<&PlayerId>) -> Option<&PlayerId> {
        let Some(Role::Side(side)) = self.role(player) else { return None };
        match &self.seats[!side] {
            Seat::Person(id) if !id.is_deleted() => Some(id),
            _ => None,
        }
    }

    /// Whether the game ends with a player: nobody else has a part in it.
    pub fn is_theirs_alone(&self, player: &PlayerId) -> bool {
        self.creator == *player && (self.opponent != Opponent::Friend || self.status() == Status::Open)
    }

    /// When somebody can claim the win, because the other one has left for so long a time, if it stays as it is now and
    /// the server runs until then.
    pub fn claimable(&self, player: Option<&PlayerId>, to_move: Color, now: Moment) -> Option<i64> {
        let waits = matches!(self.role(player), Some(Role::Side(side)) if side != to_move)
            && self.opponent == Opponent::Friend
            && self.status() == Status::Playing
            && self.control.is_none();
        waits.then_some(now.time + self.changed + LEFT - now.lived)
    }

    /// Whether somebody may remove the game.
    pub fn removable(&self, player: Option<&PlayerId>) -> ApiResult<()> {
        if player != Some(&self.creator) {
            return Err(ApiError::forbidden("not-yours", "Only who began a game can remove it."));
        }
        if self.opponent != Opponent::Friend || self.status() == Status::Open {
            return Ok(());
        }
        Err(ApiError::conflict("not-alone", "This game is your opponent's too; you can resign it."))
    }

    /// The engine's level, if it is the engine's turn.
    pub fn engine_to_move(&self, to_move: Color) -> Option<u8> {
        match self.seats[to_move] {
            Seat::Engine(level) if self.status() == Status::Playing => Some(level),
            _ => None,
        }
    }

    /// Whether a person may move now.
    pub fn person_to_move(&self, to_move: Color) -> bool {
        matches!(self.seats[to_move], Seat::Person(_)) && self.status() == Status::Playing
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal => Self::impossible(refused.code(), refused),
            _ => Self::conflict(refused.code(), refused),
        }
    }
}
