//! Whether the server is well.

/// Whether the server answers.
#[utoipa::path(get, path = "/healthz", tag = "status", responses((status = 200, body = String)))]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}
