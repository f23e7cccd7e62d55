//! Games for programs, under the names that Lichess' Bot API has: streams of lines of JSON, and one address for each thing that
//! a player does.

use super::chat::saying;
use super::extract::{Game, Json};
use super::identity::Identity;
use super::people::somebody;
use crate::app::App;
use crate::domain::{GameId, PlayerId, Record};
use crate::error::ApiResult;
use crate::lobby::{ChallengeNews, Happened};
use crate::present::{self, Scene};
use crate::resources::{Client, Pass, Payer};
use crate::rooms::{Command, Inbox, Room};
use crate::store::{Attendance, Filter};
use crate::wire::{self, BotEvent, BotMessage, BotState};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use spielraum_play::{Action, Offer, Opponent, Role, Status};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// How often an empty line shows that a stream goes on.
const ALIVE: Duration = Duration::from_secs(7);

type Answer = ApiResult<axum::Json<wire::Done>>;

const DONE: axum::Json<wire::Done> = axum::Json(wire::Done { ok: true });

/// The caller's games against people as they begin and end, those that go on first, and challenges: a line of JSON each (`BotEvent`), and empty
/// lines while nothing happens.
#[utoipa::path(get, operation_id = "streamEvents", path = "/api/stream/event", tag = "bots",
    responses((status = 200, body = wire::BotEvent, content_type = "application/x-ndjson"), (status = 403, body = wire::Problem)))]
pub(crate) async fn events(State(app): State<App>, client: Client, identity: Identity) -> ApiResult<Response> {
    let player = somebody(&identity)?;
    let held = Held::new(&app, client, &identity).await?;
    // What is stored from now on comes after what is stored already.
    let changes = app.store.games_changed();
    let challenges = app.lobby.challenges();
    let (known, waiting) = (BTreeSet::new(), VecDeque::new());
    let mut events = Events { app: app.clone(), player, changes, challenges, known, waiting, behind: false };
    events.catch_up().await?;
    for sought in app.lobby.list(Some(&events.player)) {
        events.take_up_challenge(&ChallengeNews { what: Happened::Made, sought });
    }
    Ok(lines(app, held, events))
}

/// A game of two people as a player sees it: the whole of it, then each change, a line of JSON each (`BotMessage`), and empty
/// lines while nothing happens. The stream ends with the game.
#[utoipa::path(get, operation_id = "streamBotGame", path = "/api/bot/game/stream/{id}", tag = "bots", params(("id" = String, Path)),
    responses((status = 200, body = wire::BotMessage, content_type = "application/x-ndjson"), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem)))]
