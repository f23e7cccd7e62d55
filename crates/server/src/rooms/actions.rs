//! Commands: a room carries each out on a copy of the game, stores the result, takes it up, and then emits the event.

#[cfg(test)]
mod tests;

use super::room::{Command, State};
use crate::app::App;
use crate::domain::chat::{Channel, MESSAGES, Message};
use crate::domain::{DefinitionId, GameEvent, LEFT, PlayerId, Record, STALLED};
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::present::{self, Shown};
use crate::ratings::may_meet;
use crate::resources::Payer;
use crate::store::{Limit, NOTED, Requirement, Write};
use crate::time::{Moment, duration, milliseconds, now, point};
use spielraum_play::{Action, Clocks, Effect, Ending, GameState, Offer, Opponent, Plan, Seat, Status};
use spielraum_queries::replay::{self, MOST_MOVES};
use spielraum_rules::{ByColor, Color, Move};
use std::sync::Arc;
use std::time::Duration;

/// From how long a delay on what a clock shows after it is stored again.
const DELAY: Duration = Duration::from_millis(100);

/// Whether a side may enter conditional moves, or remove those that it has: while the other side is to move, in the position that it
/// knows.
pub(crate) fn may_plan(record: &Record, (side, to_move): (Color, Color), ply: u32, enters: bool) -> ApiResult<()> {
    record.may_be_planned()?;
    if enters {
        must_be_at(ply, record.plies)?;
        if side == to_move {
            return Err(ApiError::conflict("your-turn", "It is your turn: make a move, then say what comes after it."));
        }
    }
    Ok(())
}

/// Refuses what was meant for a position before or after the present one.
fn must_be_at(ply: u32, now: u32) -> ApiResult<()> {
    match ply == now {
        true => Ok(()),
        false => Err(ApiError::conflict("stale", format!("The position has changed: {now} moves were made by now."))),
    }
}

/// A move to be made.
enum Chosen {
    /// Written by a player.
    Text(String),
    /// Found by the engine.
    Move(Move),
}

impl State {
    /// Carries out a command that arrived at a time: what it waits for since then, such as the disk, is not on the player's
    /// clock. `requires` must still hold when the result is stored.
    pub(super) async fn commit(
        &mut self,
        app: &App,
        player: Option<PlayerId>,
        (command, requires): (Command, Vec<Write>),
        at: Moment,
    ) -> ApiResult<()> {
        self.check_flag(app, at).await?;
        let done = self.carry_out(app, player, (command, requires), at).await;
        self.excuse(done, at)
    }

    async fn carry_out(
        &mut self,
        app: &App,
        player: Option<PlayerId>,
        (command, requires): (Command, Vec<Write>),
        at: Moment,
    ) -> ApiResult<()> {
        match command {
            Command::Join => self.join(app, player, requires, at).await,
            Command::Remove => self.remove(app, player, requires).await,
            Command::Abort => self.abort(app, player, requires, at).await,
            Command::Claim => self.claim(app, player, requires, at).await,
            Command::Forfeit { ply } => self.forfeit(app, ply, at).await,
            Command::Leave => match self.may_be_called_off(player.as_ref()).is_ok() {
                true => self.abort(app, player, requires, at).await,
                false => {
                    let side = self.record.acting(player.as_ref(), self.game.side_to_move())?;
                    self.act(app, side, Action::Resign, requires, at).await
                }
            },
            Command::Move { ply, text } => {
                let side = self.record.acting(player.as_ref(), self.game.side_to_move())?;
                self.move_by(app, side, (ply, text), (requires, at)).await
            }
            Command::Vacation => self.rest(app, at).await,
            Command::Plan { ply, plan } => self.plan(app, player, ply, (plan, requires)).await,
            Command::Say { channel, text } => self.say(app, player, (channel, text), (requires, at)).await,
            Command::Do(action) => {
                let side = self.record.acting(player.as_ref(), self.game.side_to_move())?;
                if matches!(action, Action::Offer(Offer::Takeback) | Action::Accept(Offer::Takeback))
                    && (self.record.rated.is_some() || self.record.tournament.is_some())
                {
                    let message = "In rated games and in tournaments nothing is taken back.";
                    return Err(ApiError::conflict("rated-game", message));
                }
                if matches!(action, Action::Offer(Offer::Rematch) | Action::Accept(Offer::Rematch)) {
                    app.variants.may_begin(&self.record.pairing.variant)?;
                    let opponent = self.record.opponent_of(player.as_ref());
                    self.must_want_each_other(app, player.as_ref(), opponent).await?;
                    if let (Some(_), Some(one), Some(other)) = (&self.record.rated, &player, opponent) {
                        may_meet(app, one, other).await?;
                    }
                }
                self.act(app, side, action, requires, at).await
            }
        }
    }

