//! Tournaments: listed, created, joined and left.

use super::extract::Json;
use super::identity::Identity;
use super::lobby::{rateable, wanted};
use super::people::somebody;
use crate::app::App;
use crate::domain::{Form, Range, Stage, Start, Tournament, TournamentId, Wish, names};
use crate::error::{ApiError, ApiResult};
use crate::present;
use crate::resources::Client;
use crate::tournaments::{Entrant, Kind};
use crate::wire::{self, TournamentStart};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use spielraum_play::TimeControl;
use spielraum_queries::game::control;
use std::ops::RangeInclusive;

/// Characters of a title.
const TITLE: usize = 60;

/// Games that a tournament may name, and the bytes that is stored of them at most.
const GAMES: usize = 16;
const LONGEST: usize = 2_048;

/// How many may take part, and how many in a round robin.
const PLAYERS: RangeInclusive<u32> = 2..=128;
const ALL_MEET: u32 = 20;

const MINUTES: RangeInclusive<u32> = 5..=360;
const ROUNDS: RangeInclusive<u32> = 2..=15;

/// How far ahead a tournament may begin, in milliseconds.
const AHEAD: i64 = 60 * 24 * 60 * 60 * 1000;

/// The tournaments that are not over, in the order of their creation, and those that were over last.
#[utoipa::path(get, operation_id = "listTournaments", path = "/api/tournaments", tag = "tournaments",
    responses((status = 200, body = wire::Tournaments)))]
pub(crate) async fn list(State(app): State<App>, identity: Identity) -> ApiResult<axum::Json<wire::Tournaments>> {
    let all = app.store.tournaments(identity.player.as_ref()).await?;
    Ok(axum::Json(wire::Tournaments { tournaments: all.iter().map(present::listed).collect() }))
}

/// A tournament.
#[utoipa::path(get, operation_id = "getTournament", path = "/api/tournaments/{id}", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = wire::Tournament), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Tournament>> {
    shown(&app, &identity, &TournamentId::parse(&id)?).await
}

/// Creates a tournament. It needs an account; the creator takes part only after joining.
#[utoipa::path(post, operation_id = "createTournament", path = "/api/tournaments", tag = "tournaments",
    request_body = wire::TournamentRequest,
    responses((status = 201, body = wire::Tournament), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::TournamentRequest>,
) -> ApiResult<(StatusCode, axum::Json<wire::Tournament>)> {
    let by = entrant(client, &identity)?;
    let bad = |why: String| ApiError::impossible("bad-tournament", why);
    let title = names::one_line("title", &request.title, TITLE).map_err(bad)?;
    let form: Form = request.form.into();
    let control = control(request.clock)?;
    let now = app.store.moment();
    let start = match request.start {
        TournamentStart::At { at } => Start::At(at),
        TournamentStart::With { players } => Start::With(players),
    };
    fits(form, control, (start, request.most), now.time).map_err(bad)?;
    let wanted = wanted(&app, request.wanted, (GAMES, LONGEST)).await?;
    let wish =
        Wish { wanted, side: None, control: Some(control), rated: request.rated, help: false, range: Range::default() };
    if wish.rated {
        rateable(&wish)?;
    }
    let id = TournamentId::random();
    let tournament = Tournament {
        id: id.clone(),
        creator: by.player.clone(),
        title,
        form,
        wanted: wish.wanted,
        control: wish.control,
        rated: wish.rated,
        start,
        most: request.most,
        stage: Stage::Upcoming,
        round: 0,
        created: now.time,
        begun: None,
        ended: None,
    };
    by.create(&app, tournament).await?;
    Ok((StatusCode::CREATED, shown(&app, &identity, &id).await?))
}

/// Joins a tournament before it begins, or an arena while it goes on; or comes back after a pause.
#[utoipa::path(post, operation_id = "joinTournament", path = "/api/tournaments/{id}/join", tag = "tournaments",
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Tournament), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 429, body = wire::Problem)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Tournament>> {
    change(&app, client, &identity, &id, Kind::Join).await
}

/// Is not paired until one joins again.
#[utoipa::path(post, operation_id = "pauseTournament", path = "/api/tournaments/{id}/pause", tag = "tournaments",
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Tournament), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn pause(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Tournament>> {
    change(&app, client, &identity, &id, Kind::Pause).await
}

/// Leaves a tournament for good, and resigns the games of it that go on.
#[utoipa::path(post, operation_id = "withdrawFromTournament", path = "/api/tournaments/{id}/withdraw", tag = "tournaments",
    params(("id" = String, Path)),
    responses((status = 200, body = wire::Tournament), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn withdraw(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Tournament>> {
    change(&app, client, &identity, &id, Kind::Withdraw).await
}

/// Calls a tournament of one's own off before it begins.
#[utoipa::path(delete, operation_id = "callTournamentOff", path = "/api/tournaments/{id}", tag = "tournaments",
    params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn call_off(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    entrant(client, &identity)?.call_off(&app, &TournamentId::parse(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn entrant(client: Client, identity: &Identity) -> ApiResult<Entrant> {
    Ok(Entrant { client, player: somebody(identity)?, requires: identity.requirement() })
}

async fn change(
    app: &App,
    client: Client,
    identity: &Identity,
    id: &str,
    kind: Kind,
) -> ApiResult<axum::Json<wire::Tournament>> {
    let id = TournamentId::parse(id)?;
    entrant(client, identity)?.change(app, &id, kind).await?;
    shown(app, identity, &id).await
}

/// A tournament as the caller sees it.
async fn shown(app: &App, identity: &Identity, id: &TournamentId) -> ApiResult<axum::Json<wire::Tournament>> {
    let view = app.tournaments.view(&app.store, id).await?;
    let mut shown = view.shown.clone();
    shown.at = crate::time::now();
    if let Some(player) = &identity.player {
        shown.yours = view.held.tournament.creator == *player;
        shown.you = present::tournament_player(&view.held, player);
        shown.summary.joined = shown.you.as_ref().is_some_and(|you| you.state != wire::EntryState::Withdrawn);
    }
    Ok(axum::Json(shown))
}

/// Whether form, clock, start and size fit together, or why not.
fn fits(form: Form, control: TimeControl, (start, most): (Start, u32), now: i64) -> Result<(), String> {
    let within = |what: &str, value: u32, range: &RangeInclusive<u32>| match range.contains(&value) {
        true => Ok(()),
        false => Err(format!("Choose {} to {} {what}.", range.start(), range.end())),
    };
    within("players", most, &PLAYERS)?;
    match form {
        Form::Arena { minutes, .. } => {
            within("minutes", minutes, &MINUTES)?;
            if !control.is_live() {
                return Err("An arena needs a clock for the whole game. With days for each move, choose another form."
                    .to_owned());
            }
        }
        Form::Swiss { rounds } => within("rounds", rounds, &ROUNDS)?,
        Form::RoundRobin { .. } if most > ALL_MEET => {
            return Err(format!(
                "A round robin has room for at most {ALL_MEET} players. Choose the Swiss system for more."
            ));
        }
        Form::RoundRobin { .. } => {}
    }
    match start {
        Start::At(at) if at < now || at > now.saturating_add(AHEAD) => {
            Err("A tournament begins within 60 days from now.".to_owned())
        }
        Start::At(_) => Ok(()),
        Start::With(players) => within("players for the beginning", players, &(2..=most)),
    }
}
