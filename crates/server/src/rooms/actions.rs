//! What players do in a room. Each change is checked, stored, and only then made and told.

use super::room::{Action, State};
use crate::app::App;
use crate::domain::{self, PlayerId, Record, Seat};
use crate::error::{ApiError, ApiResult};
use crate::store::Write;
use crate::variants::replay::{self, MOST_MOVES};
use crate::wire::translate;
use crate::wire::{self, GameMessage, GameStatus, Offer, Opponent};
use spielraum_rules::{Color, Move, Position};
use std::sync::PoisonError;

/// A move to be made.
enum Chosen {
    /// Written by a player.
    Text(String),
    /// Found by the engine.
    Move(Move),
}

impl State {
    pub(super) async fn perform(&mut self, app: &App, player: Option<PlayerId>, action: Action) -> ApiResult<()> {
        self.check_clock(app).await?;
        match action {
            Action::Join => return self.join(app, player).await,
            Action::Remove => return self.remove(app, player).await,
            _ => {}
        }
        let to_move = self.side();
        let side = self.record.acting(player.as_deref(), to_move)?;
        match action {
            Action::Join | Action::Remove => Ok(()),
            Action::Move { ply, text } => self.move_by(app, side, ply, &text).await,
            Action::Resign => {
                self.record.must_be_playing()?;
                self.finish(app, domain::resignation(side)).await
            }
            Action::Offer(what) => self.offer(app, side, what).await,
            Action::Accept(what) => {
                if *self.record.offers.clone().of(what) != Some((!side).into()) {
                    return Err(ApiError::conflict("no-offer", "Nothing of this kind is offered to you."));
                }
                self.agree(app, side, what).await
            }
            Action::Decline(what) => {
                let mut record = self.record.clone();
                let offer = record.offers.of(what);
                // One's own offer can be taken back the same way.
                if offer.take().is_none() {
                    return Err(ApiError::conflict("no-offer", "Nothing of this kind is offered."));
                }
                self.store(app, record, Vec::new()).await?;
                self.broadcast_game();
                Ok(())
            }
        }
    }

    async fn join(&mut self, app: &App, player: Option<PlayerId>) -> ApiResult<()> {
        let Some(player) = player else { return Err(ApiError::internal("somebody without a name joins")) };
        if self.record.role(Some(&player)).is_some() {
            return Ok(());
        }
        let free = Color::BOTH.into_iter().find(|&color| *self.record.seats.of(color) == Seat::Free);
        let Some(free) = free else {
            return Err(ApiError::conflict("full", "Both sides of this game are taken; you can watch it."));
        };
        let mut record = self.record.clone();
        *record.seats.of_mut(free) = Seat::Person(player);
        record.status = GameStatus::Playing;
        record.updated = crate::time::now();
        self.store(app, record, Vec::new()).await?;
        self.learn_names(app).await?;
        self.broadcast_game();
        Ok(())
    }

    async fn remove(&mut self, app: &App, player: Option<PlayerId>) -> ApiResult<()> {
        self.record.removable(player.as_deref())?;
        app.store.writer().write(vec![Write::RemoveGame { id: self.record.id.clone() }]).await?;
        // Nothing goes on in this room any more, and its sockets end.
        let ended =
            wire::GameResult { winner: None, reason: "removed".to_owned(), text: "The game was removed".to_owned() };
        self.record.finish(ended, crate::time::now());
        self.visitors.clear();
        Ok(())
    }

    async fn move_by(&mut self, app: &App, side: Color, ply: u32, text: &str) -> ApiResult<()> {
        self.record.must_be_playing()?;
        if ply != self.record.plies {
            let now = self.record.plies;
            return Err(ApiError::conflict(
                "stale",
                format!("The position has changed: {now} moves were made by now."),
            ));
        }
        if side != self.side() {
            return Err(ApiError::conflict("not-your-turn", "It is not your turn."));
        }
        self.make(app, side, Chosen::Text(text.to_owned())).await
    }

    /// Makes a move, stores it and tells it.
    async fn make(&mut self, app: &App, side: Color, chosen: Chosen) -> ApiResult<()> {
        if self.history.len() >= MOST_MOVES {
            return Err(ApiError::conflict("too-many-moves", format!("A game has at most {MOST_MOVES} moves.")));
        }
        let started = std::time::Instant::now();
        let make = move |position: &mut Position| {
            let m = match chosen {
                Chosen::Text(text) => replay::read_move(position, &text)?,
                Chosen::Move(m) if position.is_legal(m) => m,
                Chosen::Move(_) => return Err(ApiError::impossible("illegal-move", "The engine's move is not legal.")),
            };
            let made = translate::move_of(position, m);
            position.make(m);
            let outcome = position.outcome();
            Ok((translate::position(position, Some(made.clone()), false), made, outcome))
        };
        let (shown, made, outcome) = self.compute(app, make).await?;
        let mut record = self.record.clone();
        record.moved(side, crate::time::now(), outcome.as_ref());
        let write = Write::Move { game: record.id.clone(), ply: record.plies, text: made.text.clone() };
        if let Err(error) = self.store(app, record, vec![write]).await {
            self.position.lock().unwrap_or_else(PoisonError::into_inner).unmake();
            return Err(error);
        }
        app.metrics.moves.inc();
        app.metrics.moved.observe(started.elapsed().as_secs_f64());
        self.history.push(made.clone());
        self.shown = shown.clone();
        self.broadcast(&GameMessage::Move {
            ply: self.record.plies,
            made,
            fen: shown.fen.clone(),
            clock: self.clock(),
            position: Box::new(shown),
            result: self.record.result.clone(),
        });
        Ok(())
    }