    /// What the server could not do, for whatever reason of its own, is on nobody's clock. Several messages may have waited
    /// for the same thing: the time that they waited together is given back once.
    fn excuse(&mut self, done: ApiResult<()>, at: Moment) -> ApiResult<()> {
        if done.as_ref().is_err_and(|error| matches!(error.kind, ErrorKind::Unavailable | ErrorKind::Internal)) {
            let (since, now) = (at.time.max(self.excused), now());
            if now > since {
                self.game.forgive(duration(now - since), point(now));
                self.record.progress = self.game.progress().clone();
                self.excused = now;
            }
        }
        done
    }

    /// Refuses two players of whom one has blocked the other.
    async fn must_want_each_other(&self, app: &App, one: Option<&PlayerId>, other: Option<&PlayerId>) -> ApiResult<()> {
        let (Some(one), Some(other)) = (one, other) else { return Ok(()) };
        if app.store.blocked(one, other).await? {
            return Err(ApiError::forbidden("blocked", "One of you does not want to play with the other any more."));
        }
        Ok(())
    }

    /// Whether a player may call the game off: nothing is lost by it yet.
    fn may_be_called_off(&self, player: Option<&PlayerId>) -> ApiResult<Color> {
        let side = self.record.acting(player, self.game.side_to_move())?;
        if self.record.tournament.is_some() {
            let message = "A game of a tournament can't be called off; you can resign it.";
            return Err(ApiError::conflict("in-tournament", message));
        }
        if self.record.pairing.opponent == Opponent::Friend
            && self.record.status() == Status::Playing
            && self.record.plies < 2
        {
            return Ok(side);
        }
        let message = "Only a game against somebody can be called off, and before the second move; you can resign.";
        Err(ApiError::conflict("not-at-its-beginning", message))
    }

    async fn abort(&mut self, app: &App, player: Option<PlayerId>, requires: Vec<Write>, at: Moment) -> ApiResult<()> {
        let side = self.may_be_called_off(player.as_ref())?;
        self.act(app, side, Action::Abort, requires, at).await
    }

    /// Takes the win of a game without a clock that the other player has left.
    async fn claim(&mut self, app: &App, player: Option<PlayerId>, requires: Vec<Write>, at: Moment) -> ApiResult<()> {
        let side = self.record.acting(player.as_ref(), self.game.side_to_move())?;
        let claimable = self.record.claimable(player.as_ref(), self.game.side_to_move(), at);
        let refused = |why| Err(ApiError::conflict("not-left", why));
        if claimable.is_none_or(|claimable| claimable > at.time) {
            return refused(
                "A win can be claimed in a game without a clock when the other one is to move, and has not for seven days.",
            );
        }
        let other = self.record.opponent_of(player.as_ref()).cloned();
        let seen = match &other {
            Some(other) => app.store.last_seen(other).await?,
            None => None,
        };
        let here = self.presence().1[!side] || seen.is_some_and(|seen| seen > at.lived - LEFT - NOTED);
        if here && at.lived - self.record.changed < STALLED {
            return refused(
                "The other player was here within the last seven days, and may still move, for thirty days in all.",
            );
        }
        let text = format!("{} wins: {} has left", self.called(side), self.called(!side));
        let ending = Ending::Recorded { winner: Some(side), code: "left".to_owned(), text };
        self.act(app, side, Action::Adjudicate(ending), requires, at).await
    }

