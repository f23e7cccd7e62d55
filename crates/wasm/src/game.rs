//! Games that are played here: against the engine, or by both sides on one device.
//!
//! What is kept of a game is what was done in it and when; what it has become is worked out of that by
//! [`GameState`], as everywhere.

use crate::kept::{Deed, Done, Local};
use crate::question::{Begin, Play, Word};
use crate::shelf::Entry;
use serde::Serialize;
use spielraum_engine::Limits;
use spielraum_play::{Action, Clocks, Effect, GameState, Pairing, Refused, Seat, Status, Time};
use spielraum_queries::game::{check_level, control, limits, start};
use spielraum_queries::replay::{self, MOST_MOVES};
use spielraum_queries::{Refusal, record};
use spielraum_rules::{ByColor, Position};
use spielraum_wire::translate::{self, Viewer};
use spielraum_wire::{
    self as wire, Color, GameMessage, GameRequestMessage as Said, Opponent, Options, SideWish, Sides,
};
use std::time::Duration;

/// What became of a game by somebody's word.
#[derive(Serialize)]
pub(crate) struct Played {
    /// To be kept in place of what was kept before.
    game: Local,
    /// What the server would say.
    messages: Vec<GameMessage>,
    /// Whether it is the engine's turn.
    thinks: bool,
    /// The point in time when the running clock will have fallen.
    falls: Option<i64>,
    /// Another game, which was agreed upon.
    rematch: Option<Local>,
}

/// A game as it stands. The one person who plays it needs no name to be known.
struct Standing {
    pairing: Pairing<()>,
    state: GameState,
    history: Vec<wire::Move>,
}

fn time(milliseconds: i64) -> Time {
    Duration::from_millis(milliseconds.max(0).unsigned_abs())
}

impl Local {
    /// A game before its first move.
    pub fn begin(begin: Begin, entry: &Entry) -> Result<Self, Refusal> {
        let Begin { id, name, now, side, request } = begin;
        check_level(request.opponent)?;
        if request.opponent == Opponent::Friend {
            return Err(Refusal::new("no-server", "A game with a friend needs a server."));
        }
        request.clock.map(control).transpose()?;
        Ok(Self {
            id,
            variant: entry.id.clone(),
            options: entry.chosen(),
            title: entry.game.title().to_owned(),
            start: start(entry.game.rules(), request.fen.as_deref())?,
            opponent: request.opponent,
            side: match request.side {
                SideWish::White => Color::White,
                SideWish::Black => Color::Black,
                SideWish::Random => side,
            },
            name,
            clock: request.clock,
            created: now,
            next: None,
            log: Vec::new(),
        })
    }

