//! Where an account is logged in, and how that ends elsewhere.

use super::identity::Identity;
use super::tokens::{account, id_of};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::store::Write;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// The browsers in which the caller is logged in, the one first that was used last.
#[utoipa::path(get, operation_id = "listSessions", path = "/api/sessions", tag = "players",
    responses((status = 200, body = Vec<wire::Login>), (status = 403, body = wire::Problem)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<Vec<wire::Login>>> {
    let player = account(&app, &identity).await?;
    let logins = app.store.logins(&player).await?.into_iter().map(|login| wire::Login {
        id: id_of(&login.session),
        here: Some(&login.session) == identity.session(),
        device: login.device,
        created: login.created,
        used: login.used,
    });
    Ok(axum::Json(logins.collect()))
}

/// Logs the caller out in another browser, whose pages notice it at once.
#[utoipa::path(delete, operation_id = "endSession", path = "/api/sessions/{id}", tag = "players", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn end(State(app): State<App>, identity: Identity, Path(id): Path<String>) -> ApiResult<StatusCode> {
    let player = account(&app, &identity).await?;
    let logins = app.store.logins(&player).await?;
    let found = logins.into_iter().find(|login| id_of(&login.session) == id);
    let gone = || ApiError::not_found("no-such-session", "You are not logged in there, or no longer.");
    let end = Write::EndSession { token: found.ok_or_else(gone)?.session };
    app.store.writer().write(identity.requirement().into_iter().chain([end]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Logs the caller out in all other browsers. Tokens of programs stay.
#[utoipa::path(delete, operation_id = "endOtherSessions", path = "/api/sessions/others", tag = "players",
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub(crate) async fn end_others(State(app): State<App>, identity: Identity) -> ApiResult<StatusCode> {
    let player = account(&app, &identity).await?;
    let others = app.store.logins(&player).await?.into_iter().map(|login| login.session);
    let others = others.filter(|session| Some(session) != identity.session());
    let ends = others.map(|token| Write::EndSession { token });
    app.store.writer().write(identity.requirement().into_iter().chain(ends).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}
