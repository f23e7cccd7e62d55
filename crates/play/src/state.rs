//! The state of a game and what actions do to it.

use crate::{Action, Clocks, Effect, Ending, Offer, Offers, Refused, Time, TimeControl};
use spielraum_rules::spec::SideNames;
use spielraum_rules::{ByColor, Color, Move, Outcome, Position};
use std::sync::Arc;
use std::time::Duration;

/// Who decide for the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Two who must agree.
    Two,
    /// One against a program, which agrees to everything but a draw.
    OneAndProgram,
    /// One who plays both sides.
    One,
}

/// Who is played against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The engine, at a level from 1 to 20.
    Engine {
        /// The level.
        level: u8,
    },
    /// The player who joins first.
    Friend,
    /// Nobody: both sides on one device.
    OneScreen,
}

impl Opponent {
    /// Who decide for the two sides.
    pub fn players(self) -> Players {
        match self {
            Self::Engine { .. } => Players::OneAndProgram,
            Self::Friend => Players::Two,
            Self::OneScreen => Players::One,
        }
    }
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It waits for the second player.
    Open,
    /// It goes on.
    Playing,
    /// It is over.
    Finished,
}

/// What there is to a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Whether the second player is still missing.
    pub open: bool,
    /// The clocks, if it is played with any.
    pub clocks: Option<Clocks>,
    /// Which sides have halved their clocks, in a game that allows it.
    pub berserk: Option<ByColor<bool>>,
    /// Who offers what.
    pub offers: Offers,
    /// How it has ended, if it has.
    pub ending: Option<Ending>,
    /// What the game calls its sides.
    pub sides: SideNames,
    /// Whether another game was agreed upon.
    pub rematch: bool,
}

impl Progress {
    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        match (&self.ending, self.open) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Open,
            (None, false) => Status::Playing,
        }
    }
}

/// What both clocks showed after a move, when that of the next side was set going.
pub type Shown = ByColor<Duration>;

/// A game between players.
#[derive(Clone)]
pub struct GameState {
    start: Arc<Position>,
    position: Position,
    players: Players,
    progress: Progress,
    /// What the clocks showed after each move, as far as it is known; empty in a game without clocks.
    shown: Vec<Option<Shown>>,
}

impl GameState {
    /// A game about to begin in a position, without clocks.
    pub fn new(start: Position, players: Players) -> Self {
        let position = start.clone();
        Self::restored(start, position, players, Progress::default())
    }

    /// The same with clocks. They stand still until the first move, or until [`run_clock`](Self::run_clock).
    #[must_use]
    pub fn with_clocks(mut self, control: ByColor<Option<TimeControl>>) -> Self {
        self.progress.clocks = Some(Clocks::new(control));
        self.shown = vec![None; self.plies()];
        self
    }

    /// The same with what the clocks showed after each of its first moves, as [`clocks_after`](Self::clocks_after) has
    /// said.
    #[must_use]
    pub fn with_clocks_after(mut self, shown: Vec<Option<Shown>>) -> Self {
        for (known, shown) in self.shown.iter_mut().zip(shown) {
            *known = shown.or(*known);
        }
        self
    }

    /// A game that was begun before: `position` has the moves made since the start, `progress` the rest. If its rules
    /// say that it is over, it is; the clock that runs is that of the side to move.
    pub fn restored(start: Position, position: Position, players: Players, progress: Progress) -> Self {
        let mut state = Self { start: Arc::new(start), position, players, progress, shown: Vec::new() };
        state.progress.sides = state.start.rules().spec().sides;
        let (side, plies) = (state.side_to_move(), state.plies());
        if let Some(clocks) = &mut state.progress.clocks {
            clocks.runs_for(side);
            state.shown = vec![None; plies];
            if let Some(last) = state.shown.last_mut() {
                *last = Some(clocks.shown());
            }
        }
        let outcome = state.outcome();
        if let (None | Some(Ending::Recorded { .. }), Some(outcome)) = (&state.progress.ending, outcome) {
            state.progress.ending = Some(Ending::Rules(outcome));
        }
        state
    }

    /// The same game of others, who decide otherwise.
    #[must_use]
    pub fn with_players(self, players: Players) -> Self {
        Self { players, ..self }
    }