    pub fn variant(&self) -> &str {
        &self.variant
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The game as text; `link` is where it can be seen.
    pub fn written(&self, entry: &Entry, now: i64, link: &str) -> Result<String, Refusal> {
        let standing = self.standing(entry)?;
        if standing.viewer() != Viewer::All {
            let message = "What happens in this game is hidden from its players: wait until it is over.";
            return Err(Refusal::new("hidden", message));
        }
        Ok(record::written(&self.seen(&standing, now), &standing.state, link))
    }

    /// The position in which the engine is to move, and how long it may think.
    pub fn turn(&self, entry: &Entry, now: i64) -> Result<(Position, Limits), Refusal> {
        let standing = self.standing(entry)?;
        let level = standing.engine_to_move().ok_or(Refused::NotYourTurn)?;
        let state = standing.state;
        Ok((state.position().clone(), limits(&self.id, level, state.progress().clocks.as_ref(), time(now))))
    }

    fn pairing(&self) -> Result<Pairing<()>, Refusal> {
        let opponent = self.opponent.into();
        Ok(Pairing {
            variant: self.variant.clone(),
            options: self.options.clone(),
            title: self.title.clone(),
            start: self.start.clone(),
            opponent,
            seats: Seat::all(&(), self.side.into(), opponent),
            control: self.clock.map(control).transpose()?,
        })
    }

    fn standing(&self, entry: &Entry) -> Result<Standing, Refusal> {
        let (start, pairing) = (replay::start(entry.game.rules(), Some(&self.start))?, self.pairing()?);
        let mut state = GameState::new(start, pairing.opponent.players());
        if pairing.control.is_some() {
            state = state.with_clocks(ByColor::both(pairing.control));
        }
        let mut standing = Standing { pairing, state, history: Vec::new() };
        for done in &self.log {
            standing.apply(done)?;
        }
        Ok(standing)
    }

    fn seen(&self, standing: &Standing, now: i64) -> wire::Game {
        let Standing { pairing, state, history } = standing;
        let progress = state.progress();
        let viewer = standing.viewer();
        let history = match viewer {
            Viewer::All => history.clone(),
            Viewer::Side(_) | Viewer::Nobody => translate::seen_history(state.position(), viewer),
        };
        let position = translate::seen(state.position(), viewer, history.last().cloned());
        wire::Game {
            id: self.id.clone(),
            variant: pairing.variant.clone(),
            options: pairing.options.clone(),
            title: pairing.title.clone(),
            players: Sides::new(|color| translate::player(&pairing.seats[color], |()| self.name.clone(), true)),
            you: pairing.role(&()).map(Into::into),
            opponent: self.opponent,
            rated: false,
            help: viewer == Viewer::All,
            tournament: None,
            start: pairing.start.clone(),
            moves: history.iter().map(|made| made.text.clone()).collect(),
            position: wire::Position { history: Some(history), ..position },
            legal: standing.legal(),
            clock: standing.clock_at(now),
            berserk: translate::berserk(progress),
            offers: progress.offers.into(),
            claim: None,
            plan: Vec::new(),
            next: self.next.clone(),
            status: state.status().into(),
            result: translate::ending(progress),
            created: self.created,
            spectators: 0,
        }
    }

    /// The same game again with sides changed.
    fn rematch(&self, id: String, now: i64) -> Self {
        let side = if self.side == Color::White { Color::Black } else { Color::White };
        Self { id, side, created: now, next: None, log: Vec::new(), ..self.clone() }
    }
}

impl Standing {
    /// The engine's level, if it is to move.
    fn engine_to_move(&self) -> Option<u8> {
        self.pairing.engine(self.state.side_to_move()).filter(|_| self.state.status() == Status::Playing)
    }

    /// The legal moves, if a person is to move.
    fn legal(&self) -> Option<wire::LegalMoves> {
        let state = &self.state;
        let awaited = state.status() == Status::Playing && self.engine_to_move().is_none();
        let list = match self.viewer() {
            Viewer::All => translate::legal_moves,
            Viewer::Side(_) | Viewer::Nobody => translate::seen_legal_moves,
        };
        awaited.then(|| list(state.position(), &state.legal_moves())).flatten()
    }

    /// What the player sees.
    fn viewer(&self) -> Viewer {
        Viewer::of(self.state.position(), self.state.status(), self.pairing.role(&()))
    }

    fn clock_at(&self, now: i64) -> Option<wire::Clock> {
        let clocks = self.state.progress().clocks.as_ref()?;
        Some(translate::clock(clocks, self.pairing.control?, now))
    }

    /// The move that was made last, as a message.
    fn moved(&self, now: i64) -> Option<GameMessage> {
        let Self { state, history, .. } = self;
        let made = match self.viewer() {
            Viewer::All => history.last()?.clone(),
            viewer => translate::seen_last(state.position(), viewer)?,
        };
        let position = translate::seen(state.position(), self.viewer(), Some(made.clone()));
        Some(GameMessage::Move {
            ply: history.len() as u32,
            made: Box::new(made),
            fen: position.fen.clone(),
            clock: self.clock_at(now),
            position: Box::new(position),
            legal: self.legal(),
            plan: Vec::new(),
            result: translate::ending(state.progress()),
        })
    }

