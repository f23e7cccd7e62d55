//! Whether the server is well.

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::identity::Client;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// Whether the server answers and its database can be read.
#[utoipa::path(get, operation_id = "getHealth", path = "/healthz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 500, body = crate::wire::Problem)))]
pub(crate) async fn health(State(app): State<App>) -> Answer<&'static str> {
    app.store.clocks_run().await?;
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
