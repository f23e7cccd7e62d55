//! The socket of the lobby.

use super::error::unreadable;
use super::identity::Identity;
use super::socket::{self, Handler, Next};
use super::traffic::Traffic;
use crate::app::App;
use crate::domain::{PlayerId, TournamentId};
use crate::error::ApiResult;
use crate::present::written;
use crate::resources::{Client, Pass, Payer};
use crate::rooms::WeakOutbox;
use crate::store::Attendance;
use crate::wire::{LobbyMessage, LobbyRequestMessage as Said};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;

/// Watches the lobby over a WebSocket. The messages are `LobbyRequestMessage` and `LobbyMessage`. While the caller has one
/// open, here or in a game, seeks with a clock stay open.
#[utoipa::path(get, operation_id = "openLobby", path = "/api/lobby/socket", tag = "lobby",
    responses((status = 101, description = "A WebSocket")))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Extension(traffic): Extension<Traffic>,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    let attendance = identity.attend(&app).await?;
    let player = identity.player;
    let pass = app.resources.numbers.socket(player.as_ref(), client)?;
    let payer = Payer::new(client.0, player.as_ref());
    let work = move |socket| payer.pay(attend(app, attendance, player, (socket, traffic), pass));
    Ok(socket::limited(upgrade).on_upgrade(work))
}

/// Serves one client until it goes.
async fn attend(
    app: App,
    attendance: Attendance,
    player: Option<PlayerId>,
    (socket, traffic): (WebSocket, Traffic),
    pass: Pass,
) {
    let visit = app.lobby.visit(player);
    let watcher = Watcher { app: app.clone(), visit: visit.number, answers: visit.answers };
    socket::serve(&app, &attendance, socket, &traffic, visit.messages, watcher).await;
    app.lobby.leave(visit.number);
    drop(pass);
}

/// A client in the lobby.
struct Watcher {
    app: App,
    visit: u64,
    answers: WeakOutbox,
}

impl Handler for Watcher {
    async fn handle(&mut self, text: &Utf8Bytes) -> Next {
        let answer = match serde_json::from_str(text) {
            Ok(Said::Ping) => LobbyMessage::Pong,
            Ok(Said::Follow { tournament }) => match tournament.as_deref().map(TournamentId::parse).transpose() {
                Ok(tournament) => {
                    self.app.lobby.follow(self.visit, tournament);
                    return Next::Continue;
                }
                Err(error) => LobbyMessage::Refused { code: error.code.to_owned(), message: error.message },
            },
            Err(error) => {
                let error = unreadable(&error, "ping or follow");
                LobbyMessage::Refused { code: error.code.to_owned(), message: error.message }
            }
        };
        match self.answers.upgrade() {
            Some(answers) if answers.send(written(&answer)).await.is_ok() => Next::Continue,
            _ => Next::Close,
        }
    }
}
