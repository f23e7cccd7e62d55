//! The workshop: definitions are checked, and kept to be played and shared.

use super::extract::Json;
use super::identity::Identity;
use super::tagged;
use crate::app::App;
use crate::domain::DefinitionId;
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::resources::Client;
use crate::store::Write;
use crate::variants::workshop;
use crate::wire;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use spielraum_language::limits;

/// A body that holds the longest definition, every character of it written in two.
pub(crate) const BODY: usize = 2 * limits::BYTES + 1024;

/// Reports everything that is wrong with a definition, or the variant that it is.
#[utoipa::path(post, operation_id = "checkDefinition", path = "/api/workshop/check", tag = "workshop", request_body = wire::Definition,
    responses((status = 200, body = wire::Checked), (status = 413, body = wire::Problem)))]
pub(crate) async fn check(
    State(app): State<App>,
    headers: HeaderMap,
    Json(definition): Json<wire::Definition>,
) -> ApiResult<axum::Json<wire::Checked>> {
    workshop::check(&app, short_enough(definition)?, tagged::locale(&headers)).await.map(axum::Json)
}

/// Keeps a definition. The same text has the same id.
#[utoipa::path(post, operation_id = "keepDefinition", path = "/api/workshop", tag = "workshop", request_body = wire::Definition,
    responses((status = 201, body = wire::Kept), (status = 413, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn keep(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(definition): Json<wire::Definition>,
) -> ApiResult<(StatusCode, axum::Json<wire::Kept>)> {
    let text = short_enough(definition)?;
    let id = DefinitionId::of(&text);
    workshop::sound(&app, text.clone()).await?;
    if app.store.definition(&id).await?.is_none() {
        app.resources.rate_limits.storage(client, identity.player.as_ref(), text.len() as u32)?;
    }
    let new = Write::NewDefinition { id: id.clone(), text };
    app.store.writer().write(identity.requirement().into_iter().chain([new]).collect()).await?;
    Ok((StatusCode::CREATED, axum::Json(wire::Kept { id: id.to_string() })))
}

/// The text, if it is no longer than a definition may be.
pub(super) fn short_enough(definition: wire::Definition) -> ApiResult<String> {
    if definition.text.len() <= limits::BYTES {
        return Ok(definition.text);
    }
    let message = format!("A definition has at most {} KB.", limits::BYTES / 1024);
    Err(ApiError::new(ErrorKind::TooLarge, "too-large", message))
}
