//! A table: a game that somebody looks at or whose clock runs, in memory. Everything that happens to it happens
//! under its lock, is stored, and is then told to all who are there.

use super::record::{self, PlayerId, Record, Seat};
use super::turn::Turn;
use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::replay::{MOST_MOVES, Replay};
use crate::store::Write;
use crate::variants::Variant;
use crate::wire::{self, GameMessage, GameStatus, Offer, Opponent, Player, PlayerKind, Sides};
use axum::extract::ws::Utf8Bytes;
use spielraum_rules::{Color, Move};
use spielraum_search::Stop;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};
use tokio::task::AbortHandle;

/// How many messages may wait for a client that is slow; then it is cut off and may come again.
const WAITING: usize = 64;

/// A game in memory.
pub(crate) struct Table {
    state: Mutex<State>,
}

struct State {
    record: Record,
    replay: Replay,
    variant: Arc<Variant>,
    /// The names of the players.
    names: HashMap<PlayerId, String>,
    visitors: Vec<Visitor>,
    visits: u64,
    thinking: Option<Thinking>,
    /// Ends the wait for the running clock to fall.
    flag: Option<AbortHandle>,
}

struct Visitor {
    visit: u64,
    player: Option<PlayerId>,
    messages: mpsc::Sender<Utf8Bytes>,
}

/// The engine's thinking about the position at a ply.
struct Thinking {
    ply: u32,
    stop: Stop,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Somebody's being at a table. [`Table::leave`] ends it.
pub(crate) struct Visit {
    pub number: u64,
    /// What is to be told; it ends when the client was too slow.
    pub messages: mpsc::Receiver<Utf8Bytes>,
    /// Where answers to this client alone go, in order with the others.
    pub answers: mpsc::Sender<Utf8Bytes>,
}

/// What somebody wants to do.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Join,
    Move {
        ply: u32,
        text: String,
    },
    Resign,
    Offer(Offer),
    Accept(Offer),
    Decline(Offer),
    /// Removes the game for good.
    Remove,
}

