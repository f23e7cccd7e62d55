//! What people say beside a game: what was said so far, and reports about it. Messages are written over the game's socket.

use super::extract::Game;
use super::identity::Identity;
use super::people::{ROW, somebody};
use crate::app::App;
use crate::domain::chat::Channel;
use crate::domain::{GameId, ids};
use crate::error::{ApiError, ApiResult};
use crate::present;
use crate::resources::Client;
use crate::store::Write;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;

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
    app.resources.rate_limits.report(&reporter)?;
    app.resources.rate_limits.storage(client, Some(&reporter), ROW + text.len() as u32)?;
    let (game, reason) = (game.to_string(), "chat".to_owned());
    let report = Write::Report { id: ids::short(), reporter, player, game, reason, text };
    app.store.writer().write(identity.requirement().into_iter().chain([report]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}
