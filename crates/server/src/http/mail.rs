//! E-mail: where an account gets it, which notices, and what links in letters do.

use super::extract::Json;
use super::identity::Identity;
use super::people::ROW;
use super::players::{choose_password, confirm, owner};
use crate::app::App;
use crate::domain::{Choices, Language, LinkId, LinkKind, MailSettings, Turns, ids};
use crate::error::{ApiError, ApiResult};
use crate::passwords::Asker;
use crate::resources::Client;
use crate::store::{Requirement, Write};
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Redirect;
use lettre::address::Address;

/// The longest address in bytes (RFC 5321, with the brackets left out).
const LONGEST: usize = 254;

/// Where the caller gets e-mail, and which.
#[utoipa::path(get, operation_id = "getMail", path = "/api/mail", tag = "mail",
    responses((status = 200, body = wire::MailSettings), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem)))]
pub(crate) async fn settings(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::MailSettings>> {
    sends(&app)?;
    let player = owner(&app, &identity).await?.player;
    Ok(axum::Json(told(app.store.mail(&player).await?)))
}

/// Gives the caller's account an address, in place of the one there is. A link that is sent there confirms it; before
/// that nothing else is sent. The same address again sends another link.
#[utoipa::path(put, operation_id = "setMailAddress", path = "/api/mail", tag = "mail",
    request_body = wire::MailAddressRequest,
    responses((status = 200, body = wire::MailSettings), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn set_address(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::MailAddressRequest>,
) -> ApiResult<axum::Json<wire::MailSettings>> {
    sends(&app)?;
    let address = address(&request.address)?;
    let account = owner(&app, &identity).await?;
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend(confirm(&app, &identity, &account, request.password, request.code).await?);
    let player = account.player;
    app.resources.rate_limits.letter_for(client)?;
    app.resources.rate_limits.letter_to(&player)?;
    app.resources.rate_limits.storage(client, Some(&player), 2 * ROW + address.len() as u32)?;
    let (language, unsubscribe) = (language(request.language), ids::secret());
    let letter = Write::NewLetter {
        id: ids::short(),
        player: player.clone(),
        kind: LinkKind::Confirm,
        address: address.clone(),
        language,
    };
    writes.extend([Write::MailAddress { player: player.clone(), address, language, unsubscribe }, letter]);
    app.store.writer().write(writes).await?;
    app.letters.notify_one();
    Ok(axum::Json(told(app.store.mail(&player).await?)))
}

/// Removes the address of the caller's account.
#[utoipa::path(delete, operation_id = "removeMailAddress", path = "/api/mail", tag = "mail",
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub(crate) async fn remove_address(State(app): State<App>, identity: Identity) -> ApiResult<StatusCode> {
    let player = owner(&app, &identity).await?.player;
    let remove = Write::NoMailAddress { player };
    app.store.writer().write(identity.requirement().into_iter().chain([remove]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Chooses which notices the caller's account gets.
#[utoipa::path(put, operation_id = "chooseNotices", path = "/api/mail/notices", tag = "mail",
    request_body = wire::NoticesRequest,
    responses((status = 200, body = wire::MailSettings), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem)))]
pub(crate) async fn choose(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::NoticesRequest>,
) -> ApiResult<axum::Json<wire::MailSettings>> {
    sends(&app)?;
    let player = owner(&app, &identity).await?.player;
    let wire::NoticeChoices { turns, games, deadlines } = request.notices;
    let turns = match turns {
        wire::TurnNotices::AtOnce => Turns::AtOnce,
        wire::TurnNotices::Daily => Turns::Daily,
        wire::TurnNotices::Never => Turns::Never,
    };
    let (choices, language) = (Choices { turns, games, deadlines }, language(request.language));
    let choose = Write::MailChoices { player: player.clone(), choices, language };
    app.store.writer().write(identity.requirement().into_iter().chain([choose]).collect()).await?;
    Ok(axum::Json(told(app.store.mail(&player).await?)))
}

/// Confirms the address to which a link was sent.
#[utoipa::path(post, operation_id = "confirmMailAddress", path = "/api/mail/confirmation", tag = "mail",
    request_body = wire::LinkRequest,
    responses((status = 204), (status = 403, body = wire::Problem)))]
