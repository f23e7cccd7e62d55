//! Whether the server is well.

use crate::app::App;
use crate::error::ApiResult;
use axum::extract::State;

/// Whether the server answers at all.
#[utoipa::path(get, operation_id = "getHealth", path = "/healthz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Whether new things can be stored: a write is made and read back through another connection, once a second at
/// most, and there is room on the disk.
#[utoipa::path(get, operation_id = "getReadiness", path = "/readyz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = crate::wire::Problem)))]
pub(crate) async fn ready(State(app): State<App>) -> ApiResult<&'static str> {
    app.store.writer().ready().await?;
    Ok("ok\n")
}
