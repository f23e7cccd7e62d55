//! The shelf: games of the workshop that their inventors have published.

use super::extract::{Json, Query};
use super::identity::Identity;
use super::people::{ROW, reason_word, short_enough_report};
use super::players::owner;
use super::workshop::short_enough;
use crate::app::App;
use crate::domain::{DefinitionId, PlayerId, ids, names};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::store::{Limit, Place, Published, Write};
use crate::variants::workshop;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;

/// Characters that a card has room for: of a title, of an inventor's name, of a year, of the line below.
const TITLE: usize = 80;
const INVENTOR: usize = 80;
const YEAR: usize = 40;
const SUMMARY: usize = 300;

/// A page of the shelf, the newest game first: what everybody sees, or all that one has published oneself.
#[utoipa::path(get, operation_id = "listPublished", path = "/api/published", tag = "shelf", params(wire::ShelfQuery),
    responses((status = 200, body = wire::Shelf), (status = 400, body = wire::Problem)))]
pub(crate) async fn list(
    State(app): State<App>,
    Identity { player, .. }: Identity,
    Query(query): Query<wire::ShelfQuery>,
) -> ApiResult<axum::Json<wire::Shelf>> {
    let after = query.page.as_deref().map(|page| {
        Place::read(page)
            .ok_or_else(|| ApiError::bad("bad-query", "`page` is what the previous page returned as `next`."))
    });
    let after = after.transpose()?;
    if query.mine && player.is_none() {
        return Ok(axum::Json(wire::Shelf { games: Vec::new(), next: None }));
    }
    let (found, next) = app.store.shelf(player.as_ref().filter(|_| query.mine), after).await?;
    let games = found.into_iter().map(|game| told(game, player.as_ref())).collect::<ApiResult<_>>()?;
    Ok(axum::Json(wire::Shelf { games, next: next.map(|place| place.to_string()) }))
}

