//! Leaderboards.

use crate::app::App;
use crate::domain::Ladder;
use crate::error::ApiResult;
use crate::store::{Leader, STEP};
use crate::wire;
use axum::extract::{Path, State};

/// The ladders in which somebody has a rating, the largest first.
#[utoipa::path(get, operation_id = "listLadders", path = "/api/ratings", tag = "ratings",
    responses((status = 200, body = Vec<wire::LadderSummary>)))]
pub(crate) async fn list(State(app): State<App>) -> ApiResult<axum::Json<Vec<wire::LadderSummary>>> {
    let ladders = app.store.ladders().await?.into_iter();
    let summary = |(ladder, players): (Ladder, u32)| wire::LadderSummary { ladder: (&ladder).into(), players };
    Ok(axum::Json(ladders.map(summary).collect()))
}

/// Who leads a ladder, and how its ratings are distributed.
#[utoipa::path(get, operation_id = "getLadder", path = "/api/ratings/{ladder}", tag = "ratings",
    params(("ladder" = String, Path)),
    responses((status = 200, body = wire::Leaderboard), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    Path(ladder): Path<String>,
) -> ApiResult<axum::Json<wire::Leaderboard>> {
    let ladder = Ladder::asked(&ladder)?;
    let found = app.store.leaders(&ladder).await?;
    let ranked = |leader: Leader| wire::Ranked {
        name: leader.name,
        points: leader.rated.rating.shown(),
        deviation: leader.rated.rating.deviation_at(crate::time::now()).round() as i32,
        won: leader.rated.won,
        drawn: leader.rated.drawn,
        lost: leader.rated.lost,
    };
    Ok(axum::Json(wire::Leaderboard {
        ladder: (&ladder).into(),
        leaders: found.leaders.into_iter().map(ranked).collect(),
        provisional: found.provisional.into_iter().map(ranked).collect(),
        step: STEP,
        distribution: found.distribution,
    }))
}
