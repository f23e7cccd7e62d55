//! A player's own data and its deletion, blocked players, and reports about other players.

use super::extract::{Game, Json};
use super::identity::Identity;
use super::players::{confirm, owner};
use crate::app::App;
use crate::domain::{GameId, PlayerId, ids};
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::resources::{Client, Lane, Trying};
use crate::rooms::Rooms;
use crate::store::Write;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::CookieJar;
use std::io;

/// The longest export over HTTP in bytes.
const LONGEST: usize = 64 << 20;

/// The longest report in bytes, and what it and a block are charged with besides their text.
const REPORT: usize = 1_000;
pub(super) const ROW: u32 = 512;

/// Deletes the caller, immediately and permanently. Games against others go on without the name; those that nobody else
/// has a part in are removed.
#[utoipa::path(post, operation_id = "deleteMe", path = "/api/me/deletion", tag = "players", request_body = wire::Deletion,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn delete(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::Deletion>,
) -> ApiResult<(CookieJar, StatusCode)> {
    let player = somebody(&identity)?;
    let mut requirements: Vec<Write> = identity.requirement().into_iter().collect();
    if let Ok(account) = owner(&app, &identity).await {
        let password = request.password.unwrap_or_default();
        requirements.extend(confirm(&app, &identity, &account, password, request.code).await?);
    }
    identity.must_live(&app).await?;
    Rooms::forget_player(&app, player, requirements).await?;
    Ok((identity.without_cookies(), StatusCode::NO_CONTENT))
}

/// The caller's data, as lines of JSON.
#[utoipa::path(get, operation_id = "exportMe", path = "/api/me/export", tag = "players",
    responses((status = 200, body = String, content_type = "application/jsonl"), (status = 403, body = wire::Problem),
        (status = 413, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn export(State(app): State<App>, client: Client, identity: Identity) -> ApiResult<impl IntoResponse> {
    let player = somebody(&identity)?;
    app.resources.rate_limits.login(&Trying::Stranger(client))?;
    let stored = app.config.stored();
    let work = move |_: &_| {
        let mut lines = Bounded(Vec::new());
        match crate::store::export(&stored, Some(player.as_str()), &mut lines) {
            Ok(_) => Ok(lines.0),
            Err(crate::store::StoreError::Stream(_)) => {
                let message = format!("You have more than {} MB here; ask the administrator for it.", LONGEST >> 20);
                Err(ApiError::new(ErrorKind::TooLarge, "too-large", message))
            }
            Err(error) => Err(error.into()),
        }
    };
    let lines = app.resources.compute(Lane::Workshop, work).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"spielraum.jsonl\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, lines))
}

/// Blocks the caller's opponent in a game: neither can join the other's games, or have a rematch.
#[utoipa::path(post, operation_id = "blockOpponent", path = "/api/games/{id}/block", tag = "players", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn block(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<StatusCode> {
    let (player, blocked) = opponent(&app, &identity, &id).await?;
    app.resources.rate_limits.storage(client, Some(&player), ROW)?;
    let block = Write::Block { id: ids::short(), player, blocked };
    app.store.writer().write(identity.requirement().into_iter().chain([block]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The players whom the caller has blocked, the latest first.
#[utoipa::path(get, operation_id = "listBlocks", path = "/api/blocks", tag = "players",
    responses((status = 200, body = Vec<wire::Blocked>)))]
pub(crate) async fn blocks(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<Vec<wire::Blocked>>> {
    let Some(player) = &identity.player else { return Ok(axum::Json(Vec::new())) };
    let blocks = app.store.blocks(player).await?.into_iter();
    let told = |crate::store::Block { id, name, created }| wire::Blocked { id, name, created };
    Ok(axum::Json(blocks.map(told).collect()))
}

/// Unblocks a player.
#[utoipa::path(delete, operation_id = "unblock", path = "/api/blocks/{id}", tag = "players", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub(crate) async fn unblock(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let player = somebody(&identity)?;
    app.store
        .writer()
        .write(identity.requirement().into_iter().chain([Write::Unblock { id, player }]).collect())
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports the caller's opponent in a game to the administrator.
#[utoipa::path(post, operation_id = "reportOpponent", path = "/api/games/{id}/report", tag = "players", params(("id" = String, Path)),
    request_body = wire::ReportRequest, responses((status = 204), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 413, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn report(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(game): Game,
    Json(request): Json<wire::ReportRequest>,
) -> ApiResult<StatusCode> {
    short_enough_report(&request)?;
    let wire::ReportRequest { reason, text } = request;
    let (reporter, player) = opponent(&app, &identity, &game).await?;
    let told = [game.to_string(), reason_word(reason).to_owned(), text];
    store_report(&app, client, &identity, [reporter, player], told).await
}

/// Stores what somebody reports about a player: in which game, why, and a text.
pub(super) async fn store_report(
    app: &App,
    client: Client,
    identity: &Identity,
    [reporter, player]: [PlayerId; 2],
    [game, reason, text]: [String; 3],
) -> ApiResult<StatusCode> {
    app.resources.rate_limits.report(&reporter)?;
    app.resources.rate_limits.storage(client, Some(&reporter), ROW + text.len() as u32)?;
    let report = Write::Report { id: ids::short(), reporter, player, game, reason, text };
    app.store.writer().write(identity.requirement().into_iter().chain([report]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses a report that is too long.
pub(super) fn short_enough_report(report: &wire::ReportRequest) -> ApiResult<()> {
    if report.text.len() <= REPORT {
        return Ok(());
    }
    let message = format!("A report has at most {REPORT} bytes.");
    Err(ApiError::new(ErrorKind::TooLarge, "too-large", message))
}

/// What stands for a reason where reports are stored.
pub(super) fn reason_word(reason: wire::ReportReason) -> &'static str {
    match reason {
        wire::ReportReason::Name => "name",
        wire::ReportReason::Cheating => "cheating",
        wire::ReportReason::Other => "other",
    }
}

/// What the server stores, and for how long.
#[utoipa::path(get, operation_id = "getPrivacy", path = "/api/privacy", tag = "status",
    responses((status = 200, body = Vec<wire::StoredPart>)))]
pub(crate) async fn privacy() -> axum::Json<Vec<wire::StoredPart>> {
    axum::Json(crate::privacy::told())
}

/// The caller, who must be known here.
pub(super) fn somebody(identity: &Identity) -> ApiResult<PlayerId> {
    let nobody = || ApiError::forbidden("nobody", "You are not known here: nothing is stored of you.");
    identity.player.clone().ok_or_else(nobody)
}

/// Who asks, and the person against whom that one plays or has played a game.
async fn opponent(app: &App, identity: &Identity, game: &GameId) -> ApiResult<(PlayerId, PlayerId)> {
    let player = somebody(identity)?;
    let room = app.rooms.room(app, game).await?;
    let alone = || ApiError::forbidden("no-opponent", "Only players of the game can do that.");
    let opponent = room.opponent_of(Some(&player)).await.ok_or_else(alone)?;
    Ok((player, opponent))
}

/// Bytes in memory, up to a limit.
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