/// What a message looks like on the socket.
pub(crate) fn written(message: &impl serde::Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Table {
    /// Puts up a table for a stored game.
    pub async fn load(app: &App, id: &str) -> Answer<Arc<Self>> {
        let no_game = || Refusal::not_found("no-such-game", "There is no such game; its link may be incomplete.");
        let (record, moves) = app.store.game(id).await?.ok_or_else(no_game)?;
        let variant = app.variant(&record.variant, &record.options).await?;
        let (rules, start) = (variant.rules.clone(), record.start.clone());
        let replay = app.compute(move || Replay::new(&rules, Some(&start), &moves)).await.map_err(|refusal| {
            tracing::error!(game = id, refusal.message, "a stored game can't be played through");
            Refusal::conflict("stored-otherwise", "This game was played by other rules than this version has for it.")
        })?;
        let table = Arc::new(Self {
            state: Mutex::new(State {
                record,
                replay,
                variant,
                names: HashMap::new(),
                visitors: Vec::new(),
                visits: 0,
                thinking: None,
                flag: None,
            }),
        });
        {
            let mut state = table.state.lock().await;
            state.learn_names(app).await?;
            table.go_on(app, &mut state);
        }
        Ok(table)
    }

    /// Whether nobody would notice if the table were gone.
    pub fn is_idle(&self) -> bool {
        self.state.try_lock().is_ok_and(|state| {
            let clock_runs = state.record.clocks.as_ref().is_some_and(|clocks| clocks.running.is_some());
            state.visitors.is_empty() && state.thinking.is_none() && !clock_runs
        })
    }

    /// The game as somebody sees it.
    pub async fn view(&self, player: Option<&str>) -> wire::Game {
        self.state.lock().await.view(player)
    }

    /// The stored part of the game.
    pub async fn record(&self) -> Record {
        self.state.lock().await.record.clone()
    }

    /// Somebody comes.
    pub async fn visit(self: &Arc<Self>, app: &App, player: Option<PlayerId>) -> Answer<Visit> {
        let mut state = self.state.lock().await;
        state.learn_names(app).await?;
        let (sender, messages) = mpsc::channel(WAITING);
        state.visits += 1;
        let number = state.visits;
        let known = state.presence();
        state.visitors.push(Visitor { visit: number, player: player.clone(), messages: sender.clone() });
        let game = GameMessage::Game { game: Box::new(state.view(player.as_deref())) };
        // The channel is new and has room.
        let _ = sender.try_send(written(&game));
        state.tell_presence(known);
        self.go_on(app, &mut state);
        Ok(Visit { number, messages, answers: sender })
    }

    /// Somebody goes.
    pub async fn leave(self: &Arc<Self>, app: &App, visit: u64) {
        let mut state = self.state.lock().await;
        let known = state.presence();
        state.visitors.retain(|visitor| visitor.visit != visit);
        state.tell_presence(known);
        self.go_on(app, &mut state);
    }

    /// Does what somebody wants, or says why not; done means stored. It goes on even if nobody waits for the answer.
    pub async fn act(self: &Arc<Self>, app: &App, player: Option<PlayerId>, action: Action) -> Answer<()> {
        let (table, app) = (self.clone(), app.clone());
        let acting = async move {
            let mut state = table.state.lock().await;
            let answer = state.perform(&app, player, action).await;
            table.go_on(&app, &mut state);
            answer
        };
        tokio::spawn(acting).await.map_err(Refusal::internal)?
    }

    /// The engine has found a move for the position at a ply; with none it gives up.
    pub(super) async fn engine_moved(self: &Arc<Self>, app: &App, ply: u32, found: Option<Move>) {
        let mut state = self.state.lock().await;
        if state.thinking.as_ref().is_none_or(|thinking| thinking.ply != ply) {
            return;
        }
        state.thinking = None;
        let done = state.engine_moves(app, found).await;
        match done {
            Ok(()) => self.go_on(app, &mut state),
            // Without go_on: it would try the same again at once.
            Err(refusal) => tracing::error!(refusal.message, "the engine's move was not made"),
        }
    }

    /// A clock may have fallen.
    async fn flag_fell(self: Arc<Self>, app: App) {
        let mut state = self.state.lock().await;
        // This is the task that would be ended.
        state.flag = None;
        if let Err(refusal) = state.check_clock(&app).await {
            tracing::error!(refusal.message, "the end of a game was not stored");
        }
        self.go_on(&app, &mut state);
    }

    /// Starts and ends what goes on by itself: the wait for the clock, the engine's thinking.
    fn go_on(self: &Arc<Self>, app: &App, state: &mut State) {
        if let Some(flag) = state.flag.take() {
            flag.abort();
        }
        let now = crate::time::now();
        if let Some((_, falls)) = state.record.clocks.as_ref().and_then(|clocks| clocks.falls()) {
            let wait = std::time::Duration::from_millis((falls - now).max(0).unsigned_abs() + 1);
            let (table, app) = (self.clone(), app.clone());
            let task = tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                // What follows must not be cut short by the next go_on, which comes from itself.
                tokio::spawn(table.flag_fell(app));
            });
            state.flag = Some(task.abort_handle());
        }
        let clock_runs = state.flag.is_some();
        let awaited = !state.visitors.is_empty() || clock_runs;
        let turn = Turn::of(&state.record, &state.variant, &state.replay.position, now).filter(|_| awaited);
        let Some(turn) = turn else {
            state.thinking = None;
            return;
        };
        if state.visitors.is_empty()
            && let Some(thinking) = &state.thinking
        {
            // Nobody waits, but the clock does not stop: the engine moves by what it has found so far.
            thinking.stop.stop();
        }
        if state.thinking.as_ref().is_some_and(|thinking| thinking.ply == turn.ply) {
            return;
        }
        let (ply, side) = (turn.ply, state.replay.position.side_to_move().into());
        match turn.begin(app, self) {
            Ok(stop) => {
                state.thinking = Some(Thinking { ply, stop });
                state.tell(&GameMessage::Thinking { side });
            }
            // Somebody's next message or visit tries again.
            Err(refusal) => tracing::warn!(refusal.message, "the engine can't be asked"),
        }
    }
}

