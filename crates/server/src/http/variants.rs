//! The gallery, and variants with their rules.

use super::extract::Query;
use super::tagged::{self, versioned};
use crate::app::App;
use crate::error::ApiResult;
use crate::variants::Options;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use spielraum_queries::variants;

/// The variants of the catalogue. The texts of this and the next are in the language that `Accept-Language` prefers, English or German.
#[utoipa::path(get, operation_id = "listVariants", path = "/api/variants", tag = "variants", responses((status = 200, body = Vec<wire::VariantSummary>)))]
pub(crate) async fn list(State(app): State<App>, headers: HeaderMap) -> ApiResult<Response> {
    let locale = tagged::locale(&headers);
    let translation = spielraum_catalogue::translation(locale);
    let mut summaries = Vec::new();
    for id in spielraum_catalogue::ids() {
        summaries.push(variants::summary_in(&app.variant(id, &Options::new()).await?.summary, &translation));
    }
    Ok(tagged::translated(versioned(&headers, &summaries)?, locale))
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
    let locale = tagged::locale(&headers);
    let variant = app.variant(&id, &options).await?;
    Ok(tagged::translated(versioned(&headers, variant.view_in(locale))?, locale))
}
