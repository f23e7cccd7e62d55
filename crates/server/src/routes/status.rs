//! Whether the server is well.

use crate::app::App;
use crate::error::Answer;
use axum::extract::State;

/// Whether the server answers and its database can be read.
#[utoipa::path(get, operation_id = "getHealth", path = "/healthz", tag = "status",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 500, body = crate::wire::Problem)))]
pub(crate) async fn health(State(app): State<App>) -> Answer<&'static str> {
    app.store.clocks_run().await?;
    Ok("ok\n")
}