impl State {
    async fn perform(&mut self, app: &App, player: Option<PlayerId>, action: Action) -> Answer<()> {
        self.check_clock(app).await?;
        match action {
            Action::Join => return self.join(app, player).await,
            Action::Remove => return self.remove(app, player).await,
            _ => {}
        }
        let to_move = self.replay.position.side_to_move();
        let side = self.record.acting(player.as_deref(), to_move)?;
        match action {
            Action::Join | Action::Remove => Ok(()),
            Action::Move { ply, text } => self.move_by(app, side, ply, &text).await,
            Action::Resign => {
                self.record.must_be_playing()?;
                self.finish(app, record::resignation(side)).await
            }
            Action::Offer(what) => self.offer(app, side, what).await,
            Action::Accept(what) => {
                if *self.record.offers.clone().of(what) != Some((!side).into()) {
                    return Err(Refusal::conflict("no-offer", "Nothing of this kind is offered to you."));
                }
                self.agree(app, side, what).await
            }
            Action::Decline(what) => {
                let mut record = self.record.clone();
                let offer = record.offers.of(what);
                // One's own offer can be taken back the same way.
                if offer.take().is_none() {
                    return Err(Refusal::conflict("no-offer", "Nothing of this kind is offered."));
                }
                self.store(app, record, Vec::new()).await?;
                self.tell_game();
                Ok(())
            }
        }
    }

    async fn join(&mut self, app: &App, player: Option<PlayerId>) -> Answer<()> {
        let Some(player) = player else { return Err(Refusal::internal("somebody without a name joins")) };
        if self.record.role(Some(&player)).is_some() {
            return Ok(());
        }
        let free = Color::BOTH.into_iter().find(|&color| *self.record.seats.of(color) == Seat::Free);
        let Some(free) = free else {
            return Err(Refusal::conflict("full", "Both sides of this game are taken; you can watch it."));
        };
        let mut record = self.record.clone();
        *record.seats.of_mut(free) = Seat::Person(player);
        record.status = GameStatus::Playing;
        record.updated = crate::time::now();
        self.store(app, record, Vec::new()).await?;
        self.learn_names(app).await?;
        self.tell_game();
        Ok(())
    }

    async fn remove(&mut self, app: &App, player: Option<PlayerId>) -> Answer<()> {
        crate::routes::games::removable(&self.record, player.as_deref())?;
        app.store.writer().write(vec![Write::RemoveGame { id: self.record.id.clone() }]).await?;
        // Nothing goes on at this table any more, and its sockets end.
        let ended =
            wire::GameResult { winner: None, reason: "removed".to_owned(), text: "The game was removed".to_owned() };
        self.record.finish(ended, crate::time::now());
        self.visitors.clear();
        Ok(())
    }

    async fn move_by(&mut self, app: &App, side: Color, ply: u32, text: &str) -> Answer<()> {
        self.record.must_be_playing()?;
        if ply != self.record.plies {
            let now = self.record.plies;
            return Err(Refusal::conflict("stale", format!("The position has changed: {now} moves were made by now.")));
        }
        if side != self.replay.position.side_to_move() {
            return Err(Refusal::conflict("not-your-turn", "It is not your turn."));
        }
        self.make(app, side, text).await
    }

    /// Makes a move, stores it and tells it.
    async fn make(&mut self, app: &App, side: Color, text: &str) -> Answer<()> {
        if self.replay.history.len() >= MOST_MOVES {
            return Err(Refusal::conflict("too-many-moves", format!("A game has at most {MOST_MOVES} moves.")));
        }
        let started = std::time::Instant::now();
        self.replay.play(text)?;
        let outcome = self.replay.position.game_result();
        let made = self.replay.history.last().cloned().ok_or_else(|| Refusal::internal("a move was not kept"))?;
        let mut record = self.record.clone();
        record.moved(side, crate::time::now(), outcome.as_ref());
        let write = Write::Move { game: record.id.clone(), ply: record.plies, text: made.text.clone() };
        if let Err(refusal) = self.store(app, record, vec![write]).await {
            self.replay.take_back();
            return Err(refusal);
        }
        app.metrics.moves.inc();
        app.metrics.moved.observe(started.elapsed().as_secs_f64());
        let position = crate::views::position(&mut self.replay.position, Some(made.clone()), false);
        self.tell(&GameMessage::Move {
            ply: self.record.plies,
            made,
            fen: position.fen.clone(),
            clock: self.clock(),
            position: Box::new(position),
            result: self.record.result.clone(),
        });
        Ok(())
    }

