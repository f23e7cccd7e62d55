//! Tokens, by which programs act for a player.

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use crate::app::App;
use crate::domain::names::one_line;
use crate::domain::{PlayerId, Scope, SessionId, ids};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::store::{Limit, Token, Write};
use crate::wire::{self, TokenScope};
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// Tokens of a player, and characters of a token's name.
pub(super) const MOST: usize = 20;
pub(super) const NAME: usize = 60;

/// By how many characters of its hash a token is known.
const ID: usize = 16;

/// The caller's tokens, the latest first.
#[utoipa::path(get, operation_id = "listTokens", path = "/api/tokens", tag = "players",
    responses((status = 200, body = Vec<wire::Token>), (status = 403, body = wire::Problem)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<Vec<wire::Token>>> {
    let player = account(&app, &identity).await?;
    Ok(axum::Json(app.store.tokens(&player).await?.into_iter().map(told).collect()))
}

/// Makes a token, by which programs act for the caller. It ends a year later, when it was not used for 60 days, when it is
/// revoked, and when the caller logs out everywhere or changes the password.
#[utoipa::path(post, operation_id = "makeToken", path = "/api/tokens", tag = "players", request_body = wire::TokenRequest,
    responses((status = 201, body = wire::NewToken), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn make(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::TokenRequest>,
) -> ApiResult<(StatusCode, axum::Json<wire::NewToken>)> {
    let player = account(&app, &identity).await?;
    let name = one_line("name", &request.name, NAME).map_err(|why| ApiError::impossible("bad-name", why))?;
    app.resources.rate_limits.storage(client, Some(&player), ROW)?;
    let scopes: Vec<Scope> = request.scopes.into_iter().map(scope).collect();
    let secret = ids::secret();
    let session = SessionId::of(&secret);
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.push(Write::Within(Limit::Tokens { player: player.clone(), most: MOST }));
    writes.push(Write::NewToken { token: session.clone(), player, name: name.clone(), scopes: scopes.clone() });
    app.store.writer().write(writes).await?;
    let now = crate::time::now();
    let token = told(Token { session, name, scopes, created: now, used: now });
    Ok((StatusCode::CREATED, axum::Json(wire::NewToken { token, secret })))
}

/// Revokes a token of the caller: what programs have open with it ends.
#[utoipa::path(delete, operation_id = "revokeToken", path = "/api/tokens/{id}", tag = "players", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn revoke(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let player = account(&app, &identity).await?;
    let tokens = app.store.tokens(&player).await?;
    let found = tokens.into_iter().find(|token| id_of(&token.session) == id);
    let token = found.ok_or_else(|| ApiError::not_found("no-such-token", "You have no such token, or no longer."))?;
    let end = Write::EndSession { token: token.session };
    app.store.writer().write(identity.requirement().into_iter().chain([end]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller, who must have an account.
pub(super) async fn account(app: &App, identity: &Identity) -> ApiResult<PlayerId> {
    let refused = || ApiError::forbidden("no-account", "This is for accounts: log in first.");
    let player = identity.player.clone().ok_or_else(refused)?;
    let known = app.store.player(&player).await?;
    if known.is_some_and(|(_, account)| account) { Ok(player) } else { Err(refused()) }
}

fn scope(scope: TokenScope) -> Scope {
    match scope {
        TokenScope::Play => Scope::Play,
        TokenScope::Seek => Scope::Seek,
    }
}

pub(super) fn scope_of(scope: Scope) -> TokenScope {
    match scope {
        Scope::Play => TokenScope::Play,
        Scope::Seek => TokenScope::Seek,
    }
}

pub(super) fn id_of(session: &SessionId) -> String {
    session.as_str().chars().take(ID).collect()
}

fn told(token: Token) -> wire::Token {
    let (id, scopes) = (id_of(&token.session), token.scopes.into_iter().map(scope_of));
    wire::Token { id, name: token.name, scopes: scopes.collect(), created: token.created, used: token.used }
}
