//! Webhooks of an account.

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use super::tokens::account;
use crate::app::App;
use crate::domain::{HookEvent, PlayerId, Webhook, ids};
use crate::error::{ApiError, ApiResult};
use crate::push::Endpoint;
use crate::resources::Client;
use crate::store::{HookWrite, Limit, Write};
use crate::webhooks::{Secret, TRIES};
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// Webhooks of an account.
const MOST: usize = 4;

/// The caller's webhooks.
#[utoipa::path(get, operation_id = "listWebhooks", path = "/api/webhooks", tag = "notices",
    responses((status = 200, body = wire::Webhooks), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Webhooks>> {
    let player = account(&app, &identity).await?;
    told(&app, &player).await
}

/// Adds a webhook of the caller: a site that is called when something happens in the caller's games.
#[utoipa::path(post, operation_id = "addWebhook", path = "/api/webhooks", tag = "notices", request_body = wire::WebhookRequest,
    responses((status = 201, body = wire::NewWebhook), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn add(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::WebhookRequest>,
) -> ApiResult<(StatusCode, axum::Json<wire::NewWebhook>)> {
    let player = owner(&app, &identity).await?;
    let anywhere = app.config.webhooks.as_ref().is_some_and(|webhooks| webhooks.anywhere);
    let url = Endpoint::parse(&request.url, anywhere).map_err(|_| {
        let message = "A webhook is the address of a site of the internet: https, a name and no port.";
        ApiError::impossible("bad-webhook", message)
    })?;
    let events: Vec<HookEvent> = request.events.into_iter().map(event).collect();
    if events.is_empty() {
        return Err(ApiError::impossible("bad-webhook", "Choose at least one event of which the site is to hear."));
    }
    app.resources.rate_limits.storage(client, Some(&player), ROW + url.as_str().len() as u32)?;
    let (id, secret) = (ids::short(), Secret::random().written());
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.push(Write::Within(Limit::Webhooks { player: player.clone(), most: MOST }));
    let add = HookWrite::Add {
        id: id.clone(),
        player: player.clone(),
        url: url.as_str().to_owned(),
        secret: secret.clone(),
        events,
    };
    writes.push(Write::Webhook(add));
    app.store.writer().write(writes).await?;
    let webhook =
        app.store.webhooks(&player).await?.into_iter().find(|webhook| webhook.id == id).ok_or_else(unknown)?;
    Ok((StatusCode::CREATED, axum::Json(wire::NewWebhook { webhook: shown(webhook), secret })))
}

/// Removes a webhook of the caller, with what waits to be sent there.
#[utoipa::path(delete, operation_id = "removeWebhook", path = "/api/webhooks/{id}", tag = "notices", params(("id" = String, Path)),
    responses((status = 200, body = wire::Webhooks), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn remove(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Webhooks>> {
    change(&app, &identity, id.clone(), HookWrite::Remove { id }).await
}

/// Calls a webhook of the caller with the event `test`. One that has stopped goes on.
#[utoipa::path(post, operation_id = "testWebhook", path = "/api/webhooks/{id}/test", tag = "notices",
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Webhooks), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn test(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Webhooks>> {
    let player = owner(&app, &identity).await?;
    app.resources.rate_limits.storage(client, Some(&player), ROW)?;
    change(&app, &identity, id.clone(), HookWrite::Test { id }).await
}

/// Changes one of the caller's webhooks.
async fn change(
    app: &App,
    identity: &Identity,
    id: String,
    change: HookWrite,
) -> ApiResult<axum::Json<wire::Webhooks>> {
    // What somebody has can be removed, also where no webhook is called any more.
    let player = account(app, identity).await?;
    if !app.store.webhooks(&player).await?.iter().any(|webhook| webhook.id == id) {
        return Err(unknown());
    }
    app.store.writer().write(identity.requirement().into_iter().chain([Write::Webhook(change)]).collect()).await?;
    told(app, &player).await
}

/// The caller, who must have an account, where webhooks are called at all.
async fn owner(app: &App, identity: &Identity) -> ApiResult<PlayerId> {
    if app.config.webhooks.is_none() {
        return Err(ApiError::not_found("no-webhooks", "This server calls no webhooks."));
    }
    account(app, identity).await
}

fn unknown() -> ApiError {
    ApiError::not_found("no-such-webhook", "You have no such webhook, or no longer.")
}

async fn told(app: &App, player: &PlayerId) -> ApiResult<axum::Json<wire::Webhooks>> {
    let webhooks = app.store.webhooks(player).await?.into_iter().map(shown).collect();
    Ok(axum::Json(wire::Webhooks { webhooks, most: MOST as u32, tries: TRIES }))
}

fn shown(webhook: Webhook) -> wire::Webhook {
    let Webhook { id, url, events, created, tried, status, failed, stopped, waiting } = webhook;
    let events = events.into_iter().map(event_of).collect();
    wire::Webhook { id, url, events, created, tried, status, failed, stopped, waiting }
}

fn event(event: wire::WebhookEvent) -> HookEvent {
    match event {
        wire::WebhookEvent::GameStarted => HookEvent::Started,
        wire::WebhookEvent::YourTurn => HookEvent::Turn,
        wire::WebhookEvent::GameFinished => HookEvent::Finished,
        wire::WebhookEvent::Challenge => HookEvent::Challenge,
    }
}

fn event_of(event: HookEvent) -> wire::WebhookEvent {
    match event {
        HookEvent::Started => wire::WebhookEvent::GameStarted,
        HookEvent::Turn => wire::WebhookEvent::YourTurn,
        HookEvent::Finished => wire::WebhookEvent::GameFinished,
        HookEvent::Challenge => wire::WebhookEvent::Challenge,
    }
}