    async fn engine_moves(&mut self, app: &App, found: Option<Move>) -> Answer<()> {
        self.check_clock(app).await?;
        let side = self.replay.position.side_to_move();
        if self.record.engine_to_move(side).is_none() {
            return Ok(());
        }
        match found {
            Some(m) if self.replay.position.is_legal(m) => {
                let text = self.replay.position.move_text(m);
                self.make(app, side, &text).await
            }
            _ => self.finish(app, record::resignation(side)).await,
        }
    }

    async fn offer(&mut self, app: &App, side: Color, what: Offer) -> Answer<()> {
        match what {
            Offer::Draw => self.record.must_be_playing()?,
            Offer::Takeback if self.record.plies == 0 => {
                return Err(Refusal::conflict("nothing-to-take-back", "No move has been made yet."));
            }
            // Alone one may take back the end of a game, too.
            Offer::Takeback if self.record.alone() => {}
            Offer::Takeback => self.record.must_be_playing()?,
            Offer::Rematch if self.record.status != GameStatus::Finished => {
                return Err(Refusal::conflict("not-over", "A rematch can be offered when the game is over."));
            }
            Offer::Rematch if self.record.next.is_some() => {
                return Err(Refusal::conflict("agreed-already", "The rematch has begun already."));
            }
            Offer::Rematch => {}
        }
        let offered = *self.record.offers.clone().of(what);
        match self.record.opponent {
            Opponent::Engine { .. } if what == Offer::Draw => {
                return Err(Refusal::conflict("declined", "The engine plays on."));
            }
            Opponent::Friend if offered != Some((!side).into()) => {}
            // The other side has offered the same, or there is nobody to ask.
            _ => return self.agree(app, side, what).await,
        }
        let mut record = self.record.clone();
        *record.offers.of(what) = Some(side.into());
        self.store(app, record, Vec::new()).await?;
        self.tell_game();
        Ok(())
    }

    /// Does what was offered; `side` has agreed, or is alone.
    async fn agree(&mut self, app: &App, side: Color, what: Offer) -> Answer<()> {
        match what {
            Offer::Draw => {
                self.record.must_be_playing()?;
                self.finish(app, record::agreement()).await
            }
            Offer::Takeback => {
                let asked = if self.record.alone() { side } else { !side };
                self.take_back(app, asked).await
            }
            Offer::Rematch => {
                let next = super::hub::rematch(&self.record);
                let mut record = self.record.clone();
                record.next = Some(next.id.clone());
                record.offers.rematch = None;
                self.store(app, record, vec![Write::NewGame(Box::new(next))]).await?;
                self.tell_game();
                Ok(())
            }
        }
    }

    /// Takes moves back until `asked` is to move again.
    async fn take_back(&mut self, app: &App, asked: Color) -> Answer<()> {
        let to_move = self.replay.position.side_to_move();
        let plies = match self.record.opponent {
            Opponent::OneScreen => 1,
            _ if to_move == asked => 2,
            _ => 1,
        };
        if self.record.plies < plies {
            return Err(Refusal::conflict("nothing-to-take-back", "You have not moved yet."));
        }
        let left = self.record.plies - plies;
        let next = if plies == 1 { !to_move } else { to_move };
        let mut record = self.record.clone();
        record.took_back(plies, next, crate::time::now());
        let undo = Write::Undo { game: record.id.clone(), ply: left + 1 };
        self.store(app, record, vec![undo]).await?;
        self.thinking = None;
        (0..plies).for_each(|_| self.replay.take_back());
        self.tell_game();
        Ok(())
    }

    async fn finish(&mut self, app: &App, result: wire::GameResult) -> Answer<()> {
        let mut record = self.record.clone();
        record.finish(result, crate::time::now());
        self.store(app, record, Vec::new()).await?;
        self.tell_game();
        Ok(())
    }

    /// Ends the game if the running clock has fallen.
    async fn check_clock(&mut self, app: &App) -> Answer<()> {
        let falls = self.record.clocks.as_ref().and_then(|clocks| clocks.falls());
        match falls {
            Some((loser, at)) if at <= crate::time::now() => self.finish(app, record::out_of_time(loser)).await,
            _ => Ok(()),
        }
    }