/// Publishes a definition, or a new version of a game of one's own that is published: it takes its place in the list,
/// and games that are played by the one before go on. Only accounts publish.
#[utoipa::path(post, operation_id = "publish", path = "/api/published", tag = "shelf", request_body = wire::Publication,
    responses((status = 201, body = wire::Published), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 409, body = wire::Problem), (status = 413, body = wire::Problem), (status = 422, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn publish(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Json(wire::Publication { text, replaces }): Json<wire::Publication>,
) -> ApiResult<(StatusCode, axum::Json<wire::Published>)> {
    let text = short_enough(wire::Definition { text })?;
    let player = owner(&app, &identity).await?.player;
    let id = DefinitionId::of(&text);
    let compiled = workshop::sound(&app, text.clone()).await?;
    let summary = wire::VariantSummary { id: id.to_string(), ..compiled.summary.clone() };
    for (what, said, most) in [
        ("title", Some(&summary.title), TITLE),
        ("inventor", summary.inventor.as_ref(), INVENTOR),
        ("year", summary.year.as_ref(), YEAR),
        ("summary", Some(&summary.summary), SUMMARY),
    ] {
        names::fits_a_card(what, said.map_or("", String::as_str), most)?;
    }
    let replaces = may_stand(&app, &player, &id, replaces.as_deref()).await?;
    let limit = Limit::Published { player: player.clone(), most: app.config.limits.published_each };
    let limit = replaces.is_none().then_some(limit);
    if let Some(limit) = &limit {
        app.store.must_be_within(limit.clone()).await?;
    }
    let known = app.store.definition(&id).await?.is_some();
    app.resources.rate_limits.publication(&player)?;
    app.resources.rate_limits.storage(client, Some(&player), ROW + if known { 0 } else { text.len() as u32 })?;
    let written = serde_json::to_string(&summary).map_err(ApiError::internal)?;
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    writes.extend([
        Write::NewDefinition { id: id.clone(), text },
        Write::Publish { definition: id.clone(), player: player.clone(), summary: written, replaces },
    ]);
    writes.extend(limit.map(Write::Within));
    app.store.writer().write(writes).await.map_err(|error| if error.code == "taken" { on_shelf() } else { error })?;
    let game = told(known_game(&app, &id).await?, Some(&player))?;
    Ok((StatusCode::CREATED, axum::Json(game)))
}

/// The published definition whose place another one of this id takes, if any; refused is what is another's, or was taken
/// down.
async fn may_stand(
    app: &App,
    player: &PlayerId,
    id: &DefinitionId,
    replaces: Option<&str>,
) -> ApiResult<Option<DefinitionId>> {
    if let Some(same) = app.store.published(id).await? {
        let same = own(same, player).map_err(|error| if error.code == "not-yours" { on_shelf() } else { error })?;
        // Published again, as by a client that has not received the answer, it is its own new version.
        return match replaces.and_then(DefinitionId::parse).filter(|other| *other != same.definition) {
            Some(other) if app.store.published(&other).await?.is_some() => Err(on_shelf()),
            _ => Ok(Some(same.definition)),
        };
    }
    match replaces {
        Some(old) => Ok(Some(own(known_game(app, &named(old)?).await?, player)?.definition)),
        None => Ok(None),
    }
}

fn on_shelf() -> ApiError {
    ApiError::conflict("published", "This definition is published already.")
}

/// Unpublishes a game of the caller. Games that are played by it go on, and its link leads to it as long as to any
/// definition.
#[utoipa::path(delete, operation_id = "unpublish", path = "/api/published/{id}", tag = "shelf", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn unpublish(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let player = owner(&app, &identity).await?.player;
    let Published { definition, .. } = own(known_game(&app, &named(&id)?).await?, &player)?;
    let off = Write::Unpublish { definition, player };
    app.store.writer().write(identity.requirement().into_iter().chain([off]).collect()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports a published game to the administrator.
#[utoipa::path(post, operation_id = "reportPublished", path = "/api/published/{id}/report", tag = "shelf",
    params(("id" = String, Path)), request_body = wire::ReportRequest,
    responses((status = 204), (status = 404, body = wire::Problem), (status = 413, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn report(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    Path(id): Path<String>,
    Json(request): Json<wire::ReportRequest>,
) -> ApiResult<(CookieJar, StatusCode)> {
    short_enough_report(&request)?;
    let Published { definition, player, taken_down, .. } = known_game(&app, &named(&id)?).await?;
    if taken_down {
        return Err(missing());
    }
    let mut writes: Vec<Write> = identity.requirement().into_iter().collect();
    let (cookies, reporter) = identity.or_new(&app, client).await?;
    app.resources.rate_limits.report(&reporter)?;
    app.resources.rate_limits.storage(client, Some(&reporter), ROW + request.text.len() as u32)?;
    let reason = reason_word(request.reason).to_owned();
    writes.push(Write::Report {
        id: ids::short(),
        reporter,
        player,
        game: definition.to_string(),
        reason,
        text: request.text,
    });
    app.store.writer().write(writes).await?;
    Ok((cookies, StatusCode::NO_CONTENT))
}

/// The definition that a client names.
fn named(id: &str) -> ApiResult<DefinitionId> {
    DefinitionId::parse(id).ok_or_else(missing)
}

async fn known_game(app: &App, id: &DefinitionId) -> ApiResult<Published> {
    app.store.published(id).await?.ok_or_else(missing)
}

fn missing() -> ApiError {
    ApiError::not_found("not-published", "There is no such published game; it may have been unpublished.")
}

/// A published game if it is the player's, and no administrator has taken it down.
fn own(game: Published, player: &PlayerId) -> ApiResult<Published> {
    if game.player != *player {
        return Err(ApiError::forbidden("not-yours", "Somebody else has published this game."));
    }
    if game.taken_down {
        return Err(ApiError::forbidden("taken-down", "The administrator has unpublished this game."));
    }
    Ok(game)
}

/// A published game as `asker` sees it.
fn told(game: Published, asker: Option<&PlayerId>) -> ApiResult<wire::Published> {
    Ok(wire::Published {
        variant: serde_json::from_str(&game.summary).map_err(ApiError::internal)?,
        publisher: game.name,
        yours: asker == Some(&game.player),
        created: game.created,
        updated: game.updated,
        taken_down: game.taken_down,
        waiting: game.shown.is_none(),
    })
}
