//! Vacations: meanwhile the clocks of games with days for each move stand still.

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use super::players::owner;
use crate::app::App;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::rooms::Command;
use crate::store::Write;
use crate::wire;
use axum::extract::State;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The most days at once.
const MOST: u32 = 30;

/// The caller's vacation.
#[utoipa::path(get, operation_id = "getVacation", path = "/api/vacation", tag = "players",
    responses((status = 200, body = wire::Vacation), (status = 403, body = wire::Problem)))]
pub(crate) async fn get(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Vacation>> {
    let player = owner(&app, &identity).await?.player;
    told(&app, &player).await
}

/// Begins a vacation of the caller's account, now. There are 30 days in 365.
#[utoipa::path(post, operation_id = "beginVacation", path = "/api/vacation", tag = "players",
    request_body = wire::VacationRequest,
    responses((status = 200, body = wire::Vacation), (status = 403, body = wire::Problem), (status = 409, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn begin(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::VacationRequest>,
) -> ApiResult<axum::Json<wire::Vacation>> {
    let player = owner(&app, &identity).await?.player;
    if !(1..=MOST).contains(&request.days) {
        return Err(ApiError::impossible("bad-vacation", format!("A vacation lasts 1 to {MOST} days.")));
    }
    app.resources.rate_limits.storage(client, Some(&player), ROW)?;
    let begin = Write::Vacation { player: player.clone(), lasts: i64::from(request.days) * DAY };
    changed(&app, &identity, &player, begin).await
}

/// Ends the vacation of the caller's account, now. What is left of its days is kept.
#[utoipa::path(delete, operation_id = "endVacation", path = "/api/vacation", tag = "players",
    responses((status = 200, body = wire::Vacation), (status = 403, body = wire::Problem)))]
pub(crate) async fn end(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Vacation>> {
    let player = owner(&app, &identity).await?.player;
    let end = Write::EndVacation { player: player.clone() };
    changed(&app, &identity, &player, end).await
}

/// Stores that a vacation has begun or ended, and stops or starts the clocks. Should the server end meanwhile, a clock that was to
/// stand still does so when it would fall.
async fn changed(
    app: &App,
    identity: &Identity,
    player: &PlayerId,
    write: Write,
) -> ApiResult<axum::Json<wire::Vacation>> {
    app.store.writer().write(identity.requirement().into_iter().chain([write]).collect()).await?;
    for game in app.store.playing_by_days(player).await? {
        match app.rooms.room(app, &game).await {
            Ok(room) => room.act(app, None, None, Command::Vacation).await?,
            Err(error) => tracing::warn!(game = game.as_str(), error.message, "a clock did not hear of a vacation"),
        }
    }
    told(app, player).await
}

async fn told(app: &App, player: &PlayerId) -> ApiResult<axum::Json<wire::Vacation>> {
    let until = app.store.vacation(player).await?.map(|(_, until)| until);
    let days = app.store.vacation_left(player).await? / DAY;
    Ok(axum::Json(wire::Vacation { until, days: u32::try_from(days).unwrap_or(0) }))
}
