//! Problems that are solved.

use super::extract::Json;
use super::identity::Identity;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::ratings;
use crate::resources::{Lane, Payer};
use crate::wire;
use axum::extract::State;
use spielraum_queries::solve::{problem, solved_with_text};
use spielraum_solve::{Checkpoint, Limits, Wanted, Watch, solve as find};
use std::time::{Duration, Instant};

/// So long after it was asked for there is an answer: sooner than the server breaks off requests.
const PATIENCE: Duration = Duration::from_secs(27);

/// A problem is not begun with less time than this.
const LEAST: Duration = Duration::from_secs(1);

/// Solves a problem on a thread of the engines. Where time or room does not suffice, or others wait, the answer is what was
/// found until then, and why that is not all.
#[utoipa::path(post, operation_id = "solve", path = "/api/solve", tag = "analysis", request_body = wire::SolveRequest,
    responses((status = 200, body = wire::Solved), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn solve(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::SolveRequest>,
) -> ApiResult<axum::Json<wire::Solved>> {
    let until = Instant::now() + PATIENCE;
    ratings::may_be_helped(&app, identity.player.as_ref(), &request.variant).await?;
    let variant = app.variant(&request.variant, &request.options).await?;
    let (game, nodes) = (request.variant.clone(), request.nodes);
    let limit = Duration::from_secs(request.seconds.into());
    let (rules, memory, lane) = (variant.rules.clone(), app.config.hash_mb << 20, variant.lane(Lane::Analysis, 0));
    let read = move |_: &_| Ok(problem(&rules, &request, memory)?);
    let problem = app.resources.compute(lane, read).await?;
    let work = move |wanted: Wanted| {
        let left = until.saturating_duration_since(Instant::now());
        if left < LEAST {
            return (None, 0);
        }
        let limits = Limits { time: Some(limit.min(left)), nodes };
        let report = find(&problem, &Watch::while_wanted(limits, wanted), &mut Checkpoint::default(), &|_, _| ());
        (Some(solved_with_text(&game, &problem, &report)), report.nodes)
    };
    let mut search = app.engines.solve(Payer::current(), &variant, until, work)?;
    // What was begun with all the time there was still reports what it has found.
    match tokio::time::timeout_at((until + LEAST).into(), search.answer()).await {
        Ok(Some(Some(solved))) => Ok(axum::Json(solved)),
        Err(_) | Ok(None | Some(None)) => {
            Err(ApiError::busy("Others analyse and solve at present. Try again in a moment."))
        }
    }
}
