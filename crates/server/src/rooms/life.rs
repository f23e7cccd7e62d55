//! What goes on in a room: who comes and goes, what they want, the clock, the engine's thinking.

use super::crowd::{Crowd, Visitor};
use super::engine_turn::Turn;
use super::outbox::outbox;
use super::room::{Command, Room, State, Thinking, Visit};
use crate::app::App;
use crate::domain::{GameEvent, GameId, PlayerId};
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::present::{Present, Shown};
use crate::resources::{Lane, Payer};
use crate::store::Write;
use crate::time::point;
use crate::traces;
use spielraum_play::GameState;
use spielraum_queries::replay::{self, Replay};
use spielraum_rules::{ByColor, Move};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tracing::{Instrument, Span};

/// How long to wait until the end of a game is stored that could not be, or the engine is asked that is too busy.
const AGAIN: Duration = Duration::from_secs(1);

/// The longest wait between two attempts to open a game whose clock has fallen.
const SELDOM: Duration = Duration::from_secs(60);

/// How often people in a room are notified of each other, at most.
const PRESENCE: Duration = Duration::from_millis(500);

impl Room {
    /// Makes a room for a stored game, in which nothing goes on yet.
    pub async fn load(app: &App, id: &GameId) -> ApiResult<Arc<Self>> {
        let (mut record, made) = app.store.game(id).await?.ok_or_else(GameId::unknown)?;
        let variant = app.variant_of_game(&record.pairing.variant, &record.pairing.options).await?;
        let (rules, lane) = (variant.rules.clone(), variant.lane(Lane::Game, made.texts.len()));
        // A game that was begun can be gone on with, however long it takes to play it through.
        let play_through = app.resources.compute_within(Lane::Game.longest(), lane, move |deadline| {
            let start = replay::start(&rules, Some(&record.pairing.start))?;
            let Replay { position, history } =
                Replay::new(&rules, Some(&record.pairing.start), &made.texts, &|| deadline.check())?;
            let game = GameState::restored(start, position, record.pairing.opponent.players(), record.progress.clone())
                .with_clocks_after(made.clocks);
            record.progress = game.progress().clone();
            let shown = Shown::of(&game, &record, history.last().cloned());
            Ok((record, game, history.iter().collect(), shown))
        });
        let (record, game, history, shown) = play_through.await.map_err(|error| {
            if !matches!(error.code, "illegal-move" | "bad-fen") {
                // The game is as it should be; there is no time for it.
                return error;
            }
            tracing::error!(game = id.as_str(), error.message, "a stored game can't be played through");
            ApiError::conflict("stored-otherwise", "This game was played by other rules than this version has for it.")
        })?;
        let plans = match record.may_be_planned().is_ok() {
            true => app.store.plans(id).await?,
            false => HashMap::new(),
        };
        let plans = ByColor::new(|side| record.pairing.person(side).and_then(|player| plans.get(player).cloned()));
        let crowd = Crowd::new();
        let room = Arc::new(Self {
            pace: crowd.pace(),
            state: Mutex::new(State {
                record,
                game,
                history,
                shown,
                variant,
                lived: app.store.lived(),
                names: HashMap::new(),
                ratings: ByColor::default(),
                plans,
                said: HashMap::new(),
                visitors: Arc::default(),
                visits: 0,
                present: Present::default(),
                told: (Present::default(), None),
                to_tell: false,
                to_retry: false,
                crowd,
                thinking: None,
                searches: 0,
                excused: 0,
                flag: None,
            }),
        });
        {
            let mut state = room.state.lock().await;
            state.learn_names(app).await?;
            state.count_present();
        }
        Ok(room)
    }

    /// Begins what goes on by itself, once the room is where everybody finds it.
    pub async fn begin(self: &Arc<Self>, app: &App) {
        let mut state = self.state.lock().await;
        app.rooms.ring_no_more(&state.record.id);
        state.to_retry = false;
        self.answer(app, &mut state).await;
        self.go_on(app, &mut state);
    }

    /// Somebody comes.
    pub async fn visit(self: &Arc<Self>, app: &App, player: Option<PlayerId>) -> ApiResult<Visit> {
        let mut state = self.state.lock().await;
        state.learn_names(app).await?;
        let (sender, messages) = outbox();
        state.visits += 1;
        let number = state.visits;
        let answers = sender.downgrade();
        let visitor = Visitor { visit: number, player: player.clone(), messages: sender.clone() };
        Arc::make_mut(&mut state.visitors).push(visitor);
        state.came_or_went(player.as_ref(), 1);
        let scene = state.scene();
        // The channel is new and has room.
        let _ = sender.try_send(scene.whole(player.as_ref()));
        if state.thinking.is_some() {
            let thinking = GameEvent::Thinking(state.game.side_to_move());
            let _ = sender.try_send(scene.message(thinking, player.as_ref()));
        }
        self.tell_presence(&mut state);
        self.go_on(app, &mut state);
        Ok(Visit { number, messages, answers })
    }

    /// Somebody goes.
    pub async fn leave(self: &Arc<Self>, app: &App, visit: u64) {
        let mut state = self.state.lock().await;
        if let Ok(place) = state.visitors.binary_search_by_key(&visit, |visitor| visitor.visit) {
            let gone = Arc::make_mut(&mut state.visitors).remove(place);
            state.came_or_went(gone.player.as_ref(), -1);
        }
        self.tell_presence(&mut state);
        self.go_on(app, &mut state);
    }

