//! What goes on in a room: who comes and goes, what they want, the clock, the engine's thinking.

use super::engine_turn::Turn;
use super::outbox::outbox;
use super::room::{Room, Shown, State, Thinking, Visit, Visitor, Wish, written};
use crate::app::App;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::resources::{Lane, Payer};
use crate::time::point;
use crate::traces;
use crate::wire::GameMessage;
use crate::wire::answer::replay::{self, Replay};
use spielraum_play::GameState;
use spielraum_rules::Move;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tracing::{Instrument, Span};

/// How long to wait until the end of a game is stored that could not be, or the engine is asked that is too busy.
const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// Makes a room for a stored game, in which nothing goes on yet.
    pub async fn load(app: &App, id: &str) -> ApiResult<Arc<Self>> {
        let no_game = || ApiError::not_found("no-such-game", "There is no such game; its link may be incomplete.");
        let (mut record, moves) = app.store.game(id).await?.ok_or_else(no_game)?;
        let variant = app.variant(&record.variant, &record.options).await?;
        let (rules, lane) = (variant.rules.clone(), variant.lane(Lane::Game, moves.len()));
        // A game that was begun can be gone on with, however long it takes to play it through.
        let play_through = app.resources.compute_within(Lane::Game.longest(), lane, move |deadline| {
            let start = replay::start(&rules, Some(&record.start))?;
            let Replay { position, history } = Replay::new(&rules, Some(&record.start), &moves, &|| deadline.check())?;
            let game = GameState::restored(start, position, record.opponent.players(), record.progress.clone());
            record.progress = game.progress().clone();
            let shown = Shown::of(&game, &record, history.last().cloned());
            Ok((record, game, history.iter().collect(), shown))
        });
        let (record, game, history, shown) = play_through.await.map_err(|error| {
            if !matches!(error.code, "illegal-move" | "bad-fen") {
                // The game is as it should be; there is no time for it.
                return error;
            }
            tracing::error!(game = id, error.message, "a stored game can't be played through");
            ApiError::conflict("stored-otherwise", "This game was played by other rules than this version has for it.")
        })?;
        let room = Arc::new(Self {
            state: Mutex::new(State {
                record,
                game,
                history,
                shown,
                variant,
                names: HashMap::new(),
                visitors: Vec::new(),
                visits: 0,
                thinking: None,
                searches: 0,
                flag: None,
            }),
        });
        room.state.lock().await.learn_names(app).await?;
        Ok(room)
    }

    /// Begins what goes on by itself, once the room is where everybody finds it.
    pub async fn begin(self: &Arc<Self>, app: &App) {
        let mut state = self.state.lock().await;
        app.rooms.ring_no_more(&state.record.id);
        self.go_on(app, &mut state);
    }

    /// Somebody comes.
    pub async fn visit(self: &Arc<Self>, app: &App, player: Option<PlayerId>) -> ApiResult<Visit> {
        let mut state = self.state.lock().await;
        state.learn_names(app).await?;
        let (sender, messages) = outbox();
        state.visits += 1;
        let number = state.visits;
        let known = state.presence();
        let answers = sender.downgrade();
        state.visitors.push(Visitor { visit: number, player: player.clone(), messages: sender.clone() });
        let game = GameMessage::Game { game: Box::new(state.view(player.as_deref())) };
        // The channel is new and has room.
        let _ = sender.try_send(written(&game));
        if state.thinking.is_some() {
            let side = state.shown.position.side;
            let _ = sender.try_send(written(&GameMessage::Thinking { side }));
        }
        state.broadcast_presence(known);
        self.go_on(app, &mut state);
        Ok(Visit { number, messages, answers })
    }

    /// Somebody goes.
    pub async fn leave(self: &Arc<Self>, app: &App, visit: u64) {
        let mut state = self.state.lock().await;
        let known = state.presence();
        state.visitors.retain(|visitor| visitor.visit != visit);
        state.broadcast_presence(known);
        self.go_on(app, &mut state);
    }

    /// Does what somebody wants, or says why not; done means stored. It goes on even if nobody waits for the answer.
    pub async fn act(self: &Arc<Self>, app: &App, player: Option<PlayerId>, wish: Wish) -> ApiResult<()> {
        let (room, app, span) = (self.clone(), app.clone(), traces::action());
        let noted = span.clone();
        let acting = async move {
            let mut state = room.state.lock().await;
            traces::in_game(&noted, &state.record.id, &state.record.variant);
            let answer = state.perform(&app, player, wish).await;
            room.go_on(&app, &mut state);
            answer
        };
        tokio::spawn(Payer::current().pay(acting).instrument(span)).await.map_err(ApiError::internal)?
    }

    /// The search with this number was ended before it had begun.
    pub(super) async fn search_dropped(self: &Arc<Self>, app: &App, number: u64) {
        let mut state = self.state.lock().await;
        if state.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            state.thinking = None;
            self.go_on(app, &mut state);
        }
    }

    /// The engine has found a move by the search with this number, which is traced by a span; with none it gives up.
    pub(super) async fn engine_moved(self: &Arc<Self>, app: &App, number: u64, found: Option<Move>, span: Span) {
        let mut state = self.state.lock().await;
        // Since then moves may have been taken back, and others made.
        if state.thinking.as_ref().is_none_or(|thinking| thinking.number != number) {
            return;
        }
        state.thinking = None;
        traces::in_game(&span, &state.record.id, &state.record.variant);
        let done = state.engine_moves(app, found).instrument(span).await;
        match done {
            Ok(()) => self.go_on(app, &mut state),
            // Without go_on: it would try the same again at once.
            Err(error) => tracing::error!(error.message, "the engine's move was not made"),
        }
    }

    /// A clock may have fallen.
    async fn flag_fell(self: Arc<Self>, app: App) {
        let mut state = self.state.lock().await;
        // This is the task that would be ended.
        state.flag = None;
        if let Err(error) = state.check_flag(&app).await {
            tracing::error!(error.message, "the end of a game was not stored");
            drop(state);
            tokio::time::sleep(AGAIN).await;
            state = self.state.lock().await;
        }
        self.go_on(&app, &mut state);
    }

    /// The clock of a game that is not in memory has fallen.
    async fn open_for_its_clock(app: App, id: String) {
        while let Err(error) = app.rooms.room(&app, &id).await {
            if error.kind == ErrorKind::NotFound {
                return;
            }
            tracing::error!(game = id, error.message, "a game whose clock has fallen can't be opened");
            tokio::select! {
                () = tokio::time::sleep(AGAIN) => {}
                () = app.ended() => return,
            }
        }
    }

    /// Starts and ends what goes on by itself: the wait for the clock, the engine's thinking.
    fn go_on(self: &Arc<Self>, app: &App, state: &mut State) {
        if let Some(flag) = state.flag.take() {
            flag.abort();
        }
        let now = crate::time::now();
        if let Some(falls) = state.falls() {
            let wait = falls.saturating_sub(point(now)) + Duration::from_millis(1);
            let (room, app, id) = (Arc::downgrade(self), app.clone(), state.record.id.clone());
            let task = tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                // What follows must not be cut short by the next go_on, which comes from itself.
                match room.upgrade() {
                    Some(room) => _ = tokio::spawn(room.flag_fell(app)),
                    // The room was closed meanwhile. The clock falls when it is opened.
                    None => _ = tokio::spawn(Self::open_for_its_clock(app, id)),
                }
            });
            state.flag = Some(task.abort_handle());
        }
        let clock_runs = state.flag.is_some();
        let awaited = !state.visitors.is_empty() || clock_runs;
        let Some(turn) = awaited.then(|| Turn::of(state, now)).flatten() else {
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
        let (ply, side) = (turn.ply, state.shown.position.side);
        state.searches += 1;
        let number = state.searches;
        match turn.begin(app, self, number) {
            Ok(stop) => {
                state.thinking = Some(Thinking { number, ply, stop });
                state.broadcast(&GameMessage::Thinking { side });
            }
            Err(error) => {
                tracing::warn!(error.message, "the engine can't be asked yet");
                let (room, app) = (Arc::downgrade(self), app.clone());
                let again = async move {
                    tokio::time::sleep(AGAIN).await;
                    if let Some(room) = room.upgrade() {
                        room.begin(&app).await;
                    }
                };
                tokio::spawn(Payer::current().pay(again));
            }
        }
    }
}
