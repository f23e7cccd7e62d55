//! Who one is: a name, an account, logging in and out.

use super::devices::Devices;
use super::extract::Json;
use super::identity::Identity;
use crate::app::App;
use crate::domain::{PlayerId, names, passwords};
use crate::error::{ApiError, ApiResult};
use crate::passwords::Asker;
use crate::resources::{Client, Trying};
use crate::rooms::Rooms;
use crate::store::{Account, Requirement, Write};
use crate::wire;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::{CookieJar, SignedCookieJar};

/// The caller.
#[utoipa::path(get, operation_id = "getMe", path = "/api/me", tag = "players", responses((status = 200, body = wire::Me)))]
pub(crate) async fn me(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Me>> {
    let (known, account) = match &identity.player {
        Some(player) => (app.store.player(player).await?, app.store.account_of(player).await?),
        None => (None, None),
    };
    let name = known.map_or_else(|| "Guest".to_owned(), |(name, _)| name);
    Ok(axum::Json(told(&app, name, account.as_ref())))
}

fn told(app: &App, name: String, account: Option<&Account>) -> wire::Me {
    let two_factor = account.is_some_and(|account| account.two_factor.is_some());
    wire::Me {
        name,
        account: account.is_some(),
        two_factor,
        mail: app.config.mail.is_some(),
        push: app.push.get().is_some(),
        webhooks: app.config.webhooks.is_some(),
    }
}

/// Chooses the name that others see, and under which one logs in if one has an account, which asks for the password.
/// Guests may share a name, and are marked as guests. The name that an account had so far stays its owner's for 90 days:
/// nobody else may take it.
#[utoipa::path(put, operation_id = "rename", path = "/api/me", tag = "players", request_body = wire::NameRequest,
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 409, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn rename(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::NameRequest>,
) -> ApiResult<(CookieJar, axum::Json<wire::Me>)> {
    let account = match &identity.player {
        Some(player) => app.store.account_of(player).await?,
        None => None,
    };
    let name = names::tidy(&request.name, if account.is_some() { 3 } else { 1 })?;
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    if let Some(account) = &account {
        let password = request.password.ok_or_else(|| {
            ApiError::forbidden("password-needed", "Give your password to change the name of your account.")
        })?;
        writes.extend(confirm(&app, &identity, account, password, request.code).await?);
    }
    let (cookies, player) = identity.or_new(&app, client).await?;
    writes.push(Write::Rename { id: player, name: name.clone() });
    app.store.writer().write(writes).await?;
    Ok((cookies, axum::Json(told(&app, name, account.as_ref()))))
}

/// Turns the caller into an account, which keeps its games.
#[utoipa::path(post, operation_id = "register", path = "/api/accounts", tag = "players", request_body = wire::Credentials,
    responses((status = 201, body = wire::Me), (status = 409, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn register(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    devices: Devices,
    Json(request): Json<wire::Credentials>,
) -> ApiResult<(StatusCode, CookieJar, SignedCookieJar, axum::Json<wire::Me>)> {
    let name = names::tidy(&request.name, 3)?;
    app.resources.rate_limits.login(&Trying::Stranger(client))?;
    for player in devices.players() {
        if app.store.is_barred(player).await? {
            return Err(barred());
        }
    }
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
            let id = PlayerId::random();
            (id.clone(), vec![Write::NewPlayer { id, name: name.clone() }])
        }
    };
    writes.extend(identity.requirement());
    let password = choose_password(&app, Asker::Newcomer, request.password, name.clone()).await?;
    writes.push(Write::NewAccount { name: name.clone(), player: player.clone(), password });
    writes.push(Write::Rename { id: player.clone(), name: name.clone() });
    // A client that shared the guest's session does not share the account's.
    writes.push(Write::EndSessions { player: player.clone() });
    let cookies = identity.becomes(&app, &player, writes).await?;
    let devices = devices.remember(&app, &player);
    let account = app.store.account_of(&player).await?;
    Ok((StatusCode::CREATED, cookies, devices, axum::Json(told(&app, name, account.as_ref()))))
}

/// Logs in. What one has played without an account before goes over to this one. An account that asks for two-factor codes
/// refuses without one (`code-needed`): ask for it, and send all again.
#[utoipa::path(post, operation_id = "logIn", path = "/api/session", tag = "players", request_body = wire::Credentials,
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn log_in(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    devices: Devices,
    Json(request): Json<wire::Credentials>,
) -> ApiResult<(CookieJar, SignedCookieJar, axum::Json<wire::Me>)> {
    let account = app.store.account(request.name.trim()).await?;
    let by = trying(client, &identity, &devices, account.as_ref().map(|account| &account.player));
    let known = account.as_ref().map(|account| account.password.clone());
    let right = is_right(&app, &request.name, &by, request.password, known).await?;
    let Some(account) = account.filter(|_| right) else {
        return Err(ApiError::forbidden("wrong-password", "There is no account with this name and password."));
    };
    if account.barred {
        return Err(barred());
    }
    let mut writes = vec![same_password(&account)];
    writes.extend(second_factor(&app, &by, &account, request.code)?);
    writes.extend(identity.requirement());
    let player = account.player.clone();
    let mut guest = identity.player.clone().filter(|before| *before != player);
    if let Some(before) = &guest
        && app.store.player(before).await?.is_none_or(|(_, account)| account)
    {
        guest = None;
    }
    let (name, _) = app.store.player(&player).await?.unwrap_or_default();
    writes.extend(guest.iter().map(|guest| Write::EndSessions { player: guest.clone() }));
    let (cookies, writes) = identity.becoming(&app, &player, writes);
    match guest {
        Some(guest) => Rooms::hand_over(&app, guest, player.clone(), writes).await?,
        None => app.store.writer().write(writes).await?,
    }
    Ok((cookies, devices.remember(&app, &player), axum::Json(told(&app, name, Some(&account)))))
}

/// Who tries the password of an account, if there is one.
fn trying(client: Client, identity: &Identity, devices: &Devices, account: Option<&PlayerId>) -> Trying {
    let Some(account) = account else { return Trying::Stranger(client) };
    match (identity.session(), devices.of(account)) {
        (Some(session), _) if identity.player.as_ref() == Some(account) => Trying::session(session, account),
        (_, Some(device)) => Trying::Device(device.to_owned()),
        _ => Trying::Stranger(client),
    }
}

fn barred() -> ApiError {
    ApiError::forbidden("barred", "An administrator of this server has closed your account.")
}

/// Logs out. A guest cannot come back.
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
    owner(&app, &identity).await?;
    Ok((identity.ends(&app, true).await?, StatusCode::NO_CONTENT))
}