pub(crate) async fn game(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<Response> {
    let player = somebody(&identity)?;
    let room = app.rooms.room(&app, &id).await?;
    room.look(|scene| scene.record.acting(Some(&player), scene.game.side_to_move())).await?;
    let held = Held::new(&app, client, &identity).await?;
    let visit = room.visit(&app, Some(player.clone())).await?;
    let watched = Watched {
        app: app.clone(),
        room,
        visit: visit.number,
        player,
        messages: visit.messages,
        news: false,
        last: None,
    };
    Ok(lines(app, held, watched))
}

/// Makes a move, in any notation that the game has.
#[utoipa::path(post, operation_id = "botMove", path = "/api/bot/game/{id}/move/{text}", tag = "bots",
    params(("id" = String, Path), ("text" = String, Path)),
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn make_move(
    State(app): State<App>,
    identity: Identity,
    Path((id, text)): Path<(String, String)>,
) -> Answer {
    let room = app.rooms.room(&app, &GameId::parse(&id)?).await?;
    let ply = room.look(|scene| scene.record.plies).await;
    act_in(&app, &identity, &room, Command::Move { ply, text }).await
}

/// Resigns.
#[utoipa::path(post, operation_id = "botResign", path = "/api/bot/game/{id}/resign", tag = "bots", params(("id" = String, Path)),
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn resign(State(app): State<App>, identity: Identity, Game(id): Game) -> Answer {
    act(&app, &identity, &id, Command::Do(Action::Resign)).await
}

/// Calls the game off before the second move.
#[utoipa::path(post, operation_id = "botAbort", path = "/api/bot/game/{id}/abort", tag = "bots", params(("id" = String, Path)),
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn abort(State(app): State<App>, identity: Identity, Game(id): Game) -> Answer {
    act(&app, &identity, &id, Command::Abort).await
}

/// Offers a draw or accepts it (`yes`), or declines it (`no`).
#[utoipa::path(post, operation_id = "botDraw", path = "/api/bot/game/{id}/draw/{accept}", tag = "bots",
    params(("id" = String, Path), ("accept" = String, Path)),
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn draw(
    State(app): State<App>,
    identity: Identity,
    Path((id, accept)): Path<(String, String)>,
) -> Answer {
    let action = match accept.as_str() {
        // Offering what the other side offers is accepting it.
        "yes" | "true" => Action::Offer(Offer::Draw),
        _ => Action::Decline(Offer::Draw),
    };
    act(&app, &identity, &GameId::parse(&id)?, Command::Do(action)).await
}

/// Goes berserk in an arena that allows it: before the first move, half of the time and the increment are given up, and a win is worth
/// a point more from seven moves of each on.
#[utoipa::path(post, operation_id = "botBerserk", path = "/api/bot/game/{id}/berserk", tag = "bots",
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn berserk(State(app): State<App>, identity: Identity, Game(id): Game) -> Answer {
    act(&app, &identity, &id, Command::Do(Action::Berserk)).await
}

/// Says something beside the game.
#[utoipa::path(post, operation_id = "botChat", path = "/api/bot/game/{id}/chat", tag = "bots", params(("id" = String, Path)),
    request_body = wire::ChatRequest, responses((status = 200, body = wire::Done), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn say(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
    Json(request): Json<wire::ChatRequest>,
) -> Answer {
    let player = somebody(&identity)?;
    let saying = saying(&app, client.network(), Some(&player), (request.channel, &request.text))?;
    act(&app, &identity, &id, saying).await
}

async fn act(app: &App, identity: &Identity, id: &GameId, command: Command) -> Answer {
    let room = app.rooms.room(app, id).await?;
    act_in(app, identity, &room, command).await
}

async fn act_in(app: &App, identity: &Identity, room: &Arc<Room>, command: Command) -> Answer {
    room.act(app, identity.player.clone(), identity.requirement(), command).await?;
    Ok(DONE)
}

/// What a stream holds as long as it is open: it counts as a socket, and ends with its session.
struct Held {
    attendance: Attendance,
    payer: Payer,
    _pass: Pass,
}

impl Held {
    async fn new(app: &App, client: Client, identity: &Identity) -> ApiResult<Self> {
        let attendance = identity.attend(app).await?;
        let pass = app.resources.numbers.socket(identity.player.as_ref(), client)?;
        Ok(Self { attendance, payer: Payer::new(client.0, identity.player.as_ref()), _pass: pass })
    }
}

/// Where the lines of a stream come from.
trait Source: Send + 'static {
    /// The next line, or nothing when there will be none. It may be dropped while it waits, and loses nothing.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>> + Send;
}

/// An answer of lines, which ends with the source, the session or the server.
fn lines(app: App, held: Held, source: impl Source) -> Response {
    let parts = stream::unfold((app, held, source), |(app, held, mut source)| async move {
        let payer = held.payer.clone();
        let line = payer
            .pay(async {
                tokio::select! {
                    line = source.next() => line,
                    () = tokio::time::sleep(ALIVE) => Some(Bytes::new()),
                    () = held.attendance.over() => None,
                    () = app.ended() => None,
                }
            })
            .await?;
        let line = [&line[..], b"\n"].concat();
        Some((Ok::<_, io::Error>(line), (app, held, source)))
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(parts)).into_response()
}

/// The games of a player as they begin and end.
struct Events {
    app: App,
    player: PlayerId,
    changes: broadcast::Receiver<Arc<Record>>,
    challenges: broadcast::Receiver<ChallengeNews>,
    /// Those that have begun and are not over.
    known: BTreeSet<String>,
    waiting: VecDeque<BotEvent>,
    /// Whether more was stored than was heard of.
    behind: bool,
}

impl Events {
    /// Reads which games go on, and what has become of those that do no more.
    async fn catch_up(&mut self) -> ApiResult<()> {
        let mut over = self.known.clone();
        let mut filter =
            Filter { player: Some(self.player.clone()), status: Some(Status::Playing), ..Filter::default() };
        loop {
            let (records, next) = self.app.store.games(filter.clone()).await?;
            for record in &records {
                over.remove(record.id.as_str());
                self.take_up(record);
            }
            match next {
                Some(next) => filter.after = Some(next),
                None => break,
            }
        }
        for id in over {
            match self.app.store.game(&GameId::parse(&id)?).await? {
                Some((record, _)) => self.take_up(&record),
                None => _ = self.known.remove(&id),
            }
        }
        Ok(())
    }

    /// Takes up what has become of a challenge.
    fn take_up_challenge(&mut self, news: &ChallengeNews) {
        let seek = &news.sought.seek;
        let own = seek.player == self.player;
        if !seek.is_for(Some(&self.player)) {
            return;
        }
        let challenge = present::challenge(&news.sought);
        match news.what {
            Happened::Made if seek.challenge.is_some() => self.waiting.push_back(BotEvent::Challenge { challenge }),
            Happened::Cancelled if !own => self.waiting.push_back(BotEvent::ChallengeCanceled { challenge }),
            Happened::Declined if own => self.waiting.push_back(BotEvent::ChallengeDeclined { challenge }),
            _ => {}
        }
    }

    /// Takes up how a game stands.
    fn take_up(&mut self, record: &Record) {
        let (Some(Role::Side(side)), Opponent::Friend) = (record.role(Some(&self.player)), record.pairing.opponent)
        else {
            return;
        };
        let is_new = match record.status() {
            Status::Open => return,
            Status::Playing => self.known.insert(record.id.to_string()),
            Status::Finished => self.known.remove(record.id.as_str()),
        };
        if !is_new {
            return;
        }
        let playing = record.status() == Status::Playing;
        let game = wire::BotGame {
            game_id: record.id.to_string(),
            color: side.into(),
            variant: variant(record),
            rated: record.rated.is_some(),
            is_my_turn: playing && record.to_move == side,
        };
        self.waiting.push_back(if playing { BotEvent::GameStart { game } } else { BotEvent::GameFinish { game } });
    }
}

impl Source for Events {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(present::written(&event));
            }
            if self.behind {
                self.catch_up().await.ok()?;
                self.behind = false;
                continue;
            }
            tokio::select! {
                change = self.changes.recv() => match change {
                    Ok(record) => self.take_up(&record),
                    Err(broadcast::error::RecvError::Lagged(_)) => self.behind = true,
                    Err(broadcast::error::RecvError::Closed) => return None,
                },
                news = self.challenges.recv() => match news {
                    Ok(news) => self.take_up_challenge(&news),
                    // What was missed is in the list of the lobby.
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                },
            }
        }
    }
}

