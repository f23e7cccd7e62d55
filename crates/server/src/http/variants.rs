//! The gallery, and variants with their rules.

use super::extract::Query;
use super::tagged::versioned;
use crate::app::App;
use crate::error::ApiResult;
use crate::variants::Options;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

/// The variants of the catalogue.
#[utoipa::path(get, operation_id = "listVariants", path = "/api/variants", tag = "variants", responses((status = 200, body = Vec<wire::VariantSummary>)))]
pub(crate) async fn list(State(app): State<App>, headers: HeaderMap) -> ApiResult<Response> {
    let mut summaries = Vec::new();
    for id in spielraum_catalogue::ids() {
        summaries.push(app.variant(id, &Options::new()).await?.summary.clone());
    }
    versioned(&headers, &summaries)
}

/// A variant of the catalogue or the workshop. Every query parameter is an option: `?castling=on`.
#[utoipa::path(get, operation_id = "getVariant", path = "/api/variants/{id}", tag = "variants",
    params(("id" = String, Path, description = "The variant's id")),
    responses((status = 200, body = wire::Variant), (status = 400, body = wire::Problem), (status = 404, body = wire::Problem)))]
pub(crate) async fn one(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(options): Query<Options>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    versioned(&headers, &app.variant(&id, &options).await?.view)
}
