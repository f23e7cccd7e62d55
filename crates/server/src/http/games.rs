//! Games: beginning, joining, looking up.

use super::extract::{Game, Json, Query};
use super::guard::address;
use super::identity::Identity;
use super::lobby::NO_HELP;
use super::tagged::{self, versioned};
use crate::app::App;
use crate::domain::{DefinitionId, GameId, PlayerId, Record};
use crate::error::{ApiError, ApiResult};
use crate::ratings;
use crate::resources::{Client, Deadline, Lane};
use crate::rooms::Command;
use crate::store::{Filter, Limit, Place, Write};
use crate::variants::workshop::first_play;
use crate::wire::{self, SideWish, translate};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use rand::Rng;
use spielraum_play::{Pairing, Seat};
use spielraum_queries::game;
use spielraum_queries::record::{self, imported};
use spielraum_rules::Color;
use std::collections::HashMap;

/// What a new game is charged with, in bytes, besides a definition of its own.
const GAME: u32 = 1_024;

/// Starts a game.
#[utoipa::path(post, operation_id = "beginGame", path = "/api/games", tag = "games", request_body = wire::GameRequest,
    responses((status = 201, body = wire::Game), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn begin(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(request): Json<wire::GameRequest>,
) -> ApiResult<(StatusCode, CookieJar, axum::Json<wire::Game>)> {
    game::check_level(request.opponent)?;
    let control = request.clock.map(game::control).transpose()?;
    let variant = app.variant(&request.variant, &request.options).await?;
    let (rules, fen, from_fen) = (variant.rules.clone(), request.fen.clone(), request.fen.is_some());
    let start = app.compute(move || Ok(game::start(&rules, fen.as_deref())?)).await?;
    let requirement = identity.requirement();
    let (jar, player) = identity.or_new(&app, client).await?;
    let terms = match request.rated {
        true if request.opponent != wire::Opponent::Friend || request.side != SideWish::Random || from_fen => {
            let message = "A rated game is against a friend, from the game's own start, and the sides are drawn.";
            return Err(ApiError::impossible("not-rated", message));
        }
        true if request.help => return Err(ApiError::impossible("not-rated", NO_HELP)),
        true => {
            let terms = ratings::terms(&app, &variant, control).await?;
            ratings::may_begin(&app, &player).await?;
            Some(terms)
        }
        false => None,
    };
    let limit = Limit::Games { player: player.clone(), most: app.config.limits.games_each };
    app.store.must_be_within(limit.clone()).await?;
    let side = match request.side {
        SideWish::White => Color::White,
        SideWish::Black => Color::Black,
        SideWish::Random if rand::rng().random() => Color::White,
        SideWish::Random => Color::Black,
    };
    let pairing = Pairing {
        variant: request.variant,
        options: variant.chosen.clone(),
        title: variant.view.title.clone(),
        start,
        opponent: request.opponent.into(),
        seats: Seat::all(&player, side, request.opponent.into()),
        control,
    };
    // Without another person there is nothing to agree to.
    let help = request.help && request.opponent == wire::Opponent::Friend;
    let record = Record::begin(pairing, player.clone(), app.store.moment()).rated(terms).helped(help);
    let id = record.id.clone();
    let own = DefinitionId::parse(&variant.view.id);
    let known = match &own {
        Some(own) => app.store.definition(own).await?.is_some(),
        None => true,
    };
    let bytes = if known { 0 } else { variant.view.definition.len() as u32 };
    app.resources.rate_limits.storage(client, Some(&player), GAME + bytes)?;
    let mut writes = vec![Write::Within(limit), Write::NewGame(Box::new(record))];
    if let Some(own) = own {
        // It may have been checked and not kept; the game needs it as long as it lasts.
        writes.push(Write::NewDefinition { id: own.clone(), text: variant.view.definition.clone() });
        writes.extend(first_play(&app, client, own, &player).await?);
    }
    writes.extend(requirement);
    app.store.writer().write(writes).await?;
    let game = app.rooms.room(&app, &id).await?.look(|scene| scene.view(Some(&player))).await;
    Ok((StatusCode::CREATED, jar, axum::Json(game)))
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
        Place::read(page)
            .ok_or_else(|| ApiError::bad("bad-query", "`page` is what the previous page returned as `next`."))
    });
    let after = after.transpose()?;
    let Identity { player, .. } = &identity;
    if query.mine && player.is_none() {
        return Ok(axum::Json(wire::Games { games: Vec::new(), next: None }));
    }
    if query.turn {
        let records = match player {
            Some(player) => app.store.turns(player).await?,
            None => Vec::new(),
        };
        return summaries(&app, &records, None, player.as_ref()).await;
    }
    let filter = Filter {
        variant: query.variant,
        status: query.status.map(Into::into),
        player: player.clone().filter(|_| query.mine),
        after,
        ..Filter::default()
    };
    let (records, next) = app.store.games(filter).await?;
    summaries(&app, &records, next, player.as_ref()).await
}

/// Games in a line each, as a player sees them.
pub(super) async fn summaries(
    app: &App,
    records: &[Record],
    next: Option<Place>,
    player: Option<&PlayerId>,
) -> ApiResult<axum::Json<wire::Games>> {
    let ids: Vec<&PlayerId> = records.iter().flat_map(Record::people).collect();
    let names = app.store.names(&ids).await?;
    let rated: Vec<&GameId> =
        records.iter().filter(|record| record.counts().is_some()).map(|record| &record.id).collect();
    let changes = if rated.is_empty() { HashMap::new() } else { app.store.changes(&rated).await? };
    let games = records.iter().map(|record| {
        let ratings = changes.get(&record.id).copied().unwrap_or_default();
        translate::game_summary(record, &names, &ratings, player)
    });
    let games = games.collect();
    Ok(axum::Json(wire::Games { games, next: next.map(|place| place.to_string()) }))
}

