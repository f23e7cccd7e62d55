//! Several nodes on one database: what the one in charge has in memory is asked of it, whichever node a client reaches.

use super::identity::Relayed;
use super::page_paths;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::store::Holder;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::time::Duration;
use tokio::net::TcpStream;

/// The paths that every node answers, since it needs nothing for it that only the one in charge has. All others are asked
/// of that one.
const ANYWHERE: [&str; 17] = [
    // Files of the web client.
    "",
    "/api/openapi.json",
    "/healthz",
    "/readyz",
    "/api/privacy",
    "/api/variants",
    "/api/variants/{id}/picture.svg",
    "/api/variants/{id}/picture.png",
    "/api/positions",
    "/api/lines",
    "/api/threats",
    "/api/setups",
    "/api/endgames",
    "/api/tables/{id}",
    "/api/solve",
    "/api/analysis",
    "/api/workshop/check",
];

/// The page that shows a game as it stands, which only the node in charge knows.
const GAME: &str = "/game/{id}";

/// Whether every node answers what is asked at a path: all pages but that of a game, too.
fn is_answered_anywhere(path: &str) -> bool {
    ANYWHERE.contains(&path) || path != GAME && page_paths::all().any(|page| page == path)
}

/// How long the node in charge may take to be reached.
const PATIENCE: Duration = Duration::from_secs(2);

/// What nodes know each other by, and whose request it is.
const SECRET: HeaderName = HeaderName::from_static("x-spielraum-node");
const CLIENT: HeaderName = HeaderName::from_static("x-spielraum-client");

/// Has the node in charge answer what only it can.
pub(super) async fn relay(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if app.config.node.is_none() || is_answered_anywhere(path) {
        return next.run(request).await;
    }
    match app.store.charge().holder() {
        Holder::Here => next.run(request).await,
        // What another node has sent here goes no further.
        Holder::There(url) if request.extensions().get::<Relayed>().is_none() => {
            forward(&app, &url, request).await.unwrap_or_else(IntoResponse::into_response)
        }
        _ => ApiError::elsewhere().into_response(),
    }
}

/// Takes up whose request it is that another node has sent here.
pub(super) fn take_up(app: &App, request: &mut Request) {
    let (told, client) = (request.headers_mut().remove(SECRET), request.headers_mut().remove(CLIENT));
    let (Some(node), Some(told), Some(client)) = (&app.config.node, told, client) else { return };
    // Digests, so that the time of the comparison shows nothing.
    if Sha256::digest(told.as_bytes()) != Sha256::digest(node.secret()) {
        return;
    }
    if let Some(client) = client.to_str().ok().and_then(|client| client.parse::<IpAddr>().ok()) {
        request.extensions_mut().insert(Relayed(Client(client)));
    }
}

/// Has another node answer.
async fn forward(app: &App, url: &str, mut request: Request) -> ApiResult<Response> {
    let unreachable = |cause: &dyn std::fmt::Display| {
        tracing::warn!(url, %cause, "the node in charge did not answer");
        ApiError::elsewhere()
    };
    let headers = headers(app, &request)?;
    *request.headers_mut() = headers;
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse::<Uri>().map_err(|error| unreachable(&error))?;
    *request.version_mut() = Version::HTTP_11;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let stream = tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await;
    let stream = stream.map_err(|error| unreachable(&error))?.map_err(|error| unreachable(&error))?;
    // Moves are small and wanted at once.
    stream.set_nodelay(true).map_err(|error| unreachable(&error))?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|error| unreachable(&error))?;
    tokio::spawn(connection.with_upgrades());
    let mut response = tokio::select! {
        response = sender.send_request(request) => response.map_err(|error| unreachable(&error))?,
        // It may be stopped, and answer never.
        () = app.store.charge().passed_on(url) => return Err(ApiError::elsewhere()),
    };
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        let there = hyper::upgrade::on(&mut response);
        if let Some(here) = upgrade {
            tokio::spawn(join(app.clone(), url.to_owned(), here, there));
        }
    } else {
        response.headers_mut().remove(header::CONNECTION);
    }
    Ok(response.map(Body::new))
}

/// The headers of a request for another node.
fn headers(app: &App, request: &Request) -> ApiResult<HeaderMap> {
    let client = Client::of(app, request.extensions(), request.headers())?;
    let mut headers = request.headers().clone();
    if !headers.contains_key(header::UPGRADE) {
        headers.remove(header::CONNECTION);
    }
    let value = |text: &str| HeaderValue::from_str(text).map_err(ApiError::internal);
    headers.insert(CLIENT, value(&client.0.to_string())?);
    headers.insert(SECRET, value(app.config.node.as_ref().map_or("", |node| node.secret()))?);
    Ok(headers)
}

/// Passes on what comes over the two ends of a WebSocket, until one of them or this node ends, or another one is in charge.
async fn join(app: App, url: String, here: OnUpgrade, there: OnUpgrade) {
    let (Ok(here), Ok(there)) = tokio::join!(here, there) else { return };
    let [mut here, mut there] = [here, there].map(TokioIo::<Upgraded>::new);
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
        () = app.store.charge().passed_on(&url) => {}
        () = app.ended() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Node};
    use tempfile::TempDir;

    #[tokio::test]
    async fn only_nodes_say_whose_a_request_is() {
        let folder = TempDir::new().unwrap();
        let secret = "s".repeat(32);
        let node = Some(Node::new("http://10.0.0.1:80", &secret).unwrap());
        let app = App::for_tests(Config { node, ..Config::new(folder.path().to_owned()) }, &[]).await;
        for (told, client, relayed) in [
            (Some(&*secret), Some("192.0.2.1"), true),
            (Some("s"), Some("192.0.2.1"), false),
            (None, Some("192.0.2.1"), false),
            (Some(&*secret), None, false),
            (Some(&*secret), Some("me"), false),
        ] {
            let mut request = Request::new(Body::empty());
            let headers = [(SECRET, told), (CLIENT, client)].into_iter();
            request.headers_mut().extend(headers.filter_map(|(name, value)| Some((name, value?.parse().unwrap()))));
            take_up(&app, &mut request);
            assert!(request.headers().is_empty());
            let found = request.extensions().get::<Relayed>().map(|Relayed(client)| client.0.to_string());
            assert_eq!(found.as_deref(), relayed.then_some("192.0.2.1"), "{told:?} {client:?}");
        }
        // It goes on with the address that came with it, not with its own.
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(Relayed(Client([192, 0, 2, 1].into())));
        let passed = headers(&app, &request).unwrap();
        assert_eq!((&passed[CLIENT], &passed[SECRET]), (&"192.0.2.1".parse().unwrap(), &secret.parse().unwrap()));
        app.store.close().await;
    }

    #[test]
    fn what_is_answered_anywhere_is_there() {
        let (_, description) = super::super::api();
        for path in ANYWHERE.into_iter().filter(|path| !path.is_empty() && *path != "/api/openapi.json") {
            assert!(description.paths.paths.contains_key(path), "{path} leads nowhere");
        }
        assert!(page_paths::all().any(|page| page == GAME));
        for (path, anywhere) in
            [("/rules/{id}", true), ("/embed/game/{id}", true), (GAME, false), ("/api/games/{id}", false), ("", true)]
        {
            assert_eq!(is_answered_anywhere(path), anywhere, "{path}");
        }
    }
}