    pub(super) async fn engine_moves(&mut self, app: &App, found: Option<Move>) -> ApiResult<()> {
        self.check_clock(app).await?;
        let side = self.side();
        if self.record.engine_to_move(side).is_none() {
            return Ok(());
        }
        if let Some(m) = found {
            match self.make(app, side, Chosen::Move(m)).await {
                Err(error) if error.code == "illegal-move" => tracing::error!(error.message, "a wrong move"),
                done => return done,
            }
        }
        self.finish(app, domain::resignation(side)).await
    }

    async fn offer(&mut self, app: &App, side: Color, what: Offer) -> ApiResult<()> {
        match what {
            Offer::Draw => self.record.must_be_playing()?,
            Offer::Takeback if self.record.plies == 0 => {
                return Err(ApiError::conflict("nothing-to-take-back", "No move has been made yet."));
            }
            // Alone one may take back the end of a game, too.
            Offer::Takeback if self.record.alone() => {}
            Offer::Takeback => self.record.must_be_playing()?,
            Offer::Rematch if self.record.status != GameStatus::Finished => {
                return Err(ApiError::conflict("not-over", "A rematch can be offered when the game is over."));
            }
            Offer::Rematch if self.record.next.is_some() => {
                return Err(ApiError::conflict("agreed-already", "The rematch has begun already."));
            }
            Offer::Rematch => {}
        }
        let offered = *self.record.offers.clone().of(what);
        match self.record.opponent {
            Opponent::Engine { .. } if what == Offer::Draw => {
                return Err(ApiError::conflict("declined", "The engine plays on."));
            }
            Opponent::Friend if offered != Some((!side).into()) => {}
            // The other side has offered the same, or there is nobody to ask.
            _ => return self.agree(app, side, what).await,
        }
        let mut record = self.record.clone();
        *record.offers.of(what) = Some(side.into());
        self.store(app, record, Vec::new()).await?;
        self.broadcast_game();
        Ok(())
    }

    /// Does what was offered; `side` has agreed, or is alone.
    async fn agree(&mut self, app: &App, side: Color, what: Offer) -> ApiResult<()> {
        match what {
            Offer::Draw => {
                self.record.must_be_playing()?;
                self.finish(app, domain::agreement()).await
            }
            Offer::Takeback => {
                let asked = if self.record.alone() { side } else { !side };
                self.take_back(app, asked).await
            }
            Offer::Rematch => {
                let next = super::rematch(&self.record);
                let mut record = self.record.clone();
                record.next = Some(next.id.clone());
                record.offers.rematch = None;
                self.store(app, record, vec![Write::NewGame(Box::new(next))]).await?;
                self.broadcast_game();
                Ok(())
            }
        }
    }

    /// Takes moves back until `asked` is to move again.
    async fn take_back(&mut self, app: &App, asked: Color) -> ApiResult<()> {
        let to_move = self.side();
        let plies = match self.record.opponent {
            Opponent::OneScreen => 1,
            _ if to_move == asked => 2,
            _ => 1,
        };
        if self.record.plies < plies {
            return Err(ApiError::conflict("nothing-to-take-back", "You have not moved yet."));
        }
        let left = self.record.plies - plies;
        let next = if plies == 1 { !to_move } else { to_move };
        let mut record = self.record.clone();
        record.took_back(plies, next, crate::time::now());
        let last = (left as usize).checked_sub(1).and_then(|last| self.history.get(last)).cloned();
        let take_back = move |position: &mut Position| {
            let mut taken: Vec<Move> = (0..plies).filter_map(|_| position.unmake()).collect();
            taken.reverse();
            Ok((translate::position(position, last, false), taken))
        };
        let (shown, taken) = self.compute(app, take_back).await?;
        let undo = Write::Undo { game: record.id.clone(), ply: left + 1 };
        if let Err(error) = self.store(app, record, vec![undo]).await {
            let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
            taken.into_iter().for_each(|m| position.make(m));
            return Err(error);
        }
        self.thinking = None;
        self.history.truncate(left as usize);
        self.shown = shown;
        self.broadcast_game();
        Ok(())
    }

    async fn finish(&mut self, app: &App, result: wire::GameResult) -> ApiResult<()> {
        let mut record = self.record.clone();
        record.finish(result, crate::time::now());
        self.store(app, record, Vec::new()).await?;
        self.broadcast_game();
        Ok(())
    }

    /// Ends the game if the running clock has fallen.
    pub(super) async fn check_clock(&mut self, app: &App) -> ApiResult<()> {
        let falls = self.record.clocks.as_ref().and_then(|clocks| clocks.falls());
        match falls {
            Some((loser, at)) if at <= crate::time::now() => self.finish(app, domain::out_of_time(loser)).await,
            _ => Ok(()),
        }
    }

    /// Stores what becomes of the record, with what else is to be written; then it is so.
    async fn store(&mut self, app: &App, record: Record, mut writes: Vec<Write>) -> ApiResult<()> {
        writes.push(Write::Game(Box::new(record.clone())));
        app.store.writer().write(writes).await?;
        self.record = record;
        Ok(())
    }
}
