//! Games: beginning, joining, looking up.

use super::identity::Identity;
use super::{Json, Query};
use crate::app::App;
use crate::domain::{Beginning, Record, seats};
use crate::error::{ApiError, ApiResult};
use crate::resources::{Client, Deadline, Lane};
use crate::rooms::Wish;
use crate::store::{Filter, Place, Write};
use crate::variants::replay::{self, Replay};
use crate::variants::workshop;
use crate::wire::{self, Opponent, Player, SideWish, translate};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::CookieJar;
use rand::Rng;
use spielraum_catalogue::record::{NoRecord, Told, Written};
use spielraum_play::{Ending, TimeControl};
use spielraum_rules::Color;
use std::time::Duration;

/// What a new game is charged with, in bytes, besides a definition of its own.
const GAME: u32 = 1_024;

/// Begins a game.
#[utoipa::path(post, operation_id = "beginGame", path = "/api/games", tag = "games", request_body = wire::GameRequest,
    responses((status = 201, body = wire::Game), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn begin(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::GameRequest>,
) -> ApiResult<(StatusCode, CookieJar, axum::Json<wire::Game>)> {
    if let Opponent::Engine { level } = request.opponent
        && !(1..=10).contains(&level)
    {
        return Err(ApiError::impossible("bad-level", format!("The engine's levels are 1 to 10, not {level}.")));
    }
    let control = request.clock.map(control).transpose()?;
    let variant = app.variant(&request.variant, &request.options).await?;
    let (rules, fen) = (variant.rules.clone(), request.fen);
    let start = app
        .compute(move || {
            let start = replay::start(&rules, fen.as_deref())?;
            match start.outcome() {
                None => Ok(start.fen()),
                Some(outcome) => {
                    Err(ApiError::impossible("over", format!("The game would be over before it begins. {outcome}.")))
                }
            }
        })
        .await?;
    let (jar, player) = identity.or_new(&app, client).await?;
    let most = app.config.limits.games_each;
    if app.store.unfinished(&player).await? >= most as i64 {
        let message =
            format!("You have {most} games that are not over. Finish or remove some before you begin another.");
        return Err(ApiError::too_many(message));
    }
    let side = match request.side {
        SideWish::White => Color::White,
        SideWish::Black => Color::Black,
        SideWish::Random if rand::rng().random() => Color::White,
        SideWish::Random => Color::Black,
    };
    let beginning = Beginning {
        variant: request.variant,
        options: variant.chosen.clone(),
        title: variant.view.title.clone(),
        start,
        opponent: request.opponent.into(),
        seats: seats(&player, side, request.opponent.into()),
        creator: player.clone(),
        control,
    };
    let record = beginning.record(crate::time::now());
    let id = record.id.clone();
    let own = workshop::is_id(&variant.view.id);
    let known = !own || app.store.definition(&variant.view.id).await?.is_some();
    let bytes = if known { 0 } else { variant.view.definition.len() as u32 };
    app.resources.rate_limits.storage(client, Some(&player), GAME + bytes)?;
    let mut writes = vec![Write::NewGame(Box::new(record))];
    if own {
        // It may have been checked and not kept; the game needs it as long as it lasts.
        writes.push(Write::NewDefinition { id: variant.view.id.clone(), text: variant.view.definition.clone() });
    }
    app.store.writer().write(writes).await?;
    let game = app.rooms.room(&app, &id).await?.view(Some(&player)).await;
    Ok((StatusCode::CREATED, jar, axum::Json(game)))
}

fn control(clock: wire::ClockRequest) -> ApiResult<TimeControl> {
    let wire::ClockRequest { initial, increment } = clock;
    if !(1..=86_400).contains(&initial) || increment > 3_600 {
        let message = "A clock has 1 to 86400 seconds for the game and 0 to 3600 for each move.";
        return Err(ApiError::impossible("bad-clock", message));
    }
    Ok(TimeControl { initial: Duration::from_secs(initial.into()), increment: Duration::from_secs(increment.into()) })
}

/// A page of games, the latest first: one's own, or those that people play against each other.
#[utoipa::path(get, operation_id = "listGames", path = "/api/games", tag = "games", params(wire::GamesQuery),
    responses((status = 200, body = wire::Games), (status = 400, body = wire::Problem)))]
