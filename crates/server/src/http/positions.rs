//! Positions worked out for the client: legal moves, lines, threats, set-ups.

use super::Json;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::resources::{Deadline, Lane};
use crate::variants::Variant;
use crate::variants::replay::{self, Replay};
use crate::wire::PositionRequest;
use crate::wire::{self, translate};
use axum::extract::State;
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Counters, Position, Rules, Setup};
use std::sync::Arc;

/// As many threats are told.
const MOST_THREATS: usize = 1_000;

/// The position after some moves, with its legal moves.
#[utoipa::path(post, operation_id = "getPosition", path = "/api/positions", tag = "positions", request_body = wire::PositionRequest,
    responses((status = 200, body = wire::Position), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn position(
    State(app): State<App>,
    Json(request): Json<wire::PositionRequest>,
) -> ApiResult<axum::Json<wire::Position>> {
    let variant = app.variant(&request.variant, &request.options).await?;
    let work = move |deadline: &Deadline| {
        let replay = Replay::new(&variant.rules, request.fen.as_deref(), &request.moves, deadline)?;
        let view = replay.view(true);
        Ok(wire::Position { history: Some(replay.history), ..view })
    };
    app.resources.compute(Lane::Analysis, work).await.map(axum::Json)
}

/// The lines of a piece.
#[utoipa::path(post, operation_id = "getLines", path = "/api/lines", tag = "positions", request_body = wire::LinesRequest,
    responses((status = 200, body = wire::Lines), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn lines(
    State(app): State<App>,
    Json(request): Json<wire::LinesRequest>,
) -> ApiResult<axum::Json<wire::Lines>> {
    let wire::LinesRequest { position, cell, piece, color } = request;
    let lines =
        match (piece, color) {
            (Some(piece), Some(color)) => {
                let variant = app.variant(&position.variant, &position.options).await?;
                let work = move |_: &Deadline| {
                    let (cell, piece) = (cell_of(&variant.rules, cell)?, piece_of(&variant.rules, piece)?);
                    Ok(variant.rules.lines_alone(color.into(), piece, cell))
                };
                app.resources.compute(Lane::Analysis, work).await?
            }
            _ => {
                replayed(&app, position, move |variant, position, _| {
                    Ok(position.lines_from(cell_of(&variant.rules, cell)?))
                })
                .await?
            }
        };
    Ok(axum::Json(wire::Lines { lines: translate::lines(lines) }))
}

/// The enemy pieces that could capture a side's royal, or a piece of a group of which it has hardly more than it
/// must keep.
#[utoipa::path(post, operation_id = "getThreats", path = "/api/threats", tag = "positions", request_body = wire::ThreatsRequest,
    responses((status = 200, body = wire::Threats), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn threats(
    State(app): State<App>,
    Json(request): Json<wire::ThreatsRequest>,
) -> ApiResult<axum::Json<wire::Threats>> {
    let side = request.side.into();
    let threats =
        replayed(&app, request.position, move |_, position, deadline| threats_to(&position, side, deadline)).await?;
    Ok(axum::Json(wire::Threats { threats }))
}

/// The FEN of pieces put on the board by hand, and what forbids to play it.
#[utoipa::path(post, operation_id = "checkSetup", path = "/api/setups", tag = "positions", request_body = wire::SetupRequest,
    responses((status = 200, body = wire::SetupAnswer), (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub(crate) async fn setup(
    State(app): State<App>,
    Json(request): Json<wire::SetupRequest>,
) -> ApiResult<axum::Json<wire::SetupAnswer>> {
    let variant = app.variant(&request.variant, &request.options).await?;
    app.resources.compute(Lane::Analysis, move |_| set_up(&variant.rules, &request)).await.map(axum::Json)
}

/// What `work` makes of a position, on a thread of its own.
async fn replayed<T: Send + 'static>(
    app: &App,
    request: PositionRequest,
    work: impl FnOnce(Arc<Variant>, Position, &Deadline) -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let variant = app.variant(&request.variant, &request.options).await?;
    let work = move |deadline: &Deadline| {
        let PositionRequest { fen, moves, .. } = &request;
        let position = replay::play_through(&variant.rules, fen.as_deref(), moves, deadline, |_, _| {})?;
        work(variant, position, deadline)
    };
    app.resources.compute(Lane::Analysis, work).await
}

fn cell_of(rules: &Rules, cell: u16) -> ApiResult<Cell> {
    let cells = rules.board().len();
    if usize::from(cell) < cells {
        return Ok(Cell(cell));
    }
    Err(ApiError::impossible("no-such-cell", format!("There is no cell {cell}: the board has {cells}, from 0.")))
}

fn piece_of(rules: &Rules, piece: u8) -> ApiResult<PieceType> {
    let pieces = rules.spec().pieces.len();
    if usize::from(piece) < pieces {
        return Ok(PieceType(piece));
    }
    Err(ApiError::impossible(
        "no-such-piece",
        format!("There is no piece type {piece}: the game has {pieces}, from 0."),
    ))
}

fn threats_to(position: &Position, side: Color, deadline: &Deadline) -> ApiResult<Vec<wire::Threat>> {
    let spec = position.rules().spec();
    let counts = position.family_counts(side);
    let scarce: Vec<PieceType> = spec
        .goals
        .families
        .iter()
        .zip(counts)
        .filter(|(group, count)| *count <= group.least + 1)
        .flat_map(|(group, _)| group.members[side].iter().copied())
        .chain(spec.royal())
        .collect();
    let precious = spec
        .board
        .cells()
        .filter(|&cell| position.piece_at(cell).is_some_and(|(color, kind)| color == side && scarce.contains(&kind)));
    let mut threats = Vec::new();
    for to in precious {
        deadline.check()?;
        let attackers = position.attackers(to, !side);
        threats.extend(attackers.into_iter().map(|from| wire::Threat { from: from.0, to: to.0 }));
        if threats.len() >= MOST_THREATS {
            threats.truncate(MOST_THREATS);
            break;
        }
    }
    Ok(threats)
}

fn set_up(rules: &Rules, request: &wire::SetupRequest) -> ApiResult<wire::SetupAnswer> {
    let mut placement = vec![None; rules.board().len()];
    for &(cell, piece, color) in &request.pieces {
        placement[cell_of(rules, cell)?.index()] = Some((color.into(), piece_of(rules, piece)?));
    }
    let mut hands = ByColor::<Vec<(PieceType, u16)>>::default();
    for (color, held) in [(Color::White, &request.hands.white), (Color::Black, &request.hands.black)] {
        for &(piece, count) in held.iter().filter(|held| held.1 > 0) {
            hands[color].push((piece_of(rules, piece)?, count));
        }
    }
    // A right to castle goes with the pieces where they start from.
    let at = |cell: Cell, color, kind| placement[cell.index()] == Some((color, kind));
    let spec = rules.spec();
    let castling = spec.castlings.iter().filter(|castling| {
        let royal = spec.royal().is_some_and(|royal| at(castling.royal.0, castling.color, royal));
        royal && at(castling.partner.0, castling.color, castling.partner_type)
    });
    let setup = Setup {
        castling: castling.map(|castling| castling.right).collect(),
        placement,
        hands,
        side: request.side.into(),
        en_passant: None,
        halfmove: 0,
        fullmove: 1,
        counters: Counters::default(),
    };
    // A position knows its obligations; a setup that is none is written as it is.
    Ok(match Position::new(rules, setup) {
        Ok(position) => {
            let over = position.outcome_of_position().map(|outcome| format!("The game is over: {outcome}."));
            wire::SetupAnswer { fen: position.fen(), problems: over.into_iter().collect() }
        }
        Err(error) => wire::SetupAnswer {
            fen: error.setup.fen(rules),
            problems: error.reasons.iter().map(ToString::to_string).collect(),
        },
    })
}