    /// What the game calls a side.
    fn called(&self, side: Color) -> &'static str {
        self.game.progress().sides.of(side)
    }

    /// Ends a game of a tournament whose player has not come.
    async fn forfeit(&mut self, app: &App, ply: u32, at: Moment) -> ApiResult<()> {
        must_be_at(ply, self.record.plies)?;
        let side = self.game.side_to_move();
        let text = format!("{} wins: {} did not come", self.called(!side), self.called(side));
        let ending = Ending::Recorded { winner: Some(!side), code: "absent".to_owned(), text };
        self.act(app, side, Action::Adjudicate(ending), Vec::new(), at).await
    }

    async fn join(
        &mut self,
        app: &App,
        player: Option<PlayerId>,
        mut requires: Vec<Write>,
        at: Moment,
    ) -> ApiResult<()> {
        let Some(player) = player else { return Err(ApiError::internal("somebody without a name joins")) };
        if self.record.role(Some(&player)).is_some() {
            return Ok(());
        }
        let free = self.record.pairing.free();
        let Some(free) = free else {
            return Err(ApiError::conflict("full", "Both sides of this game are taken; you can watch it."));
        };
        app.variants.may_begin(&self.record.pairing.variant)?;
        self.must_want_each_other(app, Some(&player), Some(&self.record.creator)).await?;
        if self.record.rated.is_some() {
            may_meet(app, &player, &self.record.creator).await?;
        }
        let definition = DefinitionId::parse(&self.record.pairing.variant);
        requires.extend(definition.map(|definition| Write::Requires(Requirement::NotTakenDown { definition })));
        let (mut game, mut record) = (self.game.clone(), self.record.clone());
        game.apply(free, Action::Begin, point(at.time))?;
        record.pairing.seats[free] = Seat::Person(player);
        self.change(app, game, record, requires, at).await?;
        self.learn_names(app).await?;
        self.count_present();
        self.emit(GameEvent::Begun);
        Ok(())
    }

    async fn remove(&mut self, app: &App, player: Option<PlayerId>, mut writes: Vec<Write>) -> ApiResult<()> {
        self.record.removable(player.as_ref())?;
        writes.push(Write::RemoveGame { id: self.record.id.clone() });
        app.store.writer().write(writes).await?;
        self.gone();
        Ok(())
    }

    /// The game was removed: nothing goes on in this room any more, and its sockets end. A game that was over stays so.
    pub(super) fn gone(&mut self) {
        let at = Moment { time: now(), lived: self.record.changed };
        let _ = self.game.apply(self.game.side_to_move(), Action::Abort, point(at.time));
        self.record.take_up(&self.game, at);
        self.visitors = Arc::default();
        self.count_present();
    }

    async fn move_by(
        &mut self,
        app: &App,
        side: Color,
        (ply, text): (u32, String),
        (requires, at): (Vec<Write>, Moment),
    ) -> ApiResult<()> {
        if self.game.ending().is_none() {
            must_be_at(ply, self.record.plies)?;
        }
        self.make(app, side, (Chosen::Text(text), requires), at).await
    }

    /// Makes a move, stores it with what else is to be written and emits it.
    async fn make(
        &mut self,
        app: &App,
        side: Color,
        (chosen, mut writes): (Chosen, Vec<Write>),
        at: Moment,
    ) -> ApiResult<()> {
        if self.history.len() >= MOST_MOVES {
            return Err(ApiError::conflict("too-many-moves", format!("A game has at most {MOST_MOVES} plies.")));
        }
        #[cfg(test)]
        super::engine_turn::faults::busy(&self.record.id).await?;
        let started = std::time::Instant::now();
        let (mut game, mut record) = (self.game.clone(), self.record.clone());
        let make = move || {
            game.may_move(side)?;
            let m = match chosen {
                Chosen::Text(text) => replay::read_move(game.position(), &text)?,
                Chosen::Move(m) if game.position().is_legal(m) => m,
                Chosen::Move(_) => return Err(ApiError::impossible("illegal-move", "The engine's move is not legal.")),
            };
            let made = present::made(game.position(), m);
            game.apply(side, Action::Move(m), point(at.time))?;
            record.take_up(&game, at);
            let shown = Shown::of(&game, &record, Some(made.clone()));
            Ok((game, record, shown, made))
        };
        let (game, record, shown, made) = app.compute(make).await?;
        let clocks = game.clocks_after(game.plies());
        writes.push(Write::Move { game: record.id.clone(), ply: record.plies, text: made.text.clone(), clocks });
        let plans = ByColor::new(|side| self.plans[side].as_ref().and_then(|plan| plan.after(&made.text)));
        self.store(app, game, record, (plans, writes)).await?;
        self.told(app);
        app.metrics.moves.inc();
        app.metrics.moved.observe(started.elapsed().as_secs_f64());
        self.history.push(&made);
        self.shown = shown;
        self.emit(GameEvent::Moved);
        if self.record.counts().is_some() {
            self.emit(GameEvent::Rated);
        }
        Ok(())
    }

    /// Takes up a player's conditional moves.
    async fn plan(
        &mut self,
        app: &App,
        player: Option<PlayerId>,
        ply: u32,
        (plan, mut writes): (Option<Plan>, Vec<Write>),
    ) -> ApiResult<()> {
        let side = self.record.acting(player.as_ref(), self.game.side_to_move())?;
        if self.scene().is_hidden() {
            return Err(ApiError::hidden());
        }
        may_plan(&self.record, (side, self.game.side_to_move()), ply, plan.is_some())?;
        let Some(player) = player else { return Ok(()) };
        if plan.is_some() && app.store.writer().is_scarce() {
            app.resources.rate_limits.reserve(Payer::current().network, writes.len() as u32 + 1)?;
        }
        writes.push(Write::Plan { game: self.record.id.clone(), player, plan: plan.clone() });
        app.store.writer().write(writes).await?;
        self.plans[side] = plan;
        self.emit_to(side, GameEvent::Planned);
        Ok(())
    }

    /// Somebody says something beside the game.
    async fn say(
        &mut self,
        app: &App,
        player: Option<PlayerId>,
        (channel, text): (Channel, String),
        (mut writes, at): (Vec<Write>, Moment),
    ) -> ApiResult<()> {
        let Some(player) = player else {
            return Err(ApiError::forbidden(
                "nobody",
                "You are not known here yet. Log in or begin a game, then write.",
            ));
        };
        if !self.record.hears(Some(&player), channel) {
            let message = match channel {
                Channel::Players => "Only the two players of a game write to each other, once it has begun.",
                Channel::Spectators => "Players write among the spectators when the game is over.",
            };
            return Err(ApiError::forbidden("other-channel", message));
        }
        if channel == Channel::Players {
            self.must_want_each_other(app, Some(&player), self.record.opponent_of(Some(&player))).await?;
        }
        let last = match self.said.get(&channel) {
            Some(last) => *last,
            None => app.store.last_said(&self.record.id, channel).await?,
        };
        if last >= MESSAGES {
            let message = format!("There are {MESSAGES} messages beside this game, which is all that it can have.");
            return Err(ApiError::conflict("chat-full", message));
        }
        let name = app.store.names(&[&player]).await?.remove(&player).unwrap_or_default();
        let message = Message { channel, number: last + 1, player, text, at: at.time };
        writes.push(Write::Said { game: self.record.id.clone(), message: message.clone() });
        app.store.writer().write(writes).await?;
        self.said.insert(channel, message.number);
        self.speak(&message, name);
        Ok(())
    }

    /// The conditional move that is to be made now. While the other player asks for something the player answers first.
    pub(super) fn due(&self) -> Option<(Color, &str)> {
        let (side, offers) = (self.game.side_to_move(), self.record.progress.offers);
        let asked = [offers.draw, offers.takeback].contains(&Some(!side));
        if asked || self.record.status() != Status::Playing {
            return None;
        }
        Some((side, self.plans[side].as_ref()?.answer()?))
    }

    /// Makes the conditional moves that are due, one after another: each makes the plans shorter.
    pub(super) async fn answer(&mut self, app: &App) -> ApiResult<()> {
        while self.due().is_some() {
            let at = app.store.moment();
            self.check_flag(app, at).await?;
            let Some((side, text)) = self.due() else { break };
            let chosen = Chosen::Text(text.to_owned());
            let requires = self.record.pairing.person(side).cloned().map(|player| Requirement::NotBarred { player });
            match self.make(app, side, (chosen, requires.into_iter().map(Write::Requires).collect()), at).await {
                Err(error) if !error.may_pass() => {
                    // It can't be made later either: it was entered under other rules, the game is too long, or its player is
                    // barred.
                    let plans = ByColor::new(|color| self.plans[color].clone().filter(|_| color != side));
                    let (game, record) = (self.game.clone(), self.record.clone());
                    self.store(app, game, record, (plans, Vec::new())).await?;
                }
                done => self.excuse(done, at)?,
            }
        }
        Ok(())
    }

    pub(super) async fn engine_moves(&mut self, app: &App, found: Option<Move>, at: Moment) -> ApiResult<()> {
        self.check_flag(app, at).await?;
        let side = self.game.side_to_move();
        if self.record.engine_to_move(side).is_none() {
            return Ok(());
        }
        if let Some(m) = found {
            match self.make(app, side, (Chosen::Move(m), Vec::new()), at).await {
                Err(error) if error.code == "illegal-move" => tracing::error!(error.message, "a wrong move"),
                done => return self.excuse(done, at),
            }
        }
        let resigned = self.act(app, side, Action::Resign, Vec::new(), at).await;
        self.excuse(resigned, at)
    }

    /// Ends the game in which the engine has failed: its side has lost.
    pub(super) async fn engine_fails(&mut self, app: &App, at: Moment) -> ApiResult<()> {
        self.check_flag(app, at).await?;
        let mut engines = Color::BOTH.into_iter().filter(|&side| self.record.pairing.engine(side).is_some());
        match engines.next().filter(|_| self.game.status() == Status::Playing) {
            Some(side) => {
                let failed = Ending::Failed(side, "the engine failed".to_owned());
                self.act(app, side, Action::Adjudicate(failed), Vec::new(), at).await
            }
            None => Ok(()),
        }
    }

    /// Does what makes no move, with what else is to be written.
    async fn act(
        &mut self,
        app: &App,
        side: Color,
        action: Action,
        mut writes: Vec<Write>,
        at: Moment,
    ) -> ApiResult<()> {
        let (mut game, mut record) = (self.game.clone(), self.record.clone());
        let (game, effect) = match action {
            // Whether the other side could still win takes a while to see in large games.
            Action::Flag => {
                let fall = move || {
                    let effect = game.apply(side, action, point(at.time))?;
                    Ok((game, effect))
                };
                app.compute(fall).await?
            }
            _ => {
                let effect = game.apply(side, action, point(at.time))?;
                (game, effect)
            }
        };
        match effect {
            Effect::TakenBack(taken) if taken > 0 => {
                writes.push(Write::Undo { game: record.id.clone(), ply: game.plies() as u32 + 1 });
            }
            Effect::Rematch => {
                let next = record.rematch(at);
                record.next = Some(next.id.clone());
                let (player, most) = (next.creator.clone(), app.config.limits.games_each);
                writes.push(Write::Within(Limit::Games { player, most }));
                writes.push(Write::NewGame(Box::new(next)));
            }
            _ => {}
        }
        self.change(app, game, record, writes, at).await?;
        if matches!(effect, Effect::TakenBack(_)) {
            self.told(app);
        }
        self.emit(effect.into());
        Ok(())
    }

    /// Ends the game if the running clock had fallen at a time.
    pub(super) async fn check_flag(&mut self, app: &App, at: Moment) -> ApiResult<()> {
        if self.game.flag_fallen(point(at.time)).is_some() && self.record.rests_for().is_some() {
            self.rest(app, at).await?;
        }
        match self.game.flag_fallen(point(at.time)) {
            Some(loser) => self.act(app, loser, Action::Flag, Vec::new(), at).await,
            None => Ok(()),
        }
    }

    /// Lets the running clock stand still while its owner is on vacation, and go on afterwards.
    async fn rest(&mut self, app: &App, at: Moment) -> ApiResult<()> {
        let Some((player, since)) = self.record.rests_for() else { return Ok(()) };
        let (mut game, mut record) = (self.game.clone(), self.record.clone());
        match app.store.vacation(player).await? {
            Some((from, until)) => game.rest(point(from), point(until)),
            None => game.resume(point(at.time)),
        }
        record.progress = game.progress().clone();
        if record.rests_for().is_none_or(|(_, now)| now == since) {
            return Ok(());
        }
        self.store(app, game, record, (self.plans.clone(), Vec::new())).await?;
        self.emit(GameEvent::Renamed);
        Ok(())
    }

    /// Stores what has become of the game and the record other than by a move; then it is so.
    async fn change(
        &mut self,
        app: &App,
        game: GameState,
        mut record: Record,
        writes: Vec<Write>,
        at: Moment,
    ) -> ApiResult<()> {
        record.take_up(&game, at);
        let last = game.plies().checked_sub(1).and_then(|last| self.history.get(last));
        let show = move || {
            let shown = Shown::of(&game, &record, last);
            Ok((game, record, shown))
        };
        let (game, record, shown) = app.compute(show).await?;
        let plies = game.plies();
        let plans = if plies == self.game.plies() { self.plans.clone() } else { ByColor::default() };
        self.store(app, game, record, (plans, writes)).await?;
        if plies < self.history.len() {
            self.thinking = None;
            self.history.truncate(plies);
        }
        self.shown = shown;
        Ok(())
    }

    /// Stores the game, what is left of its players' conditional moves and what else is to be written; then it is so. What can't
    /// be stored has not happened.
    async fn store(
        &mut self,
        app: &App,
        mut game: GameState,
        mut record: Record,
        (mut plans, mut writes): (ByColor<Option<Plan>>, Vec<Write>),
    ) -> ApiResult<()> {
        if let Some((player, _)) = record.rests_for()
            && let Some((from, until)) = app.store.vacation(player).await?
        {
            game.rest(point(from), point(until));
            record.progress = game.progress().clone();
        }
        if record.status() != Status::Playing {
            plans = ByColor::default();
        }
        for side in Color::BOTH.into_iter().filter(|&side| plans[side] != self.plans[side]) {
            let (game, player) = (record.id.clone(), record.pairing.person(side).cloned());
            writes.extend(player.map(|player| Write::Plan { game, player, plan: plans[side].clone() }));
        }
        if app.store.writer().is_scarce() {
            app.resources.rate_limits.reserve(Payer::current().network, writes.len() as u32 + 1)?;
        }
        writes.push(Write::Game(Box::new(record.clone())));
        app.store.writer().write(writes).await?;
        let ends = self.record.status() != Status::Finished && record.counts().is_some();
        (self.game, self.record, self.plans) = (game, record, plans);
        if ends && let Err(error) = self.learn_names(app).await {
            // The next visit asks again.
            tracing::warn!(error.message, "it is not known what a game has made of ratings");
        }
        Ok(())
    }

    /// What was done last is sent now, so that the clock that it has set going runs from now on.
    fn told(&mut self, app: &App) {
        let since =
            |state: &Self| state.record.progress.clocks.as_ref().and_then(Clocks::running).map(|(_, since)| since);
        let Some(stored) = since(self) else { return };
        let told = now();
        // A clock that stands still is not set going.
        if stored > point(told) {
            return;
        }
        self.game.told(point(told));
        self.record.progress = self.game.progress().clone();
        if point(told).saturating_sub(stored) > DELAY {
            let (game, stored) = (self.record.id.clone(), milliseconds(stored));
            let (app, write) = (app.clone(), Write::ClockSince { game, stored, since: told });
            // Nobody waits for it: should the server be killed before, a second or so is charged that should not be.
            tokio::spawn(async move {
                if let Err(error) = app.store.writer().write(vec![write]).await {
                    tracing::warn!(error.message, "a clock that was set going late was not stored so");
                }
            });
        }
    }
}
