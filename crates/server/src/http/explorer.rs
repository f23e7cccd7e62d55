//! What was played from positions.

use super::extract::Query;
use super::identity::Identity;
use crate::app::App;
use crate::domain::opening::{self, OpeningGame, OpeningMove, Source};
use crate::error::{ApiError, ApiResult};
use crate::ratings;
use crate::resources::{Deadline, Lane};
use crate::variants::Options;
use crate::wire::{self, ExplorerGame, ExplorerGames, ExplorerMove, ExplorerSource};
use axum::extract::{Path, State};
use spielraum_queries::replay;
use spielraum_rules::Position;

/// What was played from a position in the first 30 plies of the games on this server that have ended: moves with their results,
/// and the latest games. Rated games, others between people and those against the engine are kept apart. Query parameters besides
/// `fen` are the variant's options.
#[utoipa::path(get, operation_id = "explore", path = "/api/explorer/{id}", tag = "positions",
    params(("id" = String, Path, description = "The variant's id"),
        ("fen" = Option<String>, Query, description = "The position; `_` may stand for a space. Without it, the start")),
    responses((status = 200, body = wire::Explorer), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
        (status = 422, body = wire::Problem)))]
pub(crate) async fn explore(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
    Query(mut options): Query<Options>,
) -> ApiResult<axum::Json<wire::Explorer>> {
    let fen = options.remove("fen").map(|fen| fen.replace('_', " "));
    ratings::may_be_helped(&app, identity.player.as_ref(), &id).await?;
    let variant = app.variant(&id, &options).await?;
    let lane = variant.lane(Lane::Analysis, 0);
    let work = move |_: &Deadline| {
        let position = replay::start(&variant.rules, fen.as_deref()).map_err(ApiError::from)?;
        let key = opening::key(&variant.view.id, &variant.chosen, &position);
        Ok((position, key))
    };
    let (position, key) = app.resources.compute(lane, work).await?;
    let (moves, games) = app.store.opening(key).await?;
    let told = move |_: &Deadline| Ok(told(&position, &moves, &games));
    app.resources.compute(lane, told).await.map(axum::Json)
}

fn told(position: &Position, moves: &[OpeningMove], games: &[OpeningGame]) -> wire::Explorer {
    let mut sources: Vec<ExplorerSource> = Vec::new();
    for source in Source::ALL {
        let mut of_source = ExplorerSource {
            source: match source {
                Source::Rated => ExplorerGames::Rated,
                Source::Casual => ExplorerGames::Casual,
                Source::Engine => ExplorerGames::Engine,
            },
            white: 0,
            drawn: 0,
            black: 0,
            moves: Vec::new(),
            games: games.iter().filter(|game| game.source == source).map(game).collect(),
        };
        for known in moves.iter().filter(|known| known.source == source) {
            // What a game of an older version of the definition had may be no move any more.
            let Ok(made) = position.parse_move(&known.text) else { continue };
            of_source.white += known.white;
            of_source.drawn += known.drawn;
            of_source.black += known.black;
            of_source.moves.push(ExplorerMove {
                text: known.text.clone(),
                san: position.san(made),
                white: known.white,
                drawn: known.drawn,
                black: known.black,
                rating: (source == Source::Rated && known.games() > 0).then(|| known.points / known.games()),
            });
        }
        if !of_source.moves.is_empty() {
            sources.push(of_source);
        }
    }
    wire::Explorer { fen: position.fen(), sources }
}

fn game(game: &OpeningGame) -> ExplorerGame {
    ExplorerGame {
        game: game.game.to_string(),
        text: game.text.clone(),
        white: game.names.white.clone(),
        black: game.names.black.clone(),
        winner: game.winner.map(Into::into),
        ended: game.at,
    }
}
