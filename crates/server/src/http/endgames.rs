//! What endgame tables say of positions.

use super::extract::Json;
use super::identity::Identity;
use super::positions::replayed;
use crate::app::App;
use crate::error::ApiResult;
use crate::ratings;
use crate::resources::Lane;
use crate::wire::{self, Endgame, EndgameMove, EndgameResult, EndgameValue};
use axum::extract::State;
use spielraum_endgames::{EndgameError, MoveValue, Tables, Value};
use spielraum_rules::Position;

/// What endgame tables say of a position and its moves; nothing where the server has no table of it.
#[utoipa::path(post, operation_id = "getEndgame", path = "/api/endgames", tag = "positions", request_body = wire::PositionRequest,
    responses((status = 200, body = wire::Endgame), (status = 403, body = wire::Problem), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn probe(
    State(app): State<App>,
    identity: Identity,
    Json(request): Json<wire::PositionRequest>,
) -> ApiResult<axum::Json<wire::Endgame>> {
    ratings::may_be_helped(&app, identity.player.as_ref(), &request.variant).await?;
    let variant = app.variant(&request.variant, &request.options).await?;
    let work = move |position: Position, _: &_| {
        let told = variant.tables.as_deref().map(|tables| told(tables, &position)).transpose();
        Ok(told.unwrap_or_else(|error| {
            tracing::warn!(%error, "an endgame table can't be read");
            None
        }))
    };
    replayed(&app, request, Lane::Analysis, work).await.map(|told| axum::Json(told.unwrap_or_default()))
}

fn told(tables: &Tables, position: &Position) -> Result<Endgame, EndgameError> {
    let mut after = position.clone();
    let mut moves = Vec::new();
    for MoveValue { made, value } in tables.moves(position)? {
        let Some(value) = value else { continue };
        after.make(made);
        // The distance counts the move itself.
        let value = value_of(value, after.halfmove_clock().saturating_sub(1), position);
        after.unmake();
        moves.push(EndgameMove { text: position.move_text(made), san: position.san(made), value });
    }
    let value = tables.probe(position)?.map(|value| value_of(value, position.halfmove_clock(), position));
    Ok(Endgame { value, moves })
}

/// A value, if this many plies without progress have been made.
fn value_of(value: Value, clock: u32, position: &Position) -> EndgameValue {
    let limit = position.rules().spec().goals.move_count();
    EndgameValue {
        result: match value {
            Value::Win(_) => EndgameResult::Win,
            Value::Draw => EndgameResult::Draw,
            Value::Loss(_) => EndgameResult::Loss,
        },
        plies: value.plies(),
        late: limit.zip(value.plies()).is_some_and(|(limit, plies)| clock + u32::from(plies) > limit.into()),
    }
}
