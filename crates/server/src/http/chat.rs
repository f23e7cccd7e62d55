//! What people say beside a game: what was said so far, and reports about it. Messages are written over the game's socket.

use super::extract::Game;
use super::identity::Identity;
use super::people::{ROW, somebody, store_report};
use crate::app::App;
use crate::domain::chat::{self, Channel};
use crate::domain::{GameId, PlayerId};
use crate::error::{ApiError, ApiResult};
use crate::present;
use crate::resources::Client;
use crate::rooms::Command;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::net::IpAddr;

/// The latest messages beside a game against somebody, of the channels that the caller hears.
#[utoipa::path(get, operation_id = "getChat", path = "/api/games/{id}/chat", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Vec<wire::ChatMessage>), (status = 404, body = wire::Problem)))]
pub(crate) async fn list(
    State(app): State<App>,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<axum::Json<Vec<wire::ChatMessage>>> {
    let room = app.rooms.room(&app, &id).await?;
    let (record, heard) = room
        .look(|scene| {
            let hears = |channel| scene.record.hears(identity.player.as_ref(), channel);
            (scene.record.clone(), Channel::ALL.into_iter().filter(|&channel| hears(channel)).collect::<Vec<_>>())
        })
        .await;
    let mut messages = Vec::new();
    for channel in heard {
        let said = app.store.chat(&id, channel).await?;
        messages.extend(said.into_iter().map(|(message, name)| present::chat_message(&record, &message, name)));
    }
    Ok(axum::Json(messages))
}

/// Reports the author of a message that the caller hears to the administrator.
#[utoipa::path(post, operation_id = "reportMessage", path = "/api/games/{id}/chat/{channel}/{number}/report", tag = "games",
    params(("id" = String, Path), ("channel" = wire::ChatChannel, Path), ("number" = u32, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn report(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path((id, channel, number)): Path<(String, String, String)>,
) -> ApiResult<StatusCode> {
    let game = GameId::parse(&id)?;
    let reporter = somebody(&identity)?;
    let gone = || ApiError::not_found("no-such-message", "There is no such message, or you don't hear it.");
    let (channel, number) = Channel::parse(&channel).zip(number.parse().ok()).ok_or_else(gone)?;
    let room = app.rooms.room(&app, &game).await?;
    if !room.look(|scene| scene.record.hears(Some(&reporter), channel)).await {
        return Err(gone());
    }
    let (player, text) = app.store.message(&game, channel, number).await?.ok_or_else(gone)?;
    if player == reporter {
        return Err(ApiError::forbidden("own-message", "This message is your own."));
    }
    store_report(&app, client, &identity, [reporter, player], [game.to_string(), "chat".to_owned(), text]).await
}

/// What it is to say something beside a game: it costs what it takes to store.
pub(super) fn saying(
    app: &App,
    network: IpAddr,
    player: Option<&PlayerId>,
    (channel, text): (wire::ChatChannel, &str),
) -> ApiResult<Command> {
    let text = chat::tidy(text)?;
    if let Some(player) = player {
        app.resources.rate_limits.say(network, player)?;
        app.resources.rate_limits.storage(Client(network), Some(player), ROW + text.len() as u32)?;
    }
    let channel = match channel {
        wire::ChatChannel::Players => Channel::Players,
        wire::ChatChannel::Spectators => Channel::Spectators,
    };
    Ok(Command::Say { channel, text })
}