pub(crate) async fn confirm_address(
    State(app): State<App>,
    Json(request): Json<wire::LinkRequest>,
) -> ApiResult<StatusCode> {
    let link = LinkId::of(&request.secret);
    let requirement = Requirement::Link { link: link.clone(), kind: LinkKind::Confirm };
    app.store.writer().write(vec![Write::Requires(requirement), Write::ConfirmAddress { link }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a link for another password to an address that an account has confirmed. The answer is the same if there is no
/// such account.
#[utoipa::path(post, operation_id = "forgotPassword", path = "/api/password/forgotten", tag = "mail",
    request_body = wire::ForgottenRequest,
    responses((status = 204), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn forgotten(
    State(app): State<App>,
    client: Client,
    Json(request): Json<wire::ForgottenRequest>,
) -> ApiResult<StatusCode> {
    sends(&app)?;
    let address = address(&request.address)?;
    app.resources.rate_limits.letter_for(client)?;
    // Nobody is to learn from the time of the answer whether there is an account.
    tokio::spawn(async move {
        if let Err(error) = send_links(&app, &address).await {
            tracing::warn!(error.message, "no link for another password is sent");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// Has links for another password sent to an address that accounts have confirmed.
async fn send_links(app: &App, address: &str) -> ApiResult<()> {
    for (player, address, language) in app.store.accounts_at(address).await? {
        if app.resources.rate_limits.letter_to(&player).is_ok() {
            let (id, kind) = (ids::short(), LinkKind::Reset);
            app.store.writer().write(vec![Write::NewLetter { id, player, kind, address, language }]).await?;
            app.letters.notify_one();
        }
    }
    Ok(())
}

/// Chooses another password by a link in a letter. All sessions of the account end.
#[utoipa::path(post, operation_id = "resetPassword", path = "/api/password/reset", tag = "mail",
    request_body = wire::ResetRequest,
    responses((status = 200, body = wire::Me), (status = 403, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn reset(
    State(app): State<App>,
    Json(request): Json<wire::ResetRequest>,
) -> ApiResult<axum::Json<wire::Me>> {
    let (link, kind) = (LinkId::of(&request.secret), LinkKind::Reset);
    let (player, name) = app.store.link(&link, kind).await?.ok_or_else(LinkId::over)?;
    let password = choose_password(&app, Asker::Newcomer, request.password, name.clone()).await?;
    app.store
        .writer()
        .write(vec![
            Write::Requires(Requirement::Link { link, kind }),
            Write::Password { player: player.clone(), password },
            Write::EndSessions { player: player.clone() },
            Write::EndLinks { player: player.clone(), kind },
        ])
        .await?;
    let two_factor = app.store.account_of(&player).await?.is_some_and(|account| account.two_factor.is_some());
    let (push, webhooks) = (app.push.get().is_some(), app.config.webhooks.is_some());
    Ok(axum::Json(wire::Me { name, account: true, two_factor, mail: true, push, webhooks }))
}

/// Stops all notices to the reader of one, as a mail program does it with one click (RFC 8058). The answer is the same if
/// nobody has this secret.
#[utoipa::path(post, operation_id = "unsubscribe", path = "/api/mail/unsubscribe/{secret}", tag = "mail",
    params(("secret" = String, Path)), responses((status = 204), (status = 429, body = wire::Problem)))]
pub(crate) async fn unsubscribe(State(app): State<App>, Path(secret): Path<String>) -> ApiResult<StatusCode> {
    app.store.writer().write(vec![Write::Unsubscribe { secret }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leads a person who follows the address for mail programs to the page with the same effect.
#[utoipa::path(get, operation_id = "askUnsubscribe", path = "/api/mail/unsubscribe/{secret}", tag = "mail",
    params(("secret" = String, Path)), responses((status = 303)))]
pub(crate) async fn ask_unsubscribe(Path(secret): Path<String>) -> Redirect {
    let plain: String = secret.chars().filter(char::is_ascii_alphanumeric).collect();
    Redirect::to(&format!("/mail/unsubscribe#{plain}"))
}

/// Refuses where the server sends no e-mail.
fn sends(app: &App) -> ApiResult<()> {
    match app.config.mail {
        Some(_) => Ok(()),
        None => Err(ApiError::not_found("no-mail", "This server sends no e-mail.")),
    }
}

/// An address as somebody has written it.
fn address(text: &str) -> ApiResult<String> {
    let text = text.trim();
    if text.len() > LONGEST || !text.is_ascii() || text.parse::<Address>().is_err() {
        let message = "This is not an address for e-mail, such as name@host.example.";
        return Err(ApiError::impossible("bad-address", message));
    }
    Ok(text.to_owned())
}

fn language(language: wire::Language) -> Language {
    match language {
        wire::Language::English => Language::English,
        wire::Language::German => Language::German,
    }
}

fn told(settings: Option<MailSettings>) -> wire::MailSettings {
    let (address, confirmed, language, choices) = match settings {
        Some(MailSettings { address, confirmed, language, choices }) => (Some(address), confirmed, language, choices),
        None => (None, false, Language::English, Choices::USUAL),
    };
    let language = match language {
        Language::English => wire::Language::English,
        Language::German => wire::Language::German,
    };
    let turns = match choices.turns {
        Turns::AtOnce => wire::TurnNotices::AtOnce,
        Turns::Daily => wire::TurnNotices::Daily,
        Turns::Never => wire::TurnNotices::Never,
    };
    let notices = wire::NoticeChoices { turns, games: choices.games, deadlines: choices.deadlines };
    wire::MailSettings { address, confirmed, language, notices }
}
