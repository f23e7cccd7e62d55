//! What everybody may see of an account: ratings, results, games.

use super::extract::Query;
use super::games::summaries;
use super::identity::Identity;
use crate::app::App;
use crate::domain::Ladder;
use crate::error::{ApiError, ApiResult};
use crate::store::{Filter, GameEnd, Place, Profile, Rated, Results};
use crate::wire;
use axum::extract::{Path, State};

/// The longest name that is looked for, in bytes.
const LONGEST: usize = 256;

/// The account of a name: its ratings, and how its games ended.
#[utoipa::path(get, operation_id = "getProfile", path = "/api/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = wire::Profile), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    identity: Identity,
    Path(name): Path<String>,
) -> ApiResult<axum::Json<wire::Profile>> {
    let Profile { player, name, created } = named(&app, &name).await?;
    let ratings = app.store.ratings(&player).await?;
    let results = app.store.results(&player).await?;
    let activity = app.store.activity(&player).await?;
    let result =
        |Results { variant, title, won, drawn, lost }| wire::VariantResults { variant, title, won, drawn, lost };
    Ok(axum::Json(wire::Profile {
        name,
        created,
        yours: identity.player.as_ref() == Some(&player),
        ratings: ratings.iter().map(rating).collect(),
        results: results.into_iter().map(result).collect(),
        activity,
    }))
}

/// A page of a player's games against others, the latest first.
#[utoipa::path(get, operation_id = "listPlayerGames", path = "/api/players/{name}/games", tag = "players",
    params(("name" = String, Path), wire::PlayerGamesQuery),
    responses((status = 200, body = wire::Games), (status = 400, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn games(
    State(app): State<App>,
    identity: Identity,
    Path(name): Path<String>,
    Query(query): Query<wire::PlayerGamesQuery>,
) -> ApiResult<axum::Json<wire::Games>> {
    let bad = || ApiError::bad("bad-query", "`page` is what the previous page returned as `next`.");
    let after = query.page.as_deref().map(|page| Place::read(page).ok_or_else(bad)).transpose()?;
    let player = named(&app, &name).await?.player;
    let opponent = match &query.opponent {
        Some(opponent) => Some(named(&app, opponent).await?.player),
        None => None,
    };
    let filter = Filter {
        variant: query.variant,
        status: query.status.map(Into::into),
        player: Some(player),
        public: true,
        opponent,
        won: query.result.map(|result| match result {
            wire::PlayerResult::Won => GameEnd::Won,
            wire::PlayerResult::Drawn => GameEnd::Drawn,
            wire::PlayerResult::Lost => GameEnd::Lost,
        }),
        rated: query.rated,
        after,
    };
    let (records, next) = app.store.games(filter).await?;
    summaries(&app, &records, next, identity.player.as_ref()).await
}

/// How a player's rating in a ladder went.
#[utoipa::path(get, operation_id = "getRatingCourse", path = "/api/players/{name}/ratings/{ladder}", tag = "players",
    params(("name" = String, Path), ("ladder" = String, Path)),
    responses((status = 200, body = wire::RatingCourse), (status = 404, body = wire::Problem)))]
pub(crate) async fn course(
    State(app): State<App>,
    Path((name, ladder)): Path<(String, String)>,
) -> ApiResult<axum::Json<wire::RatingCourse>> {
    let ladder = Ladder::asked(&ladder)?;
    let player = named(&app, &name).await?.player;
    Ok(axum::Json(wire::RatingCourse { games: app.store.course(&player, &ladder).await? }))
}

/// The account of a name.
async fn named(app: &App, name: &str) -> ApiResult<Profile> {
    let unknown = || ApiError::not_found("no-such-player", "There is no account of this name.");
    if name.len() > LONGEST {
        return Err(unknown());
    }
    app.store.profile(name).await?.ok_or_else(unknown)
}

fn rating(rated: &Rated) -> wire::Rating {
    let now = crate::time::now();
    wire::Rating {
        ladder: (&rated.ladder).into(),
        points: rated.rating.shown(),
        deviation: rated.rating.deviation_at(now).round() as i32,
        provisional: rated.rating.is_provisional(now),
        won: rated.won,
        drawn: rated.drawn,
        lost: rated.lost,
        at: rated.rating.at.unwrap_or_default(),
    }
}
