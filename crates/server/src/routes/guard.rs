//! What every request to the interface passes.

use crate::app::App;
use crate::error::Refusal;
use crate::identity::Client;
use crate::metrics::Served;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// Limits the rate of requests, refuses those that another site's page sends, and counts.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let response = match admit(&app, &request, &path) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let served = Served { method: method.to_string(), path, status: response.status().as_u16() };
    app.metrics.requests.get_or_create(&served).inc();
    app.metrics.answers.observe(started.elapsed().as_secs_f64());
    response
}

fn admit(app: &App, request: &Request, path: &str) -> Result<(), Refusal> {
    let headers = request.headers();
    let only_reads = request.method().is_safe() && !headers.contains_key(header::UPGRADE);
    if !only_reads && !same_site(headers) {
        return Err(Refusal::forbidden("other-site", "Pages of other sites may not do this."));
    }
    if path.starts_with("/api/") {
        app.gates.request(Client::of(app, request.extensions(), headers))?;
    }
    // Other methods than these are answered nowhere, and need no labels of their own.
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::DELETE) {
        return Ok(());
    }
    Err(Refusal::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "bad-method", "This method is not used here."))
}

/// Whether a request comes from a page of this server, or from no page at all.
fn same_site(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn pages_of_other_sites_are_known() {
        let headers = |origin: &'static str| {
            HeaderMap::from_iter([
                (header::HOST, HeaderValue::from_static("a.example:80")),
                (header::ORIGIN, HeaderValue::from_static(origin)),
            ])
        };
        assert!(same_site(&HeaderMap::new()) && same_site(&headers("http://a.example:80")));
        assert!(!same_site(&headers("http://b.example")) && !same_site(&headers("null")));
    }
}