    /// Sets the clock of the side to move going, before the first move.
    pub fn run_clock(&mut self, now: Time) {
        let side = self.position.side_to_move();
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.run(side, now);
        }
    }

    /// What was done last has been reported to the players only now: the clock that it has set going runs from now on, so
    /// that nobody pays for the time that storing and sending it took.
    pub fn told(&mut self, now: Time) {
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.begins(now);
        }
    }

    /// The player whose clock runs is away from a point in time on until another: a clock for each move stands still
    /// meanwhile. Saying so again changes nothing.
    pub fn rest(&mut self, from: Time, until: Time) {
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.rest(from, until);
        }
    }

    /// The player is back: a clock that stands still runs from now on.
    pub fn resume(&mut self, now: Time) {
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.resume(now);
        }
    }

    /// What was to be done could not be done, for which nobody is to blame: the running clock is not charged for the
    /// time that it took.
    pub fn forgive(&mut self, time: Duration, now: Time) {
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.forgive(time, now);
        }
    }

    /// What the clocks showed after a number of moves, when that of the next side was set going, if that is known.
    pub fn clocks_after(&self, plies: usize) -> Option<Shown> {
        match plies.checked_sub(1) {
            Some(last) => self.shown.get(last).copied().flatten(),
            None => self.progress.clocks.as_ref().map(Clocks::first_shown),
        }
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now, with all moves made on it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What there is to it besides its moves.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Who decide for the two sides.
    pub fn players(&self) -> Players {
        self.players
    }

    /// Whether it goes on.
    pub fn status(&self) -> Status {
        self.progress.status()
    }

    /// How it has ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.progress.ending.as_ref()
    }

    /// How many moves were made since the start.
    pub fn plies(&self) -> usize {
        self.position.ply() - self.start.ply()
    }

    /// The moves made since the start, the first one first.
    pub fn moves(&self) -> Vec<Move> {
        self.position.moves_made().split_off(self.start.ply())
    }

    /// The side to move, even when the game is over.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The moves that can be made now; none if the game does not go on.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.status() {
            Status::Playing => self.position.legal_moves(),
            Status::Open | Status::Finished => Vec::new(),
        }
    }

    /// Whether a side can make a move now, or why not.
    pub fn may_move(&self, by: Color) -> Result<(), Refused> {
        self.must_be_playing()?;
        if by == self.side_to_move() { Ok(()) } else { Err(Refused::NotYourTurn) }
    }

    /// Does what an action of the side `by` says at a point in time, or reports why not and changes nothing.
    pub fn apply(&mut self, by: Color, action: Action, now: Time) -> Result<Effect, Refused> {
        if action != Action::Flag && self.flag_fallen(now).is_some() {
            return Err(Refused::TimeUp);
        }
        match action {
            Action::Begin => self.begin(now),
            Action::Move(m) => self.make(by, m, now),
            Action::Resign => {
                self.must_be_playing()?;
                Ok(self.end(Ending::Resigned(by), now))
            }
            Action::Berserk => self.berserk(by, now),
            Action::Offer(what) => self.offer(by, what, now),
            Action::Accept(what) => match self.progress.offers.of(what) == Some(!by) {
                true => self.agree(by, what, now),
                false => Err(Refused::NotOffered),
            },
            Action::Decline(what) => match self.progress.offers.of_mut(what).take() {
                Some(_) => Ok(Effect::Declined),
                None => Err(Refused::NothingOffered),
            },
            Action::Flag => match self.flag_fallen(now) {
                Some(loser) if self.position.can_win(!loser) => Ok(self.end(Ending::TimeOut(loser), now)),
                Some(loser) => Ok(self.end(Ending::TimeOutDraw(loser), now)),
                None => Err(Refused::TimeLeft),
            },
            Action::Abort => self.adjudicate(Ending::Aborted, now),
            Action::Adjudicate(ending) => self.adjudicate(ending, now),
        }
    }

    /// Whose clock has fallen at a point in time, so that [`Action::Flag`] ends the game.
    pub fn flag_fallen(&self, now: Time) -> Option<Color> {
        let falls = self.progress.clocks.as_ref().and_then(Clocks::falls);
        falls.filter(|(_, at)| self.status() == Status::Playing && *at <= now).map(|(loser, _)| loser)
    }

    fn must_be_playing(&self) -> Result<(), Refused> {
        match &self.progress.ending {
            Some(ending) => Err(Refused::Over(ending.said(self.progress.sides))),
            None if self.progress.open => Err(Refused::NotBegun),
            None => Ok(()),
        }
    }

    fn begin(&mut self, now: Time) -> Result<Effect, Refused> {
        match self.status() {
            Status::Open => {
                self.progress.open = false;
                if self.clock_runs_at_once() {
                    self.run_clock(now);
                }
                Ok(Effect::Begun)
            }
            Status::Playing | Status::Finished => Err(Refused::Begun),
        }
    }

    fn make(&mut self, by: Color, m: Move, now: Time) -> Result<Effect, Refused> {
        self.may_move(by)?;
        if !self.position.is_legal(m) {
            return Err(Refused::Illegal);
        }
        self.position.make(m);
        let next = self.position.side_to_move();
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.moved(by, next, now);
            self.shown.push(Some(clocks.shown()));
        }
        // A move answers what the other side offered.
        let offers = &mut self.progress.offers;
        offers.takeback = None;
        if offers.draw == Some(!by) {
            offers.draw = None;
        }
        if let Some(outcome) = self.outcome() {
            self.end(Ending::Rules(outcome), now);
        }
        Ok(Effect::Moved)
    }

    fn berserk(&mut self, by: Color, now: Time) -> Result<Effect, Refused> {
        self.must_be_playing()?;
        let has_moved = self.has_moved(by);
        let (Some(berserk), Some(clocks)) = (&mut self.progress.berserk, &mut self.progress.clocks) else {
            return Err(Refused::NoBerserk);
        };
        if clocks.control(by).and_then(TimeControl::berserk).is_none() {
            return Err(Refused::NoBerserk);
        }
        if berserk[by] || has_moved || !clocks.halve(by, now) {
            return Err(Refused::TooLateForBerserk);
        }
        berserk[by] = true;
        Ok(Effect::Berserk)
    }

    /// Whether a side has made a move.
    fn has_moved(&self, side: Color) -> bool {
        let mut position = Position::clone(&self.start);
        self.moves().into_iter().any(|m| {
            let mover = position.side_to_move();
            position.make(m);
            mover == side
        })
    }

    /// Whether the first move has its time, too: two players with a time for each move.
    fn clock_runs_at_once(&self) -> bool {
        let side = self.side_to_move();
        let control = self.progress.clocks.as_ref().and_then(|clocks| clocks.control(side));
        self.players == Players::Two && matches!(control, Some(TimeControl::PerMove(_)))
    }

    fn offer(&mut self, by: Color, what: Offer, now: Time) -> Result<Effect, Refused> {
        match what {
            Offer::Draw => self.must_be_playing()?,
            Offer::Takeback if self.plies() == 0 && !self.ended_by_word() => return Err(Refused::NothingMade),
            // Alone one may take back the end of a game, too.
            Offer::Takeback if self.players != Players::Two => {}
            Offer::Takeback => self.must_be_playing()?,
            Offer::Rematch if self.status() != Status::Finished => return Err(Refused::NotOver),
            Offer::Rematch if self.progress.rematch => return Err(Refused::AgreedAlready),
            Offer::Rematch => {}
        }
        match self.players {
            Players::OneAndProgram if what == Offer::Draw => Err(Refused::ProgramDeclines),
            Players::Two if self.progress.offers.of(what) != Some(!by) => {
                *self.progress.offers.of_mut(what) = Some(by);
                Ok(Effect::Offered)
            }
            // The other side has offered the same, or there is nobody to ask.
            _ => self.agree(by, what, now),
        }
    }

    /// Does what was offered; `by` has agreed, or is alone.
    fn agree(&mut self, by: Color, what: Offer, now: Time) -> Result<Effect, Refused> {
        match what {
            Offer::Draw => {
                self.must_be_playing()?;
                Ok(self.end(Ending::Agreed, now))
            }
            Offer::Takeback => self.take_back(if self.players == Players::Two { !by } else { by }, now),
            Offer::Rematch => {
                self.progress.rematch = true;
                self.progress.offers.rematch = None;
                Ok(Effect::Rematch)
            }
        }
    }

    /// Takes moves back until a turn of `asked` begins again; a player of both sides takes back one turn. An end without a move is
    /// taken back alone.
    fn take_back(&mut self, asked: Color, now: Time) -> Result<Effect, Refused> {
        let mut taken = Vec::new();
        while !self.ended_by_word() {
            if self.plies() == 0 {
                taken.into_iter().rev().for_each(|m| self.position.make(m));
                return Err(Refused::NothingToTakeBack);
            }
            taken.extend(self.position.unmake());
            // A turn is taken back as a whole.
            let is_whole = !self.position.is_within_turn() || self.plies() == 0;
            if is_whole && (self.players == Players::One || self.side_to_move() == asked) {
                break;
            }
        }
        self.progress.ending = None;
        self.progress.offers = Offers::default();
        self.put_clocks_back(taken.len(), now);
        Ok(Effect::TakenBack(taken.len()))
    }

    /// Puts the clocks back to what they showed before this many moves that were taken back: neither the time nor the
    /// increments of these count. Where that is not known, in a game of an earlier release, they show what they did at
    /// the first point after it that is.
    fn put_clocks_back(&mut self, taken: usize, now: Time) {
        let (side, plies, at_once) = (self.side_to_move(), self.plies(), self.clock_runs_at_once());
        let before = self.clocks_after(plies).or_else(|| self.shown.iter().skip(plies).find_map(|shown| *shown));
        let Some(clocks) = &mut self.progress.clocks else { return };
        clocks.stop(now);
        if let (1.., Some(before)) = (taken, before) {
            clocks.put_back(before);
            self.shown.truncate(plies);
            if let Some(last) = self.shown.last_mut() {
                *last = Some(before);
            }
        }
        if plies > 0 || at_once {
            clocks.run(side, now);
        }
    }

    fn ended_by_word(&self) -> bool {
        self.ending().is_some_and(Ending::by_word)
    }

    fn adjudicate(&mut self, ending: Ending, now: Time) -> Result<Effect, Refused> {
        match self.ending() {
            Some(ending) => Err(Refused::Over(ending.said(self.progress.sides))),
            None => Ok(self.end(ending, now)),
        }
    }

    fn end(&mut self, ending: Ending, now: Time) -> Effect {
        self.progress.ending = Some(ending);
        self.progress.offers = Offers::default();
        if let Some(clocks) = &mut self.progress.clocks {
            clocks.stop(now);
        }
        Effect::Ended
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}