pub(crate) async fn list(
    State(app): State<App>,
    identity: Identity,
    Query(query): Query<wire::GamesQuery>,
) -> ApiResult<axum::Json<wire::Games>> {
    let after = query.page.as_deref().map(|page| {
        Place::read(page).ok_or_else(|| ApiError::bad("bad-query", "`page` is what the page before told as `next`."))
    });
    let after = after.transpose()?;
    let Identity { player, .. } = &identity;
    if query.mine && player.is_none() {
        return Ok(axum::Json(wire::Games { games: Vec::new(), next: None }));
    }
    let filter = Filter {
        variant: query.variant,
        status: query.status.map(Into::into),
        player: player.clone().filter(|_| query.mine),
        after,
    };
    let (records, next) = app.store.games(filter).await?;
    let ids: Vec<&str> = records.iter().flat_map(Record::people).collect();
    let names = app.store.names(&ids).await?;
    let games = records.iter().map(|record| translate::game_summary(record, &names, player.as_deref())).collect();
    Ok(axum::Json(wire::Games { games, next: next.map(|place| place.to_string()) }))
}

/// A game.
#[utoipa::path(get, operation_id = "getGame", path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<axum::Json<wire::Game>> {
    let room = app.rooms.room(&app, &id).await?;
    Ok(axum::Json(room.view(identity.player.as_deref()).await))
}

/// Sits down at the free side of a game.
#[utoipa::path(post, operation_id = "joinGame", path = "/api/games/{id}/join", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 404, body = wire::Problem), (status = 409, body = wire::Problem)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<(CookieJar, axum::Json<wire::Game>)> {
    let room = app.rooms.room(&app, &id).await?;
    let (jar, player) = identity.or_new(&app, client).await?;
    room.act(&app, Some(player.clone()), Wish::Join).await?;
    Ok((jar, axum::Json(room.view(Some(&player)).await)))
}

/// Removes a game of one's own that nobody else has a part in: one that still waits for the second player, or one
/// against the engine or at one screen.
#[utoipa::path(delete, operation_id = "removeGame", path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn remove(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let room = app.rooms.room(&app, &id).await?;
    room.act(&app, identity.player, Wish::Remove).await?;
    app.rooms.forget(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// A game as text, which `/api/import` and the program `spielraum` read.
#[utoipa::path(get, operation_id = "getGameText", path = "/api/games/{id}/text", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = wire::Problem)))]
pub(crate) async fn text(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let room = app.rooms.room(&app, &id).await?;
    let (game, record, state) = (room.view(None).await, room.record().await, room.game().await);
    let name = |player: &Option<Player>| {
        player.as_ref().map_or("?".to_owned(), |player| match player.level {
            Some(level) => format!("{} (level {level})", player.name),
            None => player.name.clone(),
        })
    };
    let players = [name(&game.players.white), name(&game.players.black)];
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let scheme = if app.config.behind_proxy { "https" } else { "http" };
    let link = format!("{scheme}://{host}/game/{id}");
    let written = Written {
        remarks: vec![format!("{}: {} - {}, {link}", record.title, players[0], players[1])],
        game: &record.variant,
        options: record.options.iter().map(|(name, value)| (&**name, &**value)).collect(),
        start: state.start(),
        result: record.progress.ending.as_ref().map_or("unfinished".to_owned(), score),
        moves: &state.moves(),
        resigned: None,
    };
    let text = written.to_string();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{}-{id}.txt\"", game.variant)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, text))
}

/// A result as players write it, and in words.
fn score(ending: &Ending) -> String {
    let score = match ending.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} ({ending})")
}

/// Reads a game record; every move in it must be legal.
#[utoipa::path(post, operation_id = "importGame", path = "/api/import", tag = "games", request_body = wire::ImportRequest,
    responses((status = 200, body = wire::Imported), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn import(
    State(app): State<App>,
    Json(request): Json<wire::ImportRequest>,
) -> ApiResult<axum::Json<wire::Imported>> {
    let told = Told::read(&request.text).map_err(|error| ApiError::impossible("bad-record", sentence(&error)))?;
    let variant = app.variant(&told.game, &told.options.into_iter().collect()).await?;
    let options = variant.chosen.clone();
    let work = move |deadline: &Deadline| {
        let start = told.start.as_ref().map(|start| &*start.text);
        let fen = replay::start(&variant.rules, start)?.fen();
        let moves: Vec<String> = told.moves.into_iter().map(|made| made.text).collect();
        let replay = Replay::new(&variant.rules, start, &moves, deadline)?;
        let moves = replay.history.into_iter().map(|made| made.text).collect();
        Ok(axum::Json(wire::Imported { variant: told.game, options, fen, moves }))
    };
    app.resources.compute(Lane::Analysis, work).await
}

fn sentence(error: &NoRecord) -> String {
    let text = error.to_string();
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}
