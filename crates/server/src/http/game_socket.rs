//! The socket of a game.

use super::chat::saying;
use super::error::unreadable;
use super::extract::{Game, Query};
use super::identity::Identity;
use super::socket::{self, Handler, Next};
use super::traffic::Traffic;
use crate::app::App;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult};
use crate::present::written;
use crate::resources::{Client, Pass, Payer};
use crate::rooms::{Command, Room, WeakOutbox};
use crate::store::Attendance;
use crate::wire::{GameMessage, GameRequestMessage as Said};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;
use spielraum_play::Action;
use std::sync::Arc;

/// How a socket of a game is opened.
#[derive(Deserialize)]
pub(crate) struct Opening {
    #[serde(default)]
    watch: bool,
}

/// Watches or plays a game over a WebSocket. The messages are `GameRequestMessage` and `GameMessage`.
#[utoipa::path(get, operation_id = "openGame", path = "/api/games/{id}/socket", tag = "games",
    params(("id" = String, Path), ("watch" = Option<bool>, Query, description = "Only watches, whatever the cookies say")),
    responses((status = 101, description = "A WebSocket"), (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
    Query(opening): Query<Opening>,
    Extension(traffic): Extension<Traffic>,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let room = app.rooms.room(&app, &id).await?;
    let identity = if opening.watch { Identity::nobody() } else { identity };
    let attendance = identity.attend(&app).await?;
    let player = identity.player;
    let pass = app.resources.numbers.socket(player.as_ref(), client)?;
    let payer = Payer::new(client.0, player.as_ref());
    let work = move |socket| payer.pay(attend(app, attendance, room, player, (socket, traffic), pass));
    Ok(socket::limited(upgrade).on_upgrade(work))
}

/// Serves one client until it goes.
async fn attend(
    app: App,
    attendance: Attendance,
    room: Arc<Room>,
    player: Option<PlayerId>,
    (socket, traffic): (WebSocket, Traffic),
    pass: Pass,
) {
    let visit = match room.visit(&app, player.clone()).await {
        Ok(visit) => visit,
        Err(error) => return tracing::warn!(error.message, "a visit failed"),
    };
    let guest = Guest { app: app.clone(), room: room.clone(), player, answers: visit.answers };
    socket::serve(&app, &attendance, socket, &traffic, visit.messages, guest).await;
    room.leave(&app, visit.number).await;
    drop(pass);
}

/// A client in a room.
struct Guest {
    app: App,
    room: Arc<Room>,
    player: Option<PlayerId>,
    answers: WeakOutbox,
}

impl Handler for Guest {
    async fn handle(&mut self, text: &Utf8Bytes) -> Next {
        let answer = match serde_json::from_str(text) {
            Ok(said) => self.answer(said).await,
            Err(error) => {
                refused(None, unreadable(&error, "move, resign, offer, accept, decline, berserk, say or ping"))
            }
        };
        // A client that does not read what it is sent is cut off by the others' messages; its own wait for it.
        match self.answers.upgrade() {
            Some(answers) if answers.send(written(&answer)).await.is_ok() => Next::Continue,
            _ => Next::Close,
        }
    }
}

impl Guest {
    async fn answer(&self, said: Said) -> GameMessage {
        let (id, command) = match said {
            Said::Ping => return GameMessage::Pong,
            Said::Move { id, ply, text } => (id, Command::Move { ply, text }),
            Said::Resign { id } => (id, Command::Do(Action::Resign)),
            Said::Berserk { id } => (id, Command::Do(Action::Berserk)),
            Said::Offer { id, what } => (id, Command::Do(Action::Offer(what.into()))),
            Said::Accept { id, what } => (id, Command::Do(Action::Accept(what.into()))),
            Said::Decline { id, what } => (id, Command::Do(Action::Decline(what.into()))),
            Said::Say { id, channel, text } => {
                match saying(&self.app, Payer::current().network, self.player.as_ref(), (channel, &text)) {
                    Ok(command) => (id, command),
                    Err(error) => return refused(Some(id), error),
                }
            }
        };
        // The socket ends with its session.
        match self.room.act(&self.app, self.player.clone(), None, command).await {
            Ok(()) => GameMessage::Ack { id },
            Err(error) => refused(Some(id), error),
        }
    }
}

fn refused(id: Option<String>, error: ApiError) -> GameMessage {
    GameMessage::Refused { id, code: error.code.to_owned(), message: error.message }
}
