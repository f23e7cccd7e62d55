//! A game with those who play it.

use super::chat::Channel;
use super::{GameId, PlayerId, Score, Terms, TournamentId};
use crate::error::{ApiError, ApiResult};
use crate::time::{Moment, point};
use spielraum_play::{GameState, Opponent, Pairing, Progress, Refused, Role, Seat, Status, Time, TimeControl};
use spielraum_rules::{ByColor, Color};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// After how long, in milliseconds for which servers have run, somebody has left a game without a clock: no move was
/// made, and the one to move was not here.
pub(crate) const LEFT: i64 = 7 * DAY;

/// The same for somebody who was here and has made no move.
pub(crate) const STALLED: i64 = 30 * DAY;

/// From how many plies on a rated game counts: each side has moved.
const COUNTS_FROM: u32 = 2;

/// Everything about a game but its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub id: GameId,
    pub pairing: Pairing<PlayerId>,
    pub creator: PlayerId,
    /// What it counts for, if it is rated.
    pub rated: Option<Terms>,
    /// Whether two people have agreed that they get help.
    pub help: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<TournamentId>,
    pub progress: Progress,
    /// The rematch.
    pub next: Option<GameId>,
    pub plies: u32,
    /// The side to move, even when the game is over.
    pub to_move: Color,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    /// When it was begun, or a move was last made or taken back, by the clock of [`Moment::lived`]. Offers change nothing.
    pub changed: i64,
}

impl Record {
    /// A game before its first move, with a new id.
    pub fn begin(pairing: Pairing<PlayerId>, creator: PlayerId, at: Moment) -> Self {
        let (open, to_move) = (pairing.free().is_some(), first_to_move(&pairing.start));
        let mut clocks = pairing.clocks();
        if let Some(clocks) = clocks.as_mut().filter(|_| !open && pairing.clock_runs_at_once()) {
            clocks.run(to_move, point(at.time));
        }
        let progress = Progress { open, clocks, ..Progress::default() };
        Self {
            id: GameId::random(),
            pairing,
            creator,
            rated: None,
            help: false,
            tournament: None,
            progress,
            next: None,
            plies: 0,
            to_move,
            created: at.time,
            updated: at.time,
            changed: at.lived,
        }
    }

    /// The same game, which is rated.
    #[must_use]
    pub fn rated(self, terms: Option<Terms>) -> Self {
        Self { rated: terms, ..self }
    }

    /// The same game, with help or without.
    #[must_use]
    pub fn helped(self, help: bool) -> Self {
        Self { help, ..self }
    }

    /// The same game, as one of a tournament, in which players may go berserk or not.
    #[must_use]
    pub fn of_tournament(mut self, tournament: TournamentId, berserk: bool) -> Self {
        self.progress.berserk = berserk.then(ByColor::default);
        Self { tournament: Some(tournament), ..self }
    }

    /// Takes up how a game stands at a time.
    pub fn take_up(&mut self, game: &GameState, at: Moment) {
        let plies = game.plies() as u32;
        if plies != self.plies || game.status() != self.status() {
            self.changed = at.lived;
        }
        self.progress = game.progress().clone();
        self.plies = plies;
        self.to_move = game.side_to_move();
        self.updated = at.time;
    }

    /// The same game again with sides exchanged.
    pub fn rematch(&self, at: Moment) -> Self {
        Self::begin(self.pairing.rematch(), self.creator.clone(), at).rated(self.rated.clone()).helped(self.help)
    }

    /// How a rated game has ended for White, once it changes ratings: neither called off nor over before each side has moved,
    /// and both players still have their accounts.
    pub fn counts(&self) -> Option<(&Terms, Score)> {
        let (terms, ending) = (self.rated.as_ref()?, self.progress.ending.as_ref()?);
        let played = self.plies >= COUNTS_FROM && ending.code() != "aborted";
        let [white, black] = Color::BOTH.map(|side| self.pairing.person(side).filter(|id| !id.is_deleted()));
        if !played || white? == black? {
            return None;
        }
        Some((
            terms,
            match ending.winner() {
                Some(Color::White) => Score::Win,
                None => Score::Draw,
                Some(Color::Black) => Score::Loss,
            },
        ))
    }

