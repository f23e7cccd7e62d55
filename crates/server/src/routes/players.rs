//! Who one is: a name, an account, logging in and out.

use super::Json;
use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::identity::{Client, Identity};
use crate::play::Hub;
use crate::store::Write;
use crate::wire;
use argon2::password_hash::SaltString;
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::SignedCookieJar;
use std::sync::LazyLock;

/// A hash against which passwords of unknown names are tried, so that those take as long as known ones.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody's password").unwrap_or_default());

/// Who one is.
#[utoipa::path(get, operation_id = "getMe", path = "/api/me", tag = "players", responses((status = 200, body = wire::Me)))]
pub(crate) async fn me(State(app): State<App>, identity: Identity) -> Answer<axum::Json<wire::Me>> {
    let known = match &identity.player {
        Some(player) => app.store.player(player).await?,
        None => None,
    };
    let (name, account) = known.unwrap_or_else(|| ("Guest".to_owned(), false));
    Ok(axum::Json(wire::Me { name, account }))
}

/// Chooses the name that others see.
#[utoipa::path(put, operation_id = "rename", path = "/api/me", tag = "players", request_body = wire::NameRequest,
    responses((status = 200, body = wire::Me), (status = 422, body = wire::Problem)))]
pub(crate) async fn rename(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::NameRequest>,
) -> Answer<(SignedCookieJar, axum::Json<wire::Me>)> {
    let name = name(&request.name, 1)?;
    let (jar, player) = identity.or_new(&app, client).await?;
    app.store.writer().write(vec![Write::Rename { id: player.clone(), name: name.clone() }]).await?;
    let account = app.store.player(&player).await?.is_some_and(|(_, account)| account);
    Ok((jar, axum::Json(wire::Me { name, account })))
}

/// Makes an account of what one is, which keeps one's games.
#[utoipa::path(post, operation_id = "register", path = "/api/accounts", tag = "players", request_body = wire::Credentials,
    responses((status = 201, body = wire::Me), (status = 409, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn register(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::Credentials>,
) -> Answer<(StatusCode, SignedCookieJar, axum::Json<wire::Me>)> {
    let name = name(&request.name, 3)?;
    if !(8..=128).contains(&request.password.chars().count()) {
        return Err(Refusal::impossible("bad-password", "A password has 8 to 128 characters."));
    }
    app.governor.login(client)?;
    let (jar, player) = identity.or_new(&app, client).await?;
    if app.store.player(&player).await?.is_some_and(|(_, account)| account) {
        return Err(Refusal::conflict("has-account", "You have an account already; log out to make another."));
    }
    let password = app.compute(move || hash(&request.password)).await?;
    let account = Write::NewAccount { name: name.clone(), player: player.clone(), password };
    app.store.writer().write(vec![account, Write::Rename { id: player, name: name.clone() }]).await?;
    Ok((StatusCode::CREATED, jar, axum::Json(wire::Me { name, account: true })))
}

/// Logs in. What one has played without an account before goes over to this one.
#[utoipa::path(post, operation_id = "logIn", path = "/api/session", tag = "players", request_body = wire::Credentials,
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn log_in(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::Credentials>,
) -> Answer<(SignedCookieJar, axum::Json<wire::Me>)> {
    app.governor.login(client)?;
    let account = app.store.account(request.name.trim()).await?;
    let (known, player) = account.map(|account| (account.password, account.player)).unzip();
    let right = app.compute(move || Ok(verify(&request.password, known.as_deref()))).await?;
    let Some(player) = player.filter(|_| right) else {
        return Err(Refusal::forbidden("wrong-password", "There is no account with this name and password."));
    };
    if let Some(before) = identity.player.as_ref().filter(|before| **before != player)
        && app.store.player(before).await?.is_some_and(|(_, account)| !account)
    {
        Hub::hand_over(&app, before.clone(), player.clone()).await?;
    }
    let (name, _) = app.store.player(&player).await?.unwrap_or_default();
    Ok((identity.becomes(&app, player), axum::Json(wire::Me { name, account: true })))
}

/// Logs out; one is nobody then. Without an account there is no way back.
#[utoipa::path(delete, operation_id = "logOut", path = "/api/session", tag = "players", responses((status = 204)))]
pub(crate) async fn log_out(identity: Identity) -> (SignedCookieJar, StatusCode) {
    (identity.ends(), StatusCode::NO_CONTENT)
}

/// A name without spaces around it, of `least` to 32 characters that can be seen.
fn name(name: &str, least: usize) -> Answer<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible =
        |c: char| !c.is_control() && !('\u{200b}'..='\u{200f}').contains(&c) && !('\u{202a}'..='\u{202e}').contains(&c);
    if (least..=32).contains(&name.chars().count()) && name.chars().all(visible) {
        return Ok(name);
    }
    Err(Refusal::impossible("bad-name", format!("A name has {least} to 32 characters that can be seen.")))
}

fn hash(password: &str) -> Answer<String> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>()).map_err(Refusal::internal)?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt).map_err(Refusal::internal)?;
    Ok(hash.to_string())
}

/// Whether a password is the known one; takes equally long if none is known.
fn verify(password: &str, known: Option<&str>) -> bool {
    let Ok(hash) = PasswordHash::new(known.unwrap_or(&NOBODY)) else { return false };
    let fits = Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
    fits && known.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied_or_refused() {
        assert_eq!(name("  Ada   Lovelace ", 3).unwrap(), "Ada Lovelace");
        for bad in ["", "  ", "ab", "a\u{202e}bc", &"x".repeat(33)] {
            assert!(name(bad, 3).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn passwords_fit_their_own_hash_only() {
        let known = hash("correct horse").unwrap();
        assert!(verify("correct horse", Some(&known)));
        assert!(!verify("wrong horse", Some(&known)) && !verify("nobody's password", None));
    }
}