/// A game.
#[utoipa::path(get, operation_id = "getGame", path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<axum::Json<wire::Game>> {
    let room = app.rooms.room(&app, &id).await?;
    Ok(axum::Json(room.look(|scene| scene.view(identity.player.as_ref())).await))
}

/// The variant that a game is played by. If its definition was taken down, title, texts and definition are left out.
#[utoipa::path(get, operation_id = "getGameVariant", path = "/api/games/{id}/variant", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Variant), (status = 404, body = wire::Problem)))]
pub(crate) async fn variant(State(app): State<App>, Game(id): Game, headers: HeaderMap) -> ApiResult<Response> {
    let locale = tagged::locale(&headers);
    let game = app.rooms.room(&app, &id).await?.look(|scene| scene.view(None)).await;
    let variant = app.variant_of_game(&game.variant, &game.options).await?;
    if app.variants.may_begin(&game.variant).is_ok() {
        return Ok(tagged::translated(versioned(&headers, variant.view_in(locale))?, locale));
    }
    let told = wire::Variant {
        title: game.title,
        inventor: None,
        year: None,
        summary: None,
        description: None,
        sources: Vec::new(),
        notes: Vec::new(),
        definition: String::new(),
        ..variant.view_in(locale).clone()
    };
    Ok(tagged::translated(versioned(&headers, &told)?, locale))
}

/// Joins a game on its free side.
#[utoipa::path(post, operation_id = "joinGame", path = "/api/games/{id}/join", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 404, body = wire::Problem), (status = 409, body = wire::Problem)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<(CookieJar, axum::Json<wire::Game>)> {
    let room = app.rooms.room(&app, &id).await?;
    let requires = identity.requirement();
    let (jar, player) = identity.or_new(&app, client).await?;
    room.act(&app, Some(player.clone()), requires, Command::Join).await?;
    let game = room.look(|scene| scene.view(Some(&player))).await;
    if let Some(own) = DefinitionId::parse(&game.variant) {
        let playing = async {
            match first_play(&app, client, own, &player).await? {
                Some(write) => app.store.writer().write(vec![write]).await,
                None => Ok(()),
            }
        };
        if let Err(error) = playing.await {
            // The game has begun all the same.
            tracing::warn!(error.message, "a first play was not noted");
        }
    }
    Ok((jar, axum::Json(game)))
}

/// Removes a game of one's own that nobody else has a part in: one that still waits for the second player, or one
/// against the engine or on one device.
#[utoipa::path(delete, operation_id = "removeGame", path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn remove(State(app): State<App>, identity: Identity, Game(id): Game) -> ApiResult<StatusCode> {
    let room = app.rooms.room(&app, &id).await?;
    let requires = identity.requirement();
    room.act(&app, identity.player, requires, Command::Remove).await?;
    app.rooms.forget(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// Aborts a game before the second move; nobody wins.
#[utoipa::path(post, operation_id = "abortGame", path = "/api/games/{id}/abort", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn abort(
    State(app): State<App>,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<axum::Json<wire::Game>> {
    commanded(&app, identity, &id, Command::Abort).await
}

/// Claims victory in a game without a clock: it was the opponent's turn for seven days, and the opponent was absent.
#[utoipa::path(post, operation_id = "claimGame", path = "/api/games/{id}/claim", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = wire::Game), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem)))]
pub(crate) async fn claim(
    State(app): State<App>,
    identity: Identity,
    Game(id): Game,
) -> ApiResult<axum::Json<wire::Game>> {
    commanded(&app, identity, &id, Command::Claim).await
}

/// Does something in a game, and shows what has become of it.
async fn commanded(app: &App, identity: Identity, id: &GameId, command: Command) -> ApiResult<axum::Json<wire::Game>> {
    let room = app.rooms.room(app, id).await?;
    room.act(app, identity.player.clone(), identity.requirement(), command).await?;
    Ok(axum::Json(room.look(|scene| scene.view(identity.player.as_ref())).await))
}

/// A game as text, which `/api/import` and the program `spielraum` read.
#[utoipa::path(get, operation_id = "getGameText", path = "/api/games/{id}/text", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = wire::Problem)))]
pub(crate) async fn text(State(app): State<App>, headers: HeaderMap, Game(id): Game) -> ApiResult<impl IntoResponse> {
    let room = app.rooms.room(&app, &id).await?;
    let (game, hidden) = room.look(|scene| (scene.view(None), scene.is_hidden())).await;
    if hidden {
        return Err(ApiError::hidden());
    }
    let state = room.game().await;
    let link = format!("{}/game/{id}", address(&app, &headers).unwrap_or_default());
    let text = record::written(&game, &state, &link);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{}-{id}.txt\"", game.variant)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, text))
}

/// Reads a game record; every move in it must be legal.
#[utoipa::path(post, operation_id = "importGame", path = "/api/import", tag = "games", request_body = wire::ImportRequest,
    responses((status = 200, body = wire::Imported), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn import(
    State(app): State<App>,
    Json(request): Json<wire::ImportRequest>,
) -> ApiResult<axum::Json<wire::Imported>> {
    let told = record::read(&request.text)?;
    let variant = app.variant(&told.game, &told.options.iter().cloned().collect()).await?;
    let options = variant.chosen.clone();
    let work = move |deadline: &Deadline| Ok(imported(told, &variant.rules, options, &|| deadline.check())?);
    app.resources.compute(Lane::Workshop, work).await.map(axum::Json)
}
