//! The socket of a game.

use super::socket::{self, Handler, Next};
use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::identity::{Client, Identity};
use crate::play::{Action, PlayerId, Table, WeakOutbox, written};
use crate::resources::{Pass, Payer};
use crate::wire::{GameMessage, GameRequestMessage as Wish};
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;

/// Watches or plays a game over a WebSocket. The messages are `GameRequestMessage` and `GameMessage`.
#[utoipa::path(get, operation_id = "openGame", path = "/api/games/{id}/socket", tag = "games", params(("id" = String, Path)),
    responses((status = 101, description = "A WebSocket"), (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Answer<Response> {
    let table = app.hub.table(&app, &id).await?;
    let player = identity.player;
    let pass = app.resources.socket(player.as_deref(), client)?;
    let payer = Payer::new(client.0, player.as_deref());
    Ok(socket::limited(upgrade).on_upgrade(move |socket| payer.pay(attend(app, table, player, socket, pass))))
}

/// Serves one client until it goes.
async fn attend(app: App, table: Arc<Table>, player: Option<PlayerId>, socket: WebSocket, pass: Pass) {
    let visit = match table.visit(&app, player.clone()).await {
        Ok(visit) => visit,
        Err(refusal) => return tracing::warn!(refusal.message, "a visit failed"),
    };
    let guest = Guest { app: app.clone(), table: table.clone(), player, answers: visit.answers };
    socket::serve(&app, socket, visit.messages, guest).await;
    table.leave(&app, visit.number).await;
    drop(pass);
}

/// A client at a table.
struct Guest {
    app: App,
    table: Arc<Table>,
    player: Option<PlayerId>,
    answers: WeakOutbox,
}

impl Handler for Guest {
    async fn handle(&mut self, text: &Utf8Bytes) -> Next {
        let answer = match serde_json::from_str(text) {
            Ok(wish) => self.answer(wish).await,
            Err(error) => refused(None, Refusal::unreadable(&error, "move, resign, offer, accept, decline or ping")),
        };
        // Who does not take what it is told is cut off by the others' messages; its own wait for it.
        match self.answers.upgrade() {
            Some(answers) if answers.send(written(&answer)).await.is_ok() => Next::Continue,
            _ => Next::Close,
        }
    }
}

impl Guest {
    async fn answer(&self, wish: Wish) -> GameMessage {
        let (id, action) = match wish {
            Wish::Ping => return GameMessage::Pong,
            Wish::Move { id, ply, text } => (id, Action::Move { ply, text }),
            Wish::Resign { id } => (id, Action::Resign),
            Wish::Offer { id, what } => (id, Action::Offer(what)),
            Wish::Accept { id, what } => (id, Action::Accept(what)),
            Wish::Decline { id, what } => (id, Action::Decline(what)),
        };
        match self.table.act(&self.app, self.player.clone(), action).await {
            Ok(()) => GameMessage::Ack { id },
            Err(refusal) => refused(Some(id), refusal),
        }
    }
}

fn refused(id: Option<String>, refusal: Refusal) -> GameMessage {
    GameMessage::Refused { id, code: refusal.code.to_owned(), message: refusal.message }
}
