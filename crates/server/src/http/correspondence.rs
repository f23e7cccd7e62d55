//! What a player keeps of a game alone: conditional moves and a note.

use super::extract::{Game, Json};
use super::identity::Identity;
use super::people::ROW;
use crate::app::App;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::resources::{Client, Lane};
use crate::rooms::{Command, Room, may_plan};
use crate::store::Write;
use crate::wire;
use axum::extract::State;
use axum::http::StatusCode;
use spielraum_play::Plan;
use spielraum_queries::replay::LONGEST_MOVE;
use spielraum_rules::Color;

/// The longest note in characters.
const NOTE: usize = 4_000;

/// Sets the caller's conditional moves in a game by correspondence, or removes them: what the server plays at once if the other side
/// makes certain moves.
#[utoipa::path(put, operation_id = "setPlan", path = "/api/games/{id}/plan", tag = "games", params(("id" = String, Path)),
    request_body = wire::PlanRequest, responses((status = 200, body = wire::Game), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 409, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn plan(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
    Json(request): Json<wire::PlanRequest>,
) -> ApiResult<axum::Json<wire::Game>> {
    let room = app.rooms.room(&app, &id).await?;
    let (player, side) = seated(&room, &identity).await?;
    let wire::PlanRequest { ply, lines } = request;
    let bytes: usize = lines.iter().flatten().map(String::len).sum();
    if lines.iter().flatten().any(|text| text.len() > LONGEST_MOVE) {
        return Err(ApiError::impossible("bad-plan", format!("No move's text has more than {LONGEST_MOVE} bytes.")));
    }
    app.resources.rate_limits.storage(client, Some(&player), ROW + bytes as u32)?;
    if room.look(|scene| scene.is_hidden()).await {
        return Err(ApiError::hidden());
    }
    room.look(|scene| may_plan(scene.record, (side, scene.game.side_to_move()), ply, !lines.is_empty())).await?;
    // In games with many moves this takes a while; the room goes on meanwhile.
    let game = room.game().await;
    let read =
        move |_: &_| Plan::new(game.position(), side, &lines).map_err(|fault| ApiError::impossible("bad-plan", fault));
    let plan = app.resources.compute(Lane::Workshop, read).await?;
    room.act(&app, Some(player.clone()), identity.requirement(), Command::Plan { ply, plan }).await?;
    Ok(axum::Json(room.look(|scene| scene.view(Some(&player))).await))
}

/// The caller's own note on a game.
#[utoipa::path(get, operation_id = "getNote", path = "/api/games/{id}/note", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::OwnNote), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn note(
    State(app): State<App>,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<axum::Json<wire::OwnNote>> {
    let room = app.rooms.room(&app, &id).await?;
    let (player, _) = seated(&room, &identity).await?;
    let text = app.store.note(&id, &player).await?.unwrap_or_default();
    Ok(axum::Json(wire::OwnNote { text }))
}

/// Sets the caller's own note on a game; an empty one removes it.
#[utoipa::path(put, operation_id = "setNote", path = "/api/games/{id}/note", tag = "games", params(("id" = String, Path)),
    request_body = wire::OwnNote, responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 413, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn set_note(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
    Json(request): Json<wire::OwnNote>,
) -> ApiResult<StatusCode> {
    let room = app.rooms.room(&app, &id).await?;
    let (player, _) = seated(&room, &identity).await?;
    let text = request.text;
    if text.chars().count() > NOTE {
        let message = format!("A note has at most {NOTE} characters.");
        return Err(ApiError::new(ErrorKind::TooLarge, "too-large", message));
    }
    app.resources.rate_limits.storage(client, Some(&player), ROW + text.len() as u32)?;
    let note = Write::Note { game: id, player, text };
    app.store.writer().write(identity.requirement().into_iter().chain([note]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller, who plays in a game against somebody, and the side.
async fn seated(room: &Room, identity: &Identity) -> ApiResult<(PlayerId, Color)> {
    let player = identity.player.clone();
    let side = room.look(|scene| scene.record.acting(player.as_ref(), scene.game.side_to_move())).await?;
    match player {
        Some(player) => Ok((player, side)),
        None => Err(ApiError::internal("somebody without a name plays")),
    }
}
