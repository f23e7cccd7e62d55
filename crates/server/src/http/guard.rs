//! What every request to the interface passes.

use super::identity::{Identity, Relayed, bearer};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::metrics::Served;
use crate::resources::Client;
use crate::resources::Payer;
use crate::traces;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::time::Instant;
use tracing::Instrument;

/// What a request is known by, in answers and in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The name of methods that are answered nowhere.
const OTHER: &str = "_OTHER";

/// The routes of pages that may be shown inside another page.
const FRAMED: &str = "/embed/";

/// The path whose handler counts its requests itself, since a page shows many pictures that cost next to nothing.
const PICTURE: &str = "/api/variants/{id}/picture.svg";

/// Where the interface for programs begins, and the path where programs get their tokens, which looks at no cookies.
const API: &str = "/api/";
const EXCHANGE: &str = "/api/oauth/token";

/// Headers of answers that pages of other sites may read.
const EXPOSED: &str = "retry-after, x-request-id";

/// Where the log has a line for each request.
const REQUESTS: &str = "spielraum::requests";

/// Limits the rate of requests, refuses those that another site's page sends, counts, and puts what follows on the
/// account of the client's network.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    super::nodes::take_up(&app, &mut request);
    let method = name_of(request.method());
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let id = id_of(&app, &request);
    if let (Some(_), Ok(id)) = (&app.config.node, HeaderValue::from_str(&id)) {
        // Another node may answer, and its log says the same.
        request.headers_mut().insert(REQUEST_ID, id);
    }
    let client = Client::of(&app, request.extensions(), request.headers());
    let network = client.as_ref().map_or_else(|_| String::new(), |client| client.network().to_string());
    let span = traces::request(method, &path, &id);
    if app.config.behind_proxy {
        traces::follow(&span, traces::CONTEXT.map(|name| request.headers().get(name)?.to_str().ok()));
    }
    let elsewhere = path.starts_with(API) && (by_token(request.headers()) || path == EXCHANGE);
    let answering = async {
        let client = match admit(&app, &request, &path, client) {
            Ok(_) if asks_first(&request) => return preflight(),
            Ok(client) => client,
            Err(error) => return error.into_response(),
        };
        match (introduced(&app, request).await, client) {
            (Ok(request), Some(client)) => {
                app.resources.at_cost_of(Payer::new(client.0, None), next.run(request)).await
            }
            (Ok(request), None) => next.run(request).await,
            (Err(error), _) => error.into_response(),
        }
    };
    // Whatever is logged meanwhile has the request's id.
    let answering = answering.instrument(span.clone()).instrument(tracing::info_span!("request", id));
    let mut response = answering.await;
    let (status, took) = (response.status().as_u16(), started.elapsed());
    traces::answered(&span, status);
    tracing::info!(target: REQUESTS, id, method, path, status, ms = took.as_secs_f64() * 1000.0, network);
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    if elsewhere {
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
    app.metrics.requests.get_or_create(&Served { method, path, status }).inc();
    app.metrics.answers.observe(took.as_secs_f64());
    response
}

/// The id of a request: the one that a proxy or node of ours has given it, or a new one.
fn id_of(app: &App, request: &Request) -> String {
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let fits = |id: &&str| (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    match given.filter(fits) {
        Some(id) if app.config.behind_proxy || request.extensions().get::<Relayed>().is_some() => id.to_owned(),
        _ => crate::domain::ids::short(),
    }
}

/// A method's name in log, metrics and traces. Clients may make up methods: those that are answered nowhere have one
/// name in common, the semantic conventions' own.
fn name_of(method: &Method) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "DELETE"].into_iter().find(|name| *name == method.as_str()).unwrap_or(OTHER)
}