/// Changes the password and ends all other sessions.
#[utoipa::path(put, operation_id = "changePassword", path = "/api/password", tag = "players",
    request_body = wire::PasswordChange,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn change_password(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::PasswordChange>,
) -> ApiResult<(CookieJar, StatusCode)> {
    let account = owner(&app, &identity).await?;
    let player = account.player.clone();
    let name = app.store.player(&player).await?.map(|(name, _)| name).unwrap_or_default();
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend(confirm(&app, &identity, &account, request.old, request.code).await?);
    let password = choose_password(&app, Asker::Known, request.new, name).await?;
    writes.push(Write::Password { player: player.clone(), password });
    writes.push(Write::EndSessions { player: player.clone() });
    Ok((identity.becomes(&app, &player, writes).await?, StatusCode::NO_CONTENT))
}

/// Refuses a client who does not give the password of an account and, if it asks for them, a two-factor code, or who tries too
/// often in this session. Gives what is to be written with what is done for it: what must still be so, and the code's end.
pub(super) async fn confirm(
    app: &App,
    identity: &Identity,
    account: &Account,
    password: String,
    code: Option<String>,
) -> ApiResult<Vec<Write>> {
    let by = Trying::session(identity.session().ok_or_else(no_account)?, &account.player);
    if !is_right(app, "", &by, password, Some(account.password.clone())).await? {
        return Err(ApiError::forbidden("wrong-password", "This is not the password that you have."));
    }
    let proved = second_factor(app, &by, account, code)?;
    Ok(std::iter::once(same_password(account)).chain(proved).collect())
}

/// That the password is still the one that was verified.
fn same_password(account: &Account) -> Write {
    let (player, hash) = (account.player.clone(), account.password.clone());
    Write::Requires(Requirement::Password { player, hash })
}

/// Refuses somebody who knows the password of an account that asks for two-factor codes, and gives none that is right. Wrong ones
/// are charged like wrong passwords. Gives what is to be written: that the code is used up.
fn second_factor(app: &App, by: &Trying, account: &Account, code: Option<String>) -> ApiResult<Option<Write>> {
    let Some(known) = &account.two_factor else { return Ok(None) };
    let code = code.filter(|code| !code.trim().is_empty()).ok_or_else(|| {
        let message = "Give the code that your app shows for this account, too, or one of your recovery codes.";
        ApiError::forbidden("code-needed", message)
    })?;
    app.resources.logins.attempt_code(&account.player, by)?;
    let proof = known.proof(&account.player, &code, crate::time::now() / 1_000).ok_or_else(wrong_code)?;
    app.resources.logins.code_does_not_count(&account.player, by);
    Ok(Some(Write::Prove { player: account.player.clone(), proof }))
}

/// A two-factor code does not fit.
pub(super) fn wrong_code() -> ApiError {
    let message =
        "This code is wrong, or was used already. Give the one that your app shows now, or another recovery code.";
    ApiError::forbidden("wrong-code", message)
}

/// Whether somebody who tries to log in under a name gives the right password. An attempt counts if the password is wrong;
/// one that the server has no time for does not.
async fn is_right(app: &App, name: &str, by: &Trying, password: String, known: Option<String>) -> ApiResult<bool> {
    app.resources.rate_limits.login(by)?;
    app.resources.logins.attempt(name, by)?;
    let asker = match by {
        Trying::Stranger(_) => Asker::Stranger,
        Trying::Device(_) | Trying::Session { .. } => Asker::Known,
    };
    let right = app.passwords.verify(asker, password, affordable(known)).await;
    if !matches!(right, Ok(false)) {
        app.resources.logins.does_not_count(name, by);
    }
    right
}

/// The hash of a password, unless it would cost too much to verify: then it is as if there were none.
fn affordable(known: Option<String>) -> Option<String> {
    if known.as_ref().is_some_and(|hash| !passwords::is_affordable(hash)) {
        tracing::error!("the hash of an account's password asks for too much memory or time; nobody can log in by it");
        return None;
    }
    known
}

/// The account of the player who asks, if there is one.
pub(super) async fn owner(app: &App, identity: &Identity) -> ApiResult<Account> {
    let account = match &identity.player {
        Some(player) => app.store.account_of(player).await?,
        None => None,
    };
    account.ok_or_else(no_account)
}

fn no_account() -> ApiError {
    ApiError::forbidden("no-account", "This needs an account: register, or log in.")
}

/// The hash of a password that somebody has chosen for an account of a name; one that is guessed early is refused.
pub(super) async fn choose_password(app: &App, asker: Asker, password: String, name: String) -> ApiResult<String> {
    let checked = password.clone();
    app.compute(move || passwords::check(&checked, &name)).await?;
    app.passwords.hash(asker, password).await
}
