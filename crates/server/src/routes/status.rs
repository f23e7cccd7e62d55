//! Whether the server is well.

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::identity::Client;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// Whether the server answers at all.
#[utoipa::path(get, operation_id = "getHealth", path = "/healthz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Whether new things can be stored: a write is made and read back through another connection, once a second at the
/// most, and there is room on the disk.
#[utoipa::path(get, operation_id = "getReadiness", path = "/readyz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = crate::wire::Problem)))]
pub(crate) async fn ready(State(app): State<App>) -> Answer<&'static str> {
    app.store.writer().ready().await?;
    Ok("ok\n")
}

/// Figures for Prometheus, told to this machine only.
#[utoipa::path(get, operation_id = "getMetrics", path = "/metrics", tag = "status",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"),
        (status = 403, body = crate::wire::Problem)))]
pub(crate) async fn metrics(State(app): State<App>, client: Client) -> Answer<impl IntoResponse> {
    if !client.0.is_loopback() {
        return Err(Refusal::forbidden("not-here", "The figures are told to the server's own machine only."));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], app.metrics.text()))
}
