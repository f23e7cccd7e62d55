//! Positions worked out for the client: legal moves, lines, threats, set-ups.

use super::extract::Json;
use super::identity::Identity;
use crate::app::App;
use crate::error::ApiResult;
use crate::ratings;
use crate::resources::{Deadline, Lane};
use crate::wire::{self, PositionRequest};
use axum::extract::State;
use spielraum_engine::piece_values;
use spielraum_queries::positions as answer;
use spielraum_queries::replay::{self, Replay};
use spielraum_queries::{Refusal, setups, threats};
use spielraum_rules::Position;

/// The position after some moves, with its legal moves.
#[utoipa::path(post, operation_id = "getPosition", path = "/api/positions", tag = "positions", request_body = wire::PositionRequest,
    responses((status = 200, body = wire::Position), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn position(
    State(app): State<App>,
    Json(request): Json<wire::PositionRequest>,
) -> ApiResult<axum::Json<wire::Position>> {
    let variant = app.variant(&request.variant, &request.options).await?;
    let lane = variant.lane(Lane::Analysis, request.moves.len());
    let work = move |deadline: &Deadline| {
        let replay = Replay::new(&variant.rules, request.fen.as_deref(), &request.moves, &|| deadline.check())?;
        let view = replay.view(true);
        let left_out = replay::left_out(&variant.rules, request.fen.as_deref());
        Ok(wire::Position { history: Some(replay.history), left_out, ..view })
    };
    app.resources.compute(lane, work).await.map(axum::Json)
}

/// The lines of a piece.
#[utoipa::path(post, operation_id = "getLines", path = "/api/lines", tag = "positions", request_body = wire::LinesRequest,
    responses((status = 200, body = wire::Lines), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn lines(
    State(app): State<App>,
    Json(request): Json<wire::LinesRequest>,
) -> ApiResult<axum::Json<wire::Lines>> {
    let wire::LinesRequest { position, cell, piece, color } = request;
    let lines = match (piece, color) {
        (Some(piece), Some(color)) => {
            let variant = app.variant(&position.variant, &position.options).await?;
            let lane = variant.lane(Lane::Analysis, 0);
            let work = move |_: &Deadline| Ok(answer::lines_alone(&variant.rules, color.into(), piece, cell)?);
            app.resources.compute(lane, work).await?
        }
        _ => replayed(&app, position, Lane::Analysis, move |position, _| answer::lines(&position, cell)).await?,
    };
    Ok(axum::Json(lines))
}

/// What is at stake in a position: pieces that hang, moves that win at once, and what averts such a move of the other side.
#[utoipa::path(post, operation_id = "getThreats", path = "/api/threats", tag = "positions", request_body = wire::PositionRequest,
    responses((status = 200, body = wire::Threats), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn threats(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::PositionRequest>,
) -> ApiResult<axum::Json<wire::Threats>> {
    ratings::may_be_helped(&app, identity.player.as_ref(), &request.variant).await?;
    let variant = app.variant(&request.variant, &request.options).await?;
    let work = move |position: Position, deadline: &Deadline| {
        let worth = piece_values(&variant.rules, &variant.game.weights());
        threats::threats(&position, &worth, &|| deadline.check())
    };
    // What averts a move is found by trying all.
    replayed(&app, request, Lane::Workshop, work).await.map(axum::Json)
}

/// A position put together by hand or by a FEN, field by field, and what forbids to play it.
#[utoipa::path(post, operation_id = "checkSetup", path = "/api/setups", tag = "positions", request_body = wire::SetupRequest,
    responses((status = 200, body = wire::SetupAnswer), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn setup(
    State(app): State<App>,
    Json(request): Json<wire::SetupRequest>,
) -> ApiResult<axum::Json<wire::SetupAnswer>> {
    let variant = app.variant(&request.variant, &request.options).await?;
    let lane = variant.lane(Lane::Analysis, 0);
    app.resources.compute(lane, move |_| Ok(setups::set_up(&variant.rules, &request)?)).await.map(axum::Json)
}

/// What `work` makes of a position, on a thread of its own, in a lane that is usual for it.
pub(super) async fn replayed<T: Send + 'static>(
    app: &App,
    request: PositionRequest,
    usual: Lane,
    work: impl FnOnce(Position, &Deadline) -> Result<T, Refusal> + Send + 'static,
) -> ApiResult<T> {
    let variant = app.variant(&request.variant, &request.options).await?;
    let lane = variant.lane(usual, request.moves.len());
    let work = move |deadline: &Deadline| {
        let PositionRequest { fen, moves, .. } = &request;
        let position = replay::play_through(&variant.rules, fen.as_deref(), moves, &|| deadline.check(), |_, _| {})?;
        Ok(work(position, deadline)?)
    };
    app.resources.compute(lane, work).await
}