    /// Whether players get help: without another person at another screen nobody has to agree.
    pub fn has_help(&self) -> bool {
        self.help || self.pairing.opponent != Opponent::Friend
    }

    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        self.progress.status()
    }

    /// The ids of the people who sit at the board.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        Color::BOTH.into_iter().filter_map(|color| self.pairing.person(color))
    }

    /// What was one player's is another's. A game of both becomes one on one device.
    pub fn hand_over(&mut self, from: &PlayerId, to: &PlayerId) {
        let both_sit = [from, to].iter().all(|id| self.people().any(|sits| sits == *id));
        if self.pairing.opponent == Opponent::Friend && both_sit {
            self.pairing.opponent = Opponent::OneScreen;
        }
        self.reseat(from, to);
    }

    /// Puts another player into one's seats.
    pub fn reseat(&mut self, from: &PlayerId, to: &PlayerId) {
        let seats = &mut self.pairing.seats;
        for seat in [&mut seats.white, &mut seats.black] {
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
        player.and_then(|player| self.pairing.role(player))
    }

    /// The side for which a player acts while `to_move` is to move. A spectator acts for none.
    pub fn acting(&self, player: Option<&PlayerId>, to_move: Color) -> ApiResult<Color> {
        let spectator =
            || ApiError::forbidden("not-a-player", "Only the two players of this game can do that; you watch it.");
        player.and_then(|player| self.pairing.acting(player, to_move)).ok_or_else(spectator)
    }

    /// Whose clock runs, and since when, if it runs for each move and stands still while that player is on vacation.
    pub fn rests_for(&self) -> Option<(&PlayerId, Time)> {
        if !matches!(self.pairing.control, Some(TimeControl::PerMove(_))) || self.pairing.opponent != Opponent::Friend {
            return None;
        }
        let (side, since) = self.progress.clocks.as_ref()?.running()?;
        self.pairing.person(side).map(|player| (player, since))
    }

    /// The other person at the board.
    pub fn opponent_of(&self, player: Option<&PlayerId>) -> Option<&PlayerId> {
        let Some(Role::Side(side)) = self.role(player) else { return None };
        self.pairing.person(!side).filter(|id| !id.is_deleted())
    }

    /// Whether the game ends with a player: nobody else has a part in it.
    pub fn is_theirs_alone(&self, player: &PlayerId) -> bool {
        self.creator == *player && (self.pairing.opponent != Opponent::Friend || self.status() == Status::Open)
    }

    /// When somebody can claim the win, because the other one has left for so long a time, if it stays as it is now and
    /// the server runs until then.
    pub fn claimable(&self, player: Option<&PlayerId>, to_move: Color, now: Moment) -> Option<i64> {
        let waits = matches!(self.role(player), Some(Role::Side(side)) if side != to_move)
            && self.pairing.opponent == Opponent::Friend
            && self.status() == Status::Playing
            && self.pairing.control.is_none();
        waits.then_some(now.time + self.changed + LEFT - now.lived)
    }

    /// Whether somebody may remove the game.
    pub fn removable(&self, player: Option<&PlayerId>) -> ApiResult<()> {
        if player != Some(&self.creator) {
            return Err(ApiError::forbidden("not-yours", "Only who began a game can remove it."));
        }
        if self.pairing.opponent != Opponent::Friend || self.status() == Status::Open {
            return Ok(());
        }
        Err(ApiError::conflict("not-alone", "This game is your opponent's too; you can resign it."))
    }

    /// Whether players may enter conditional moves: a game against somebody that goes on, with days for each move or no clock.
    pub fn may_be_planned(&self) -> ApiResult<()> {
        let slow = matches!(self.pairing.control, None | Some(TimeControl::PerMove(_)));
        if slow && self.pairing.opponent == Opponent::Friend && self.status() == Status::Playing {
            return Ok(());
        }
        let message =
            "Conditional moves are for games against somebody that go on, with days for each move or without a clock.";
        Err(ApiError::conflict("not-by-correspondence", message))
    }

    /// Whether somebody hears what is said in a channel, and may write in it: beside games of two people that have begun. What
    /// spectators say, players hear when the game is over.
    pub fn hears(&self, player: Option<&PlayerId>, channel: Channel) -> bool {
        let has_chat = self.pairing.opponent == Opponent::Friend && self.status() != Status::Open;
        let plays = self.role(player).is_some();
        has_chat
            && match channel {
                Channel::Players => plays,
                Channel::Spectators => !plays || self.status() == Status::Finished,
            }
    }

    /// The engine's level, if it is the engine's turn.
    pub fn engine_to_move(&self, to_move: Color) -> Option<u8> {
        self.pairing.engine(to_move).filter(|_| self.status() == Status::Playing)
    }

    /// Whether a person may move now.
    pub fn person_to_move(&self, to_move: Color) -> bool {
        self.pairing.person(to_move).is_some() && self.status() == Status::Playing
    }
}

/// The side to move in a position, of which the second field of its FEN says it.
pub(crate) fn first_to_move(fen: &str) -> Color {
    if fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal => Self::impossible(refused.code(), refused),
            _ => Self::conflict(refused.code(), refused),
        }
    }
}
