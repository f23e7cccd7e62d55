//! Devices that show notices also while no page is open.

use super::extract::Json;
use super::identity::Identity;
use super::people::{ROW, somebody};
use crate::app::App;
use crate::domain::{Device, Language, ids};
use crate::error::{ApiError, ApiResult};
use crate::push::{DeviceKeys, Endpoint, PushService};
use crate::resources::Client;
use crate::store::Write;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// The caller's devices, and the key with which a browser subscribes.
#[utoipa::path(get, operation_id = "listDevices", path = "/api/push", tag = "notices",
    responses((status = 200, body = wire::Devices), (status = 404, body = wire::Problem)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Devices>> {
    let key = service(&app)?.public_key();
    let devices = match &identity.player {
        Some(player) => app.store.devices(player).await?,
        None => Vec::new(),
    };
    let devices = devices.into_iter().map(|Device { id, endpoint, .. }| wire::Device { id, endpoint });
    Ok(axum::Json(wire::Devices { key, devices: devices.collect() }))
}

/// Has a device of the caller show notices, until the session ends. One that was another player's is the caller's then; a ninth one
/// takes the place of the oldest.
#[utoipa::path(post, operation_id = "addDevice", path = "/api/push", tag = "notices", request_body = wire::DeviceRequest,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn add(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::DeviceRequest>,
) -> ApiResult<StatusCode> {
    service(&app)?;
    let nobody = || ApiError::forbidden("nobody", "Begin a game or log in first: notices are about your games.");
    let (player, session) = identity.player.clone().zip(identity.session().cloned()).ok_or_else(nobody)?;
    let wire::DeviceRequest { endpoint, public, auth, language } = request;
    let anywhere = app.config.push.as_ref().is_some_and(|push| push.anywhere);
    let endpoint = Endpoint::parse(&endpoint, anywhere)?.as_str().to_owned();
    DeviceKeys::parse(&public, &auth)?;
    app.resources.rate_limits.storage(client, Some(&player), 2 * ROW + endpoint.len() as u32)?;
    let language = match language {
        wire::Language::English => Language::English,
        wire::Language::German => Language::German,
    };
    let device = Device { id: ids::short(), endpoint, public, auth, language, next: 0, failed: 0 };
    let add = Write::AddDevice { player, session, device: Box::new(device) };
    app.store.writer().write(identity.requirement().into_iter().chain([add]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A device of the caller shows no notices any more.
#[utoipa::path(delete, operation_id = "removeDevice", path = "/api/push/{id}", tag = "notices", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn remove(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let player = somebody(&identity)?;
    if !app.store.devices(&player).await?.iter().any(|device| device.id == id) {
        return Err(ApiError::not_found("no-such-device", "You have no such device, or no longer."));
    }
    let remove = Write::RemoveDevice { id };
    app.store.writer().write(identity.requirement().into_iter().chain([remove]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn service(app: &App) -> ApiResult<&PushService> {
    app.push.get().ok_or_else(|| ApiError::not_found("no-push", "This server sends no notices to devices."))
}