/// Who asks, where that matters.
fn admit(app: &App, request: &Request, path: &str, from: ApiResult<Client>) -> ApiResult<Option<Client>> {
    let headers = request.headers();
    if !known_host(headers, &app.config.hosts) {
        let message = "This server does not serve this host name. The administrator can add it: `--host NAME`.";
        return Err(ApiError::new(ErrorKind::Misdirected, "unknown-host", message));
    }
    if is_framed(headers) && !path.starts_with(FRAMED) {
        return Err(ApiError::forbidden(
            "framed",
            "Other sites may show the pages below /embed/ in a frame, and no others.",
        ));
    }
    let only_reads = request.method().is_safe() && !headers.contains_key(header::UPGRADE);
    // Who sends a token acts on purpose: a browser adds cookies by itself, and tokens never.
    if !only_reads && !same_site(headers) && !by_token(headers) && path != EXCHANGE {
        return Err(ApiError::forbidden("other-site", "Pages of other sites may not do this."));
    }
    let mut client = None;
    if path.starts_with(API) {
        let from = from?;
        if path != PICTURE {
            app.resources.rate_limits.request(from)?;
        }
        client = Some(from);
    }
    if name_of(request.method()) != OTHER || (path.starts_with(API) && asks_first(request)) {
        return Ok(client);
    }
    Err(ApiError::new(ErrorKind::Method, "bad-method", "This method is not used here."))
}

/// The same request, if its token is good for it: what a page of another site sends passes by its token alone, and not every
/// handler asks who calls.
async fn introduced(app: &App, request: Request) -> ApiResult<Request> {
    if same_site(request.headers()) || !by_token(request.headers()) {
        return Ok(request);
    }
    let (mut parts, body) = request.into_parts();
    Identity::from_request_parts(&mut parts, app).await?;
    Ok(Request::from_parts(parts, body))
}

/// Whether a request comes with a token, and so with nobody's cookies: [`Identity`](super::identity::Identity) then looks at no
/// others.
fn by_token(headers: &HeaderMap) -> bool {
    bearer(headers).is_some()
}

/// Whether a browser asks before a page of another site sends a request with a token (Fetch, "CORS-preflight fetch").
fn asks_first(request: &Request) -> bool {
    let headers = request.headers();
    let named = |name: &str| name.trim().eq_ignore_ascii_case(header::AUTHORIZATION.as_str());
    let wanted = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS).and_then(|names| names.to_str().ok());
    request.method() == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
        && wanted.is_some_and(|names| names.split(',').any(named))
}

/// That a page of another site may send a request with a token. Without a token it may not, and cookies are not allowed at all.
fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, accept-language"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Whether a browser is about to show the answer inside another page.
fn is_framed(headers: &HeaderMap) -> bool {
    let shown = headers.get("sec-fetch-dest").and_then(|value| value.to_str().ok());
    shown.is_some_and(|shown| ["iframe", "frame", "embed", "object", "fencedframe"].contains(&shown))
}

/// Whether a request is meant for this server. A name that is not known may be another site's that leads here to get
/// round the browser's same-origin policy (DNS rebinding); an address can't be.
fn known_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let mut told = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (told.next(), told.next()) else { return false };
    let Some(authority) = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) else { return false };
    let host = authority.host().trim_end_matches('.').to_ascii_lowercase();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    address.parse::<IpAddr>().is_ok()
        || host == "localhost"
        || host.ends_with(".localhost")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(&host))
}

/// Where this server is reached, such as `https://chess.example`, by the name in a request that [`guard`] knew.
pub(super) fn address(app: &App, headers: &HeaderMap) -> Option<String> {
    let authority = headers.get(header::HOST)?.to_str().ok()?.parse::<Authority>().ok()?;
    let scheme = if app.config.behind_proxy { "https" } else { "http" };
    let port = authority.port().map_or(String::new(), |port| format!(":{port}"));
    Some(format!("{scheme}://{}{port}", authority.host()))
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

    #[test]
    fn names_that_lead_here_are_not_enough() {
        let hosts = ["chess.example".to_owned()];
        let known = |host: &'static str| {
            known_host(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]), &hosts)
        };
        for host in
            ["localhost:7640", "127.0.0.1:7640", "[::1]:7640", "192.0.2.7", "Chess.Example", "chess.example.:80"]
        {
            assert!(known(host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "x@evil.example"] {
            assert!(!known(host), "{host}");
        }
        assert!(!known_host(&HeaderMap::new(), &hosts));
    }
}
