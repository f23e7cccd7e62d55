//! Pictures of start positions, and cards of positions and games.
//!
//! A page of the gallery shows a picture of every game of the catalogue. Each is drawn once, browsers keep it for a day, and
//! a network's rate of requests does not count it, so that several people of one network can open that page at once.

use super::extract::{Game, Query};
use super::tagged::tagged;
use crate::app::App;
use crate::cards::Subject;
use crate::error::{ApiError, ApiResult};
use crate::resources::{Client, Lane};
use crate::variants::Options;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use spielraum_arcade::link;
use spielraum_draw::{Theme, View};

/// For how long browsers keep the picture of a game of the catalogue; for a month they may show it while they ask again.
const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400, stale-while-revalidate=2592000");

/// The start position of a variant as SVG. Query parameters besides those named are the variant's options.
#[utoipa::path(get, operation_id = "getPicture", path = "/api/variants/{id}/picture.svg", tag = "variants",
    params(("id" = String, Path, description = "The variant's id"),
        ("view" = Option<String>, Query, description = "`stack`, `slices` or `space`; `stack` if nothing is said"),
        ("theme" = Option<String>, Query, description = "`light` or `dark`; `light` if nothing is said")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 400, body = crate::wire::Problem),
        (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn start(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(mut options): Query<Options>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let own = options.keys().all(|name| name == "view" || name == "theme");
    let usual = own && spielraum_catalogue::contains(&id);
    if !usual {
        app.resources.rate_limits.request(client)?;
    }
    let view = match options.remove("view") {
        None => View::Stack,
        Some(word) => word.parse::<View>().map_err(|error| ApiError::bad("bad-query", error))?,
    };
    let theme = match options.remove("theme").as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(ApiError::bad("bad-query", "A theme is light or dark.")),
    };
    let variant = app.variant(&id, &options).await?;
    let picture = match variant.drawn(view, theme) {
        Some(picture) => picture,
        None => app.resources.compute(Lane::Workshop, move |_| Ok(variant.picture(view, theme))).await?,
    };
    let mut response = tagged(&headers, "image/svg+xml", picture.as_bytes().to_vec());
    if usual {
        response.headers_mut().insert(header::CACHE_CONTROL, A_DAY);
    }
    Ok(response)
}

/// A position of a variant as a card, 1200 x 630 pixels: the board, the name of the game and whose turn it is. Query
/// parameters besides those named are the variant's options.
#[utoipa::path(get, operation_id = "getPositionCard", path = "/api/variants/{id}/picture.png", tag = "variants",
    params(("id" = String, Path, description = "The variant's id"),
        ("fen" = Option<String>, Query, description = "Where it starts; without it the variant's start"),
        ("moves" = Option<String>, Query, description = "The moves made from there, with spaces between them")),
    responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 400, body = crate::wire::Problem),
        (status = 404, body = crate::wire::Problem), (status = 422, body = crate::wire::Problem)))]
pub(crate) async fn position(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(mut options): Query<Options>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (fen, moves) = (options.remove("fen"), options.remove("moves").unwrap_or_default());
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let variant = app.variant(&id, &options).await?;
    let card = Subject::new(variant, fen, moves).card(&app.cards, &app.resources).await?;
    Ok(anywhere(tagged(&headers, "image/png", card.to_vec())))
}

/// Which position of a game.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Shown {
    /// After how many moves; the latest position if nothing is said.
    ply: Option<usize>,
}

/// A game as a card, 1200 x 630 pixels.
#[utoipa::path(get, operation_id = "getGameCard", path = "/api/games/{id}/picture.png", tag = "games",
    params(("id" = String, Path), Shown),
    responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn game(
    State(app): State<App>,
    Game(id): Game,
    Query(Shown { ply }): Query<Shown>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let game = app.rooms.room(&app, &id).await?.look(|scene| scene.view(None)).await;
    let variant = app.variant(&game.variant, &game.options).await?;
    let (mut moves, made) = (game.moves, ply.unwrap_or(usize::MAX));
    if !game.position.hidden.is_empty() {
        // What has happened is shown when the game is over; where it began is known.
        moves.clear();
    }
    // An earlier position is not over yet.
    let ended = game.result.filter(|_| made >= moves.len()).map(|result| result.text);
    moves.truncate(made);
    let subject = Subject { ended, ..Subject::new(variant, Some(game.start), moves) };
    Ok(anywhere(tagged(&headers, "image/png", subject.card(&app.cards, &app.resources).await?.to_vec())))
}

/// Lets pages of other sites show a picture.
fn anywhere(mut response: Response) -> Response {
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    response.headers_mut().insert(policy, HeaderValue::from_static("cross-origin"));
    response
}

/// The path and query of the card of a position.
pub(super) fn position_path(id: &str, options: &Options, fen: Option<&str>, moves: &[String]) -> String {
    let moves = moves.join(" ");
    let own = [("fen", fen.unwrap_or_default()), ("moves", &moves)].into_iter().filter(|(_, value)| !value.is_empty());
    let chosen = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    format!("/api/variants/{}/picture.png?{}", link::coded(id), link::query(own.chain(chosen)))
}
