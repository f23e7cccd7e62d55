//! The lobby: seeks are listed, created, accepted and withdrawn.

use super::extract::Json;
use super::identity::Identity;
use super::people::somebody;
use super::players::owner;
use crate::app::App;
use crate::domain::{Choice, DefinitionId, Options, Range, SeekId, Terms, Wanted, Wish};
use crate::error::{ApiError, ApiResult};
use crate::lobby::{Answer, Seeker};
use crate::present;
use crate::resources::{Client, Payer};
use crate::wire::{self, SideWish};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;
use spielraum_queries::game::control;
use spielraum_rules::Color;

/// How many games may be wanted by name, and how long what is stored of them may be, in bytes.
const GAMES: usize = 8;
const LONGEST: usize = 1_024;

/// Why a game is not both rated and with help.
pub(super) const NO_HELP: &str = "A rated game is without help. Leave out `help`, or play without ratings.";

/// The open seeks, the latest first.
#[utoipa::path(get, operation_id = "listSeeks", path = "/api/lobby", tag = "lobby",
    responses((status = 200, body = wire::Lobby)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> axum::Json<wire::Lobby> {
    let player = identity.player.as_ref();
    let seeks = app.lobby.list(player);
    axum::Json(wire::Lobby { seeks: seeks.iter().map(|sought| present::seek(sought, player)).collect() })
}

/// Creates a seek. If an open one fits it, the game begins instead.
#[utoipa::path(post, operation_id = "seek", path = "/api/lobby", tag = "lobby", request_body = wire::SeekRequest,
    responses((status = 201, body = wire::SeekAnswer), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn seek(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::SeekRequest>,
) -> ApiResult<(StatusCode, CookieJar, axum::Json<wire::SeekAnswer>)> {
    let wish = wish(&app, request).await?;
    let (jar, by) = seeker(&app, client, identity).await?;
    let answer = to_its_end(async move {
        Ok(match app.lobby.seek(&app, &by, wish).await? {
            Answer::Waiting(sought) => wire::SeekAnswer::Waiting { seek: present::seek(&sought, Some(&by.player)) },
            Answer::Paired(game) => wire::SeekAnswer::Paired { game: game.to_string() },
        })
    });
    Ok((StatusCode::CREATED, jar, axum::Json(answer.await?)))
}

/// What is asked for, if it can be played so.
async fn wish(app: &App, request: wire::SeekRequest) -> ApiResult<Wish> {
    let side = match request.side {
        SideWish::White => Some(Color::White),
        SideWish::Black => Some(Color::Black),
        SideWish::Random => None,
    };
    let wire::RatingRange { least, most } = request.range;
    let wish = Wish {
        wanted: wanted(app, request.wanted, (GAMES, LONGEST)).await?,
        side,
        control: request.clock.map(control).transpose()?,
        rated: request.rated,
        help: request.help,
        range: if request.rated { Range { least, most } } else { Range::default() },
    };
    if wish.rated {
        rateable(&wish)?;
    }
    Ok(wish)
}

/// Challenges an account by its name: a seek that nobody else sees. Its owner accepts it or declines it.
#[utoipa::path(post, operation_id = "challenge", path = "/api/challenge", tag = "lobby", request_body = wire::ChallengeRequest,
    responses((status = 201, body = wire::Seek), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn challenge(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::ChallengeRequest>,
) -> ApiResult<(StatusCode, axum::Json<wire::Seek>)> {
    let player = owner(&app, &identity).await?.player;
    let wish = wish(&app, request.seek).await?;
    let by = Seeker { client, player, requires: identity.requirement() };
    let challenging = async move {
        let sought = app.lobby.challenge(&app, &by, &request.to, wish).await?;
        Ok(present::seek(&sought, Some(&by.player)))
    };
    Ok((StatusCode::CREATED, axum::Json(to_its_end(challenging).await?)))
}

/// Accepts a challenge: its game begins.
#[utoipa::path(post, operation_id = "acceptChallenge", path = "/api/challenge/{id}/accept", tag = "lobby",
    params(("id" = String, Path)), responses((status = 201, body = wire::Accepted), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn accept_challenge(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<(StatusCode, axum::Json<wire::Accepted>)> {
    let id = SeekId::parse(&id)?;
    let by = Seeker { client, player: somebody(&identity)?, requires: identity.requirement() };
    let game = to_its_end(async move { app.lobby.accept(&app, &by, &id, None).await }).await?.to_string();
    Ok((StatusCode::CREATED, axum::Json(wire::Accepted { game })))
}

/// Declines a challenge; the player who made it learns the reason.
#[utoipa::path(post, operation_id = "declineChallenge", path = "/api/challenge/{id}/decline", tag = "lobby",
    params(("id" = String, Path)), request_body = wire::DeclineRequest,
    responses((status = 204), (status = 403, body = wire::Problem), (status = 409, body = wire::Problem)))]
pub(crate) async fn decline_challenge(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
    Json(request): Json<wire::DeclineRequest>,
) -> ApiResult<StatusCode> {
    let id = SeekId::parse(&id)?;
    let (player, requires) = (somebody(&identity)?, identity.requirement());
    let reason = request.reason.into();
    to_its_end(async move { app.lobby.decline(&app, &player, requires, (&id, reason)).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws a challenge of the caller, or takes note that it was declined.
#[utoipa::path(post, operation_id = "cancelChallenge", path = "/api/challenge/{id}/cancel", tag = "lobby",
    params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 409, body = wire::Problem)))]
pub(crate) async fn cancel_challenge(state: State<App>, identity: Identity, id: Path<String>) -> ApiResult<StatusCode> {
    withdraw(state, identity, id).await
}

/// Accepts a seek: its game begins.
#[utoipa::path(post, operation_id = "acceptSeek", path = "/api/lobby/{id}/accept", tag = "lobby",
    params(("id" = String, Path)), request_body = wire::AcceptRequest,
    responses((status = 201, body = wire::Accepted), (status = 403, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn accept(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    Json(request): Json<wire::AcceptRequest>,
) -> ApiResult<(StatusCode, CookieJar, axum::Json<wire::Accepted>)> {
    let id = SeekId::parse(&id)?;
    let (jar, by) = seeker(&app, client, identity).await?;
    let accepting = async move { app.lobby.accept(&app, &by, &id, request.variant.as_deref()).await };
    let game = to_its_end(accepting).await?.to_string();
    Ok((StatusCode::CREATED, jar, axum::Json(wire::Accepted { game })))
}

/// Withdraws a seek of the caller.
#[utoipa::path(delete, operation_id = "withdrawSeek", path = "/api/lobby/{id}", tag = "lobby", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 409, body = wire::Problem)))]
pub(crate) async fn withdraw(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let id = SeekId::parse(&id)?;
    let requires = identity.requirement();
    let nobody = || ApiError::forbidden("not-yours", "This is somebody else's seek.");
    let player = identity.player.ok_or_else(nobody)?;
    to_its_end(async move { app.lobby.withdraw(&app, &player, requires, &id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses a rated seek whose games can't be rated. A range says nothing where nothing is rated.
pub(super) fn rateable(wish: &Wish) -> ApiResult<()> {
    if wish.side.is_some() {
        return Err(ApiError::impossible("not-rated", "In a rated game the sides are drawn."));
    }
    if wish.help {
        return Err(ApiError::impossible("not-rated", NO_HELP));
    }
    if let (Some(least), Some(most)) = (wish.range.least, wish.range.most)
        && least > most
    {
        return Err(ApiError::impossible(
            "bad-seek",
            "The range of ratings is empty: its lower end is above its upper one.",
        ));
    }
    match &wish.wanted {
        Wanted::Group(_) if wish.control.is_some() => Ok(()),
        Wanted::Group(_) => Terms::new("", &Options::new(), true, None).map(|_| ()),
        Wanted::Games(games) => games.iter().try_for_each(|choice| {
            Terms::new(&choice.variant, &choice.options, choice.dimensions.is_some(), wish.control).map(|_| ())
        }),
    }
}

/// Does work that goes on even if nobody waits for the answer: those who look on must hear of what was stored.
pub(super) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    tokio::spawn(Payer::current().pay(work)).await.map_err(ApiError::internal)?
}

async fn seeker(app: &App, client: Client, identity: Identity) -> ApiResult<(CookieJar, Seeker)> {
    let requires = identity.requirement();
    let (jar, player) = identity.or_new(app, client).await?;
    Ok((jar, Seeker { client, player, requires }))
}

/// What is asked for, if it can be offered to everybody: games of the catalogue, and published ones that are listed; as many
/// games as may be named, and bytes stored of them.
pub(super) async fn wanted(app: &App, wanted: wire::Wanted, (most, longest): (usize, usize)) -> ApiResult<Wanted> {
    let bad = |message: String| ApiError::impossible("bad-seek", message);
    let games = match wanted {
        wire::Wanted::Group { group } => return Ok(Wanted::Group(group.into())),
        wire::Wanted::Games { games } => games,
    };
    if !(1..=most).contains(&games.len()) {
        return Err(bad(format!("Name 1 to {most} games.")));
    }
    let mut choices: Vec<Choice> = Vec::new();
    for wire::WantedGame { variant, options, .. } in games {
        let variant = app.variant(&variant, &options).await?;
        if let Some(definition) = DefinitionId::parse(&variant.view.id) {
            let published = app.store.published(&definition).await?;
            if published.is_none_or(|published| published.taken_down || published.shown.is_none()) {
                let message =
                    "Only games that everybody sees in the list of games can be sought. Share a link to play others.";
                return Err(ApiError::forbidden("not-listed", message));
            }
        }
        let choice = Choice {
            variant: variant.view.id.clone(),
            options: variant.chosen.clone(),
            title: variant.view.title.clone(),
            dimensions: variant.is_usual().then_some(variant.summary.dimensions),
        };
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    let wanted = Wanted::Games(choices);
    if serde_json::to_string(&wanted).map_or(0, |text| text.len()) > longest {
        return Err(bad("That is too much at once: name fewer games.".to_owned()));
    }
    Ok(wanted)
}