    /// Stores what becomes of the record, with what else is to be written; then it is so.
    async fn store(&mut self, app: &App, record: Record, mut writes: Vec<Write>) -> Answer<()> {
        writes.push(Write::Game(Box::new(record.clone())));
        app.store.writer().write(writes).await?;
        self.record = record;
        Ok(())
    }

    async fn learn_names(&mut self, app: &App) -> Answer<()> {
        let seats = [&self.record.seats.white, &self.record.seats.black];
        let ids: Vec<&str> = seats
            .into_iter()
            .filter_map(|seat| match seat {
                Seat::Person(id) => Some(id.as_str()),
                _ => None,
            })
            .collect();
        self.names = app.store.names(&ids).await?;
        Ok(())
    }

    /// Who is there: how many watch, and which players.
    fn presence(&self) -> (u32, Sides<bool>) {
        let is = |visitor: &Visitor, color: Color| match (self.record.seats.of(color), &visitor.player) {
            (Seat::Person(id), Some(player)) => id == player,
            _ => false,
        };
        let online = Sides::new(|color| {
            matches!(self.record.seats.of(color), Seat::Engine(_)) || self.visitors.iter().any(|v| is(v, color))
        });
        let watches = |v: &&Visitor| !is(v, Color::White) && !is(v, Color::Black);
        (self.visitors.iter().filter(watches).count() as u32, online)
    }

    fn tell_presence(&mut self, known: (u32, Sides<bool>)) {
        let (spectators, online) = self.presence();
        if known != (spectators, online.clone()) {
            self.tell(&GameMessage::Presence { spectators, online });
        }
    }

    /// Tells the same to all who are there.
    fn tell(&mut self, message: &GameMessage) {
        if !self.visitors.is_empty() {
            let message = written(message);
            self.visitors.retain(|visitor| visitor.messages.try_send(message.clone()).is_ok());
        }
    }

    /// Tells each the whole game.
    fn tell_game(&mut self) {
        let mut by_role: Vec<(Option<wire::You>, Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for at in 0..self.visitors.len() {
            let player = self.visitors[at].player.clone();
            let role = self.record.role(player.as_deref());
            let message = match by_role.iter().find(|(known, _)| *known == role) {
                Some((_, message)) => message.clone(),
                None => {
                    let game = Box::new(self.view(player.as_deref()));
                    let message = written(&GameMessage::Game { game });
                    by_role.push((role, message.clone()));
                    message
                }
            };
            if self.visitors[at].messages.try_send(message).is_err() {
                gone.push(self.visitors[at].visit);
            }
        }
        self.visitors.retain(|visitor| !gone.contains(&visitor.visit));
    }

    fn clock(&self) -> Option<wire::Clock> {
        let clocks = self.record.clocks.as_ref()?;
        Some(clocks.view(self.record.control?, crate::time::now()))
    }

    fn view(&mut self, player: Option<&str>) -> wire::Game {
        let (spectators, online) = self.presence();
        let record = &self.record;
        let player_of = |color: Color| match record.seats.of(color) {
            Seat::Free => None,
            Seat::Engine(level) => {
                Some(Player { name: "Engine".to_owned(), kind: PlayerKind::Engine, level: Some(*level), online: true })
            }
            Seat::Person(id) => Some(Player {
                name: self.names.get(id).cloned().unwrap_or_default(),
                kind: PlayerKind::Person,
                level: None,
                online: *online.of(color),
            }),
        };
        wire::Game {
            id: record.id.clone(),
            variant: record.variant.clone(),
            options: record.options.clone(),
            title: record.title.clone(),
            players: Sides::new(player_of),
            you: record.role(player),
            opponent: record.opponent,
            start: record.start.clone(),
            moves: self.replay.history.iter().map(|made| made.text.clone()).collect(),
            clock: self.clock(),
            offers: record.offers.clone(),
            next: record.next.clone(),
            status: record.status,
            result: record.result.clone(),
            created: record.created,
            spectators,
            position: self.replay.view(false),
        }
    }
}