    fn apply(&mut self, done: &Done) -> Result<Effect, Refusal> {
        let action = match &done.what {
            Deed::Move(_) if self.history.len() >= MOST_MOVES => {
                return Err(Refusal::new("too-many-moves", format!("A game has at most {MOST_MOVES} plies.")));
            }
            Deed::Move(text) => {
                self.state.may_move(done.by.into())?;
                Action::Move(replay::read_move(self.state.position(), text)?)
            }
            Deed::Resign => Action::Resign,
            Deed::Offer(what) => Action::Offer((*what).into()),
            Deed::Accept(what) => Action::Accept((*what).into()),
            Deed::Decline(what) => Action::Decline((*what).into()),
            Deed::Flag => Action::Flag,
        };
        let made = match action {
            Action::Move(m) => Some(translate::made(self.state.position(), m)),
            _ => None,
        };
        let effect = self.state.apply(done.by.into(), action, time(done.at))?;
        self.history.extend(made);
        self.history.truncate(self.state.plies());
        Ok(effect)
    }
}

/// What becomes of a game by somebody's word. What is refused changes nothing, and is reported.
pub(crate) fn play(play: Play, entry: &Entry) -> Result<Played, Refusal> {
    let Play { mut game, now, fresh, word } = play;
    let mut standing = game.standing(entry)?;
    let (mut messages, mut rematch) = (Vec::new(), None);
    let flag = standing.state.flag_fallen(time(now));
    if let Some(loser) = flag {
        let done = Done { at: now, by: loser.into(), what: Deed::Flag };
        standing.apply(&done)?;
        game.log.push(done);
    }
    if flag.is_some() || word.is_none() {
        messages.push(GameMessage::Game { game: Box::new(game.seen(&standing, now)) });
    }
    if let Some((id, ply, by, what)) = word.and_then(|word| understood(&standing, word)) {
        let done = Done { at: now, by, what };
        let stale = ply.is_some_and(|ply| ply as usize != standing.history.len() && standing.state.ending().is_none());
        let effect = if stale {
            let made = standing.history.len();
            Err(Refusal::new("stale", format!("The position has changed: {made} moves were made by now.")))
        } else {
            standing.apply(&done)
        };
        match effect {
            Ok(effect) => {
                game.log.push(done);
                if effect == Effect::Rematch {
                    rematch = Some(game.rematch(fresh, now));
                    game.next = rematch.as_ref().map(|next| next.id.clone());
                }
                let whole = || GameMessage::Game { game: Box::new(game.seen(&standing, now)) };
                let moved = (effect == Effect::Moved).then(|| standing.moved(now)).flatten();
                messages.push(moved.unwrap_or_else(whole));
                messages.extend(id.map(|id| GameMessage::Ack { id }));
            }
            Err(Refusal { code, message, .. }) => {
                messages.push(GameMessage::Refused { id, code: code.to_owned(), message });
            }
        }
    }
    let thinks = standing.engine_to_move().is_some();
    let falls = standing.state.progress().clocks.as_ref().and_then(Clocks::falls);
    let falls = falls.map(|(_, at)| i64::try_from(at.as_millis()).unwrap_or(i64::MAX));
    Ok(Played { game, messages, thinks, falls, rematch })
}

/// What a word means: the id to answer it by, how many moves were made before it, who does what. Nothing of a ping.
fn understood(standing: &Standing, word: Word) -> Option<(Option<String>, Option<u32>, Color, Deed)> {
    let by = standing.pairing.acting(&(), standing.state.side_to_move())?.into();
    Some(match word {
        Word::Engine { ply, found } => {
            let deed = found.map_or(Deed::Resign, Deed::Move);
            (None, Some(ply), standing.state.side_to_move().into(), deed)
        }
        Word::Person(Said::Move { id, ply, text }) => (Some(id), Some(ply), by, Deed::Move(text)),
        Word::Person(Said::Resign { id }) => (Some(id), None, by, Deed::Resign),
        Word::Person(Said::Offer { id, what }) => (Some(id), None, by, Deed::Offer(what)),
        Word::Person(Said::Accept { id, what }) => (Some(id), None, by, Deed::Accept(what)),
        Word::Person(Said::Decline { id, what }) => (Some(id), None, by, Deed::Decline(what)),
        // Games in the browser are against nobody who could hear.
        Word::Person(Said::Ping | Said::Say { .. } | Said::Berserk { .. }) => return None,
    })
}
