//! Who one is: a name, an account, logging in and out.

use super::extract::Json;
use super::identity::Identity;
use crate::app::App;
use crate::domain::names;
use crate::domain::{PlayerId, ids};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::rooms::Rooms;
use crate::store::Write;
use crate::wire;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;

/// Who one is.
#[utoipa::path(get, operation_id = "getMe", path = "/api/me", tag = "players", responses((status = 200, body = wire::Me)))]
pub(crate) async fn me(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Me>> {
    let known = match &identity.player {
        Some(player) => app.store.player(player).await?,
        None => None,
    };
    let (name, account) = known.unwrap_or_else(|| ("Guest".to_owned(), false));
    Ok(axum::Json(wire::Me { name, account }))
}

/// Chooses the name that others see, and under which one logs in if one has an account. Guests may share a name, and
/// are marked as guests.
#[utoipa::path(put, operation_id = "rename", path = "/api/me", tag = "players", request_body = wire::NameRequest,
    responses((status = 200, body = wire::Me), (status = 409, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn rename(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::NameRequest>,
) -> ApiResult<(CookieJar, axum::Json<wire::Me>)> {
    let (cookies, player) = identity.or_new(&app, client).await?;
    let account = app.store.account_of(&player).await?.is_some();
    let name = names::tidy(&request.name, if account { 3 } else { 1 })?;
    if account {
        // It tells whether there is an account of that name.
        app.resources.rate_limits.login(client)?;
    }
    app.store.writer().write(vec![Write::Rename { id: player, name: name.clone() }]).await?;
    Ok((cookies, axum::Json(wire::Me { name, account })))
}

/// Makes an account of what one is, which keeps one's games.
#[utoipa::path(post, operation_id = "register", path = "/api/accounts", tag = "players", request_body = wire::Credentials,
    responses((status = 201, body = wire::Me), (status = 409, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn register(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::Credentials>,
) -> ApiResult<(StatusCode, CookieJar, axum::Json<wire::Me>)> {
    let name = names::tidy(&request.name, 3)?;
    check_password(&request.password, &name)?;
    app.resources.rate_limits.login(client)?;
    let known = match &identity.player {
        Some(player) => app.store.player(player).await?,
        None => None,
    };
    if known.is_some_and(|(_, account)| account) {
        return Err(ApiError::conflict("has-account", "You have an account already; log out to make another."));
    }
    let (player, mut writes) = match &identity.player {
        Some(player) => (player.clone(), Vec::new()),
        None => {
            app.resources.rate_limits.newcomer(client)?;
            let id = ids::player();
            (id.clone(), vec![Write::NewPlayer { id, name: name.clone() }])
        }
    };
    let password = app.passwords.hash(request.password).await?;
    writes.push(Write::NewAccount { name: name.clone(), player: player.clone(), password });
    writes.push(Write::Rename { id: player.clone(), name: name.clone() });
    // Whoever shared the guest's session does not share the account's.
    writes.push(Write::EndSessions { player: player.clone() });
    let cookies = identity.becomes(&app, &player, writes).await?;
    app.rooms.send_away(&player).await;
    app.resources.logins.succeeded(&name, client);
    Ok((StatusCode::CREATED, cookies, axum::Json(wire::Me { name, account: true })))
}

/// Logs in. What one has played without an account before goes over to this one.
#[utoipa::path(post, operation_id = "logIn", path = "/api/session", tag = "players", request_body = wire::Credentials,
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn log_in(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::Credentials>,
) -> ApiResult<(CookieJar, axum::Json<wire::Me>)> {
    app.resources.rate_limits.login(client)?;
    app.resources.logins.attempt(&request.name, client)?;
    let account = app.store.account(request.name.trim()).await?;
    let barred = account.as_ref().is_some_and(|account| account.barred);
    let (known, player) = account.map(|account| (account.password, account.player)).unzip();
    let right = app.passwords.verify(request.password, known).await?;
    let Some(player) = player.filter(|_| right) else {
        return Err(ApiError::forbidden("wrong-password", "There is no account with this name and password."));
    };
    if barred {
        return Err(ApiError::forbidden("barred", "The server's keeper has closed this account."));
    }
    app.resources.logins.succeeded(&request.name, client);
    let mut writes = Vec::new();
    if let Some(before) = identity.player.as_ref().filter(|before| **before != player)
        && app.store.player(before).await?.is_some_and(|(_, account)| !account)
    {
        Rooms::hand_over(&app, before.clone(), player.clone()).await?;
        writes.push(Write::EndSessions { player: before.clone() });
    }
    let (name, _) = app.store.player(&player).await?.unwrap_or_default();
    let cookies = identity.becomes(&app, &player, writes).await?;
    Ok((cookies, axum::Json(wire::Me { name, account: true })))
}

/// Logs out; one is nobody then. Without an account there is no way back.
#[utoipa::path(delete, operation_id = "logOut", path = "/api/session", tag = "players", responses((status = 204)))]
pub(crate) async fn log_out(State(app): State<App>, identity: Identity) -> ApiResult<(CookieJar, StatusCode)> {
    Ok((identity.ends(&app, false).await?, StatusCode::NO_CONTENT))
}

/// Logs out in all browsers, here too.
#[utoipa::path(delete, operation_id = "logOutEverywhere", path = "/api/sessions", tag = "players",
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub(crate) async fn log_out_everywhere(
    State(app): State<App>,
    identity: Identity,
) -> ApiResult<(CookieJar, StatusCode)> {
    let (player, _) = owner(&app, &identity).await?;
    let cookies = identity.ends(&app, true).await?;
    app.rooms.send_away(&player).await;
    Ok((cookies, StatusCode::NO_CONTENT))
}

/// Changes the password, and logs out in all other browsers.
#[utoipa::path(put, operation_id = "changePassword", path = "/api/password", tag = "players",
    request_body = wire::PasswordChange,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::PasswordChange>,
) -> ApiResult<(CookieJar, StatusCode)> {
    let (player, known) = owner(&app, &identity).await?;
    let name = app.store.player(&player).await?.map(|(name, _)| name).unwrap_or_default();
    check_password(&request.new, &name)?;
    confirm(&app, client, &name, known, request.old).await?;
    let password = app.passwords.hash(request.new).await?;
    let writes =
        vec![Write::Password { player: player.clone(), password }, Write::EndSessions { player: player.clone() }];
    let cookies = identity.becomes(&app, &player, writes).await?;
    app.rooms.send_away(&player).await;
    Ok((cookies, StatusCode::NO_CONTENT))
}

/// Refuses who does not give the password that belongs to the hash `known`, and whoever tries too often.
pub(super) async fn confirm(app: &App, client: Client, name: &str, known: String, password: String) -> ApiResult<()> {
    app.resources.rate_limits.login(client)?;
    app.resources.logins.attempt(name, client)?;
    match app.passwords.verify(password, Some(known)).await? {
        true => Ok(()),
        false => Err(ApiError::forbidden("wrong-password", "This is not the password that you have.")),
    }
}

/// The player who asks and the password's hash, if there is an account.
pub(super) async fn owner(app: &App, identity: &Identity) -> ApiResult<(PlayerId, String)> {
    let account = match &identity.player {
        Some(player) => app.store.account_of(player).await?,
        None => None,
    };
    let nobody = || ApiError::forbidden("no-account", "Only who has an account and is logged in can do that.");
    account.map(|account| (account.player, account.password)).ok_or_else(nobody)
}

/// Refuses a password that would be guessed first.
fn check_password(password: &str, name: &str) -> ApiResult<()> {
    let bad = |why| Err(ApiError::impossible("bad-password", why));
    if !(8..=128).contains(&password.chars().count()) {
        return bad("A password has 8 to 128 characters.");
    }
    let mut different: Vec<char> = password.chars().filter(|c| !c.is_whitespace()).collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < 4 {
        return bad("A password has at least four different characters, not counting spaces.");
    }
    if names::skeleton(password) == names::skeleton(name) {
        return bad("A password is not one's name.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_guessed_first_are_refused() {
        for bad in [
            "",
            "short",
            "        ",
            "aaaaaaaa",
            "abababab",
            "a   b   c",
            "Ada Lovelace",
            "ada_lovelace",
            &"xyzw".repeat(33),
        ] {
            assert_eq!(check_password(bad, "Ada Lovelace").unwrap_err().code, "bad-password", "{bad:?}");
        }
        assert!(check_password("analytical engine", "Ada Lovelace").is_ok());
    }
}
