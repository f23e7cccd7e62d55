//! Access for programs of others (OAuth 2.0 with PKCE).

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use super::tokens::{MOST, NAME, account, scope_of};
use crate::app::App;
use crate::domain::names::one_line;
use crate::domain::{Scope, SessionId, ids};
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::grants::{Grant, Redirect, must_be_a_challenge};
use crate::resources::Client;
use crate::store::{Limit, WHOLE, Write};
use crate::wire;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The longest state of a program, in bytes.
const STATE: usize = 500;

/// Checks what a program asks a player for, and gives it a code if the player allows it. The player comes with this request
/// on the page `/oauth`, by its query.
#[utoipa::path(post, operation_id = "authorize", path = "/api/oauth/authorization", tag = "players",
    request_body = wire::AuthorizationRequest,
    responses((status = 200, body = wire::Authorization), (status = 403, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn authorize(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::AuthorizationRequest>,
) -> ApiResult<axum::Json<wire::Authorization>> {
    let is = |name: &str, value: &str, only: &str| match value == only {
        true => Ok(()),
        false => Err(ApiError::impossible("bad-request", format!("`{name}` must be `{only}`."))),
    };
    is("response_type", &request.response_type, "code")?;
    is("code_challenge_method", &request.code_challenge_method, "S256")?;
    must_be_a_challenge(&request.code_challenge)?;
    let client =
        one_line("client_id", &request.client_id, NAME).map_err(|why| ApiError::impossible("bad-client", why))?;
    let redirect = Redirect::read(&request.redirect_uri)?;
    let state = request.state.as_deref();
    if state.is_some_and(|state| state.len() > STATE) {
        return Err(ApiError::impossible("bad-state", format!("`state` has at most {STATE} bytes.")));
    }
    let scopes = Scope::read(&request.scope);
    if let Some(unknown) = request.scope.split_whitespace().find(|word| !scopes.iter().any(|one| one.word() == *word)) {
        let known = Scope::ALL.map(Scope::word).join("`, `");
        return Err(ApiError::impossible("bad-scope", format!("There is no scope `{unknown}`, only `{known}`.")));
    }
    let mut told = wire::Authorization {
        client_id: client.clone(),
        site: redirect.site(),
        scopes: scopes.iter().copied().map(scope_of).collect(),
        location: None,
    };
    told.location = match request.allow {
        None => None,
        Some(false) => Some(redirect.with(("error", "access_denied"), state)),
        Some(true) => {
            let player = account(&app, &identity).await?;
            let (requires, challenge) = (identity.requirement(), request.code_challenge);
            let code =
                app.codes.give(Grant { player, requires, client, redirect: redirect.clone(), challenge, scopes });
            Some(redirect.with(("code", &code), state))
        }
    };
    Ok(axum::Json(told))
}

/// Gives a program a token for a code. The player finds it among the tokens, and can revoke it.
#[utoipa::path(post, operation_id = "exchangeCode", path = "/api/oauth/token", tag = "players",
    request_body(content = wire::AccessRequest, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = wire::Access), (status = 400, body = wire::AccessProblem)))]
pub(crate) async fn exchange(
    State(app): State<App>,
    client: Client,
    form: Result<Form<wire::AccessRequest>, FormRejection>,
) -> Response {
    let answered = match form {
        Ok(Form(request)) => token(&app, client, request).await,
        Err(rejection) => Err(problem("invalid_request", &rejection.body_text())),
    };
    let mut response = answered.map_or_else(|refused| refused, |access| axum::Json(access).into_response());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn token(app: &App, client: Client, request: wire::AccessRequest) -> Result<wire::Access, Response> {
    if request.grant_type != "authorization_code" {
        return Err(problem("unsupported_grant_type", "`grant_type` must be `authorization_code`."));
    }
    let is_for = |grant: &Grant| grant.is_for(&request.client_id, &request.redirect_uri, &request.code_verifier);
    let Some(grant) = app.codes.take(&request.code).filter(is_for) else {
        let why = "The code is not known, was used, is older than two minutes, or was given to another program.";
        return Err(problem("invalid_grant", why));
    };
    let Grant { player, requires, client: name, redirect, scopes, .. } = grant;
    app.resources.rate_limits.storage(client, Some(&player), ROW).map_err(IntoResponse::into_response)?;
    let secret = ids::secret();
    let mut writes: Vec<Write> = requires.into_iter().collect();
    writes.push(Write::Within(Limit::Tokens { player: player.clone(), most: MOST }));
    let name = format!("{name} ({})", redirect.site());
    writes.push(Write::NewToken { token: SessionId::of(&secret), player, name, scopes: scopes.clone() });
    match app.store.writer().write(writes).await {
        Ok(_) => Ok(wire::Access {
            token_type: "Bearer".to_owned(),
            access_token: secret,
            expires_in: WHOLE.unsigned_abs() / 1000,
            scope: Scope::written(&scopes),
        }),
        Err(error) if matches!(error.kind, ErrorKind::Unavailable | ErrorKind::Internal) => Err(error.into_response()),
        // The player has logged out, or has too many tokens.
        Err(error) => Err(problem("invalid_grant", &error.message)),
    }
}

fn problem(error: &str, why: &str) -> Response {
    let body = wire::AccessProblem { error: error.to_owned(), error_description: why.to_owned() };
    (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
}