    /// Carries out a command or refuses it; what is done is stored. It goes on even if nobody waits for the answer. It is
    /// refused if `requires` no longer holds when it is stored.
    pub async fn act(
        self: &Arc<Self>,
        app: &App,
        player: Option<PlayerId>,
        requires: Option<Write>,
        command: Command,
    ) -> ApiResult<()> {
        let (room, app, span, at) = (self.clone(), app.clone(), traces::action(), app.store.moment());
        let noted = span.clone();
        let acting = async move {
            room.pace.keep().await;
            let mut state = room.state.lock().await;
            traces::in_game(&noted, state.record.id.as_str(), &state.record.pairing.variant);
            let answer = state.commit(&app, player, (command, requires.into_iter().collect()), at).await;
            room.answer(&app, &mut state).await;
            room.tell_presence(&mut state);
            room.go_on(&app, &mut state);
            answer
        };
        tokio::spawn(Payer::current().pay(acting).instrument(span)).await.map_err(ApiError::internal)?
    }

    /// Makes the conditional moves that are due; one that can't be stored is tried again in a while.
    async fn answer(self: &Arc<Self>, app: &App, state: &mut State) {
        if let Err(error) = state.answer(app).await {
            tracing::warn!(error.message, "a conditional move was not made");
            self.go_on_later(app, state);
        }
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
        let at = app.store.moment();
        let mut state = self.state.lock().await;
        // Since then moves may have been taken back, and others made.
        if state.thinking.as_ref().is_none_or(|thinking| thinking.number != number) {
            return;
        }
        state.thinking = None;
        traces::in_game(&span, state.record.id.as_str(), &state.record.pairing.variant);
        let done = state.engine_moves(app, found, at).instrument(span).await;
        match done {
            Ok(()) => self.go_on(app, &mut state),
            Err(error) => {
                tracing::error!(error.message, "the engine's move was not made");
                self.go_on_later(app, &mut state);
            }
        }
    }

    /// The search with this number, or what was to be made of it, has panicked: the game is over.
    pub(super) async fn engine_failed(self: &Arc<Self>, app: &App, number: u64) {
        let mut state = self.state.lock().await;
        // Since then moves may have been taken back, and others made.
        if state.searches != number {
            return;
        }
        state.thinking = None;
        match state.engine_fails(app, app.store.moment()).await {
            Ok(()) => self.go_on(app, &mut state),
            Err(error) => {
                tracing::error!(error.message, "the end of a game was not stored");
                self.go_on_later(app, &mut state);
            }
        }
    }

    /// A clock may have fallen.
    async fn flag_fell(self: Arc<Self>, app: App) {
        // As a move has to that came before.
        self.pace.keep().await;
        let mut state = self.state.lock().await;
        // This is the task that would be ended.
        state.flag = None;
        if let Err(error) = state.check_flag(&app, app.store.moment()).await {
            tracing::error!(error.message, "the end of a game was not stored");
            drop(state);
            tokio::time::sleep(AGAIN).await;
            state = self.state.lock().await;
        }
        self.go_on(&app, &mut state);
    }

    /// The clock of a game that is not in memory has fallen.
    pub(super) async fn open_for_its_clock(app: App, id: GameId) {
        let mut wait = AGAIN;
        while let Err(error) = app.rooms.room(&app, &id).await {
            if error.kind == ErrorKind::NotFound {
                app.rooms.ring_no_more(&id);
                return;
            }
            tracing::error!(game = id.as_str(), error.message, "a game whose clock has fallen can't be opened");
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = app.ended() => return,
            }
            wait = (2 * wait).min(SELDOM);
        }
    }

    /// Announces who is there if that has changed: at once if that is long enough ago, otherwise in a while with
    /// all who come and go until then.
    fn tell_presence(self: &Arc<Self>, state: &mut State) {
        let (told, when) = state.told;
        if state.to_tell || told == state.present {
            return;
        }
        match PRESENCE.checked_sub(when.map_or(PRESENCE, |when| when.elapsed())).filter(|wait| !wait.is_zero()) {
            None => state.emit_presence(),
            Some(wait) => {
                state.to_tell = true;
                // A room that nobody needs closes meanwhile.
                let room = Arc::downgrade(self);
                tokio::spawn(async move {
                    tokio::time::sleep(wait).await;
                    let Some(room) = room.upgrade() else { return };
                    let mut state = room.state.lock().await;
                    state.to_tell = false;
                    if state.told.0 != state.present {
                        state.emit_presence();
                    }
                });
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
        let (ply, side) = (turn.ply, state.game.side_to_move());
        state.searches += 1;
        let number = state.searches;
        match turn.begin(app, self, number) {
            Ok(stop) => {
                state.thinking = Some(Thinking { number, ply, stop });
                state.emit(GameEvent::Thinking(side));
            }
            Err(error) => {
                tracing::warn!(error.message, "the engine can't be asked yet");
                self.go_on_later(app, state);
            }
        }
    }

    /// Goes on in a while, where the same would fail again at once. However much has failed, one task waits.
    fn go_on_later(self: &Arc<Self>, app: &App, state: &mut State) {
        if std::mem::replace(&mut state.to_retry, true) {
            return;
        }
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
