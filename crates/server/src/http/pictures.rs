//! Pictures of start positions.

use super::extract::Query;
use super::tagged::tagged;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::resources::Lane;
use crate::variants::Options;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use spielraum_draw::{Theme, View};

/// The start position of a variant as SVG. Query parameters besides those named are the variant's options.
#[utoipa::path(get, operation_id = "getPicture", path = "/api/variants/{id}/picture.svg", tag = "variants",
    params(("id" = String, Path, description = "The variant's id"),
        ("view" = Option<String>, Query, description = "`stack`, `slices` or `space`; `stack` if nothing is said"),
        ("theme" = Option<String>, Query, description = "`light` or `dark`; `light` if nothing is said")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 400, body = crate::wire::Problem),
        (status = 404, body = crate::wire::Problem)))]
pub(crate) async fn start(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(mut options): Query<Options>,
    headers: HeaderMap,
) -> ApiResult<Response> {
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
    let picture = app.resources.compute(Lane::Analysis, move |_| Ok(variant.picture(view, theme))).await?;
    Ok(tagged(&headers, "image/svg+xml", picture.as_bytes().to_vec()))
}