/// A game that a program follows.
struct Watched {
    app: App,
    room: Arc<Room>,
    visit: u64,
    /// Who follows it.
    player: PlayerId,
    messages: Inbox,
    /// Whether a message has come of which nothing was said yet.
    news: bool,
    /// What was last said of it.
    last: Option<BotState>,
}

impl Source for Watched {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.last.as_ref().is_some_and(is_over) {
                return None;
            }
            if !self.news {
                self.messages.recv().await?;
                self.news = true;
            }
            // What has happened is read from the room itself, in which it may be more by now.
            let first = self.last.is_none();
            let look = |scene: &Scene<'_>| {
                let view = scene.view(Some(&self.player));
                let state = state(&view);
                (first.then(|| whole(scene, view, state.clone())), state)
            };
            let (whole, state) = self.room.look(look).await;
            self.news = false;
            if self.last.as_ref().is_some_and(|last| says_the_same(last, &state)) {
                continue;
            }
            self.last = Some(state.clone());
            return Some(present::written(&whole.unwrap_or(BotMessage::GameState(state))));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let (app, room, visit) = (self.app.clone(), self.room.clone(), self.visit);
        tokio::spawn(async move { room.leave(&app, visit).await });
    }
}

fn is_over(state: &BotState) -> bool {
    !["created", "started"].contains(&state.status.as_str())
}

/// Whether nothing has happened in between but time.
fn says_the_same(one: &BotState, other: &BotState) -> bool {
    *one == BotState { wtime: one.wtime, btime: one.btime, ..other.clone() }
}

fn variant(record: &Record) -> wire::BotVariant {
    wire::BotVariant { key: record.pairing.variant.clone(), name: record.pairing.title.clone() }
}

fn whole(scene: &Scene<'_>, view: wire::Game, state: BotState) -> BotMessage {
    let player = |player: Option<wire::Player>| {
        player.map(|player| wire::BotPlayer { name: player.name, rating: player.rating.map(|rating| rating.points) })
    };
    BotMessage::GameFull {
        id: view.id,
        variant: variant(scene.record),
        options: view.options,
        rated: view.rated,
        created_at: view.created,
        clock: scene.record.pairing.control.map(Into::into),
        white: player(view.players.white),
        black: player(view.players.black),
        initial_fen: view.start,
        state: Box::new(state),
    }
}

fn state(view: &wire::Game) -> BotState {
    let increment = match view.clock.as_ref().map(|clock| clock.control) {
        Some(wire::TimeControl::Fischer { increment, .. }) => Some(i64::from(increment) * 1_000),
        Some(wire::TimeControl::PerMove { .. }) => Some(0),
        None => None,
    };
    let berserk = view.berserk.as_ref();
    let of = |went: bool| if went { increment.map(|_| 0) } else { increment };
    let (wberserk, bberserk) = berserk.map_or((false, false), |berserk| (berserk.white, berserk.black));
    let status = match (&view.result, view.status) {
        (Some(result), _) => result.reason.clone(),
        (None, wire::GameStatus::Open) => "created".to_owned(),
        (None, _) => "started".to_owned(),
    };
    BotState {
        moves: view.moves.join(" "),
        view: (!view.position.hidden.is_empty()).then(|| view.position.fen.clone()),
        wtime: view.clock.as_ref().map(|clock| clock.white),
        btime: view.clock.as_ref().map(|clock| clock.black),
        winc: of(wberserk),
        binc: of(bberserk),
        wberserk,
        bberserk,
        turn: (view.status == wire::GameStatus::Playing).then_some(view.position.side),
        wdraw: view.offers.draw == Some(wire::Color::White),
        bdraw: view.offers.draw == Some(wire::Color::Black),
        status,
        winner: view.result.as_ref().and_then(|result| result.winner),
    }
}
