//! Two-factor codes of an account: switched on, renewed and switched off.

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use super::players::{confirm, owner, wrong_code};
use crate::app::App;
use crate::domain::two_factor::{self, TwoFactor};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::store::Write;
use crate::wire;
use axum::extract::State;
use axum::http::StatusCode;

/// Whether the caller's account asks for two-factor codes.
#[utoipa::path(get, operation_id = "getTwoFactor", path = "/api/two-factor", tag = "players",
    responses((status = 200, body = wire::TwoFactor), (status = 403, body = wire::Problem)))]
pub(crate) async fn get(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::TwoFactor>> {
    let codes = owner(&app, &identity).await?.two_factor;
    let recovery_codes = codes.as_ref().map_or(0, TwoFactor::left);
    Ok(axum::Json(wire::TwoFactor { on: codes.is_some(), recovery_codes }))
}

/// A new secret for the caller's app. Nothing is stored of it before a code that is made of it switches codes on.
#[utoipa::path(post, operation_id = "makeTwoFactorSecret", path = "/api/two-factor/secret", tag = "players",
    responses((status = 200, body = wire::TwoFactorSecret), (status = 403, body = wire::Problem)))]
pub(crate) async fn secret(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::TwoFactorSecret>> {
    let account = owner(&app, &identity).await?;
    let name = app.store.player(&account.player).await?.map(|(name, _)| name).unwrap_or_default();
    let secret = two_factor::secret();
    Ok(axum::Json(wire::TwoFactorSecret { uri: two_factor::uri(&name, &secret), secret }))
}

/// Has the caller's account ask for two-factor codes from now on, wherever it asks for the password. Takes a code that the app
/// makes of the secret, and gives recovery codes, which are shown this once.
#[utoipa::path(put, operation_id = "switchTwoFactorOn", path = "/api/two-factor", tag = "players",
    request_body = wire::TwoFactorRequest,
    responses((status = 200, body = wire::RecoveryCodes), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn switch_on(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::TwoFactorRequest>,
) -> ApiResult<axum::Json<wire::RecoveryCodes>> {
    let account = owner(&app, &identity).await?;
    if account.two_factor.is_some() {
        return Err(two_factor::is_on());
    }
    if !two_factor::is_secret(&request.secret) {
        let message = "No codes can be made of this secret. Ask for one: POST /api/two-factor/secret.";
        return Err(ApiError::impossible("bad-secret", message));
    }
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend(confirm(&app, &identity, &account, request.password, None).await?);
    let step = two_factor::step(&request.secret, &request.code, crate::time::now() / 1_000);
    let used = step.ok_or_else(wrong_code)?;
    app.resources.rate_limits.storage(client, Some(&account.player), 2 * ROW)?;
    let (codes, recovery) = two_factor::recovery(&account.player);
    let stored = TwoFactor { secret: request.secret, used, recovery };
    writes.push(Write::TwoFactor { player: account.player, codes: stored });
    app.store.writer().write(writes).await?;
    Ok(axum::Json(wire::RecoveryCodes { codes }))
}

/// Gives the caller's account other recovery codes in place of those that are left.
#[utoipa::path(post, operation_id = "renewRecoveryCodes", path = "/api/two-factor/codes", tag = "players",
    request_body = wire::Confirmation,
    responses((status = 200, body = wire::RecoveryCodes), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn renew(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::Confirmation>,
) -> ApiResult<axum::Json<wire::RecoveryCodes>> {
    let account = owner(&app, &identity).await?;
    if account.two_factor.is_none() {
        let message = "This account asks for no codes. Switch them on first: PUT /api/two-factor.";
        return Err(ApiError::conflict("two-factor-off", message));
    }
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend(confirm(&app, &identity, &account, request.password, request.code).await?);
    let (codes, hashes) = two_factor::recovery(&account.player);
    writes.push(Write::RecoveryCodes { player: account.player, hashes });
    app.store.writer().write(writes).await?;
    Ok(axum::Json(wire::RecoveryCodes { codes }))
}

/// Has the caller's account ask for no codes any more.
#[utoipa::path(post, operation_id = "switchTwoFactorOff", path = "/api/two-factor/removal", tag = "players",
    request_body = wire::Confirmation,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn switch_off(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::Confirmation>,
) -> ApiResult<StatusCode> {
    let account = owner(&app, &identity).await?;
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend(confirm(&app, &identity, &account, request.password, request.code).await?);
    writes.push(Write::NoTwoFactor { player: account.player });
    app.store.writer().write(writes).await?;
    Ok(StatusCode::NO_CONTENT)
}
