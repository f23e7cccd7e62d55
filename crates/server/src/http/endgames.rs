//! What endgame tables say of positions.

use super::extract::{Json, Query};
use super::identity::Identity;
use super::positions::replayed;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::ratings;
use crate::resources::Lane;
use crate::variants::Options;
use crate::wire::{
    self, Endgame, EndgameMove, EndgameResult, EndgameValue, Tablebase, TablebaseCategory, TablebaseMove,
};
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use spielraum_endgames::{EndgameError, MoveValue, Tables, Value};
use spielraum_rules::{Position, Reason};

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

/// For pages of other sites, and kept for an hour: tables change when somebody builds new ones.
const FOR_ALL: [(HeaderName, &str); 3] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    (header::CACHE_CONTROL, "public, max-age=3600"),
];

/// What endgame tables say of a position and of each of its moves, in the words of Lichess' tablebase; pages of other sites
/// may ask, too. Query parameters besides `fen` are the variant's options.
#[utoipa::path(get, operation_id = "getTablebase", path = "/api/tables/{id}", tag = "positions",
    params(("id" = String, Path, description = "The variant's id"),
        ("fen" = String, Query, description = "The position; `_` may stand for a space")),
    responses((status = 200, body = wire::Tablebase), (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn tablebase(
    State(app): State<App>,
    identity: Identity,
    Path(id): Path<String>,
    Query(mut options): Query<Options>,
) -> ApiResult<impl IntoResponse> {
    let fen = options.remove("fen").ok_or_else(|| ApiError::bad("bad-query", "The position is missing: ?fen=FEN"))?;
    ratings::may_be_helped(&app, identity.player.as_ref(), &id).await?;
    let variant = app.variant(&id, &options).await?;
    let Some(tables) = variant.tables.clone() else {
        let message = format!("This server has no endgame tables of {}.", variant.view.title);
        return Err(ApiError::not_found("no-tables", message));
    };
    let fen = Some(fen.replace('_', " "));
    let request = wire::PositionRequest { variant: id, options, fen, moves: Vec::new() };
    let work = move |position: Position, _: &_| Ok(tabled(&tables, &position));
    let found = replayed(&app, request, Lane::Analysis, work).await?.map_err(ApiError::internal)?;
    Ok((FOR_ALL, axum::Json(found)))
}

fn tabled(tables: &Tables, position: &Position) -> Result<Tablebase, EndgameError> {
    let mut after = position.clone();
    let mut moves = Vec::new();
    let known = if position.outcome_of_position().is_some() { Vec::new() } else { tables.moves(position)? };
    for MoveValue { made, value } in known {
        after.make(made);
        let end = End::of(&after);
        // What tables say is worth something to the side that moves; the position after it, to the other one.
        let value = value.map(Value::after);
        moves.push(TablebaseMove {
            uci: position.move_text(made),
            san: position.san(made),
            category: category(value, &after),
            dtm: value.and_then(dtm),
            zeroing: after.halfmove_clock() == 0,
            checkmate: end.checkmate,
            stalemate: end.stalemate,
            variant_win: end.variant_win,
            variant_loss: end.variant_loss,
        });
        after.unmake();
    }
    let (value, end) = (tables.probe(position)?, End::of(position));
    Ok(Tablebase {
        fen: position.fen(),
        category: category(value, position),
        dtm: value.and_then(dtm),
        checkmate: end.checkmate,
        stalemate: end.stalemate,
        variant_win: end.variant_win,
        variant_loss: end.variant_loss,
        moves,
    })
}

/// In which way a game is over.
#[derive(Default)]
struct End {
    checkmate: bool,
    stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
}

impl End {
    fn of(position: &Position) -> Self {
        let Some(outcome) = position.outcome_of_position() else { return Self::default() };
        let checkmate = outcome.reason == Reason::Checkmate;
        let stalemate = !checkmate && !position.in_check() && position.count_legal() == 0;
        let won = outcome.winner.map(|winner| winner == position.side_to_move());
        let variant = !checkmate && !stalemate;
        Self {
            checkmate,
            stalemate,
            variant_win: variant && won == Some(true),
            variant_loss: variant && won == Some(false),
        }
    }
}

fn dtm(value: Value) -> Option<i32> {
    match value {
        Value::Win(plies) => Some(plies.into()),
        Value::Draw => None,
        Value::Loss(plies) => Some(-i32::from(plies)),
    }
}

fn category(value: Option<Value>, position: &Position) -> TablebaseCategory {
    let Some(value) = value else { return TablebaseCategory::Unknown };
    let EndgameValue { result, late, .. } = value_of(value, position.halfmove_clock(), position);
    match (result, late) {
        (EndgameResult::Win, false) => TablebaseCategory::Win,
        (EndgameResult::Win, true) => TablebaseCategory::MaybeWin,
        (EndgameResult::Draw, _) => TablebaseCategory::Draw,
        (EndgameResult::Loss, true) => TablebaseCategory::MaybeLoss,
        (EndgameResult::Loss, false) => TablebaseCategory::Loss,
    }
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
