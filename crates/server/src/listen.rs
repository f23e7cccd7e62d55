//! Taking connections: limits on their number and on how long a request takes to arrive, headers, and an orderly end.

use crate::app::App;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::thinkers::Thinkers;
use crate::{assets, identity, routes};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};
use tower_http::trace::TraceLayer;

/// What a request's body may be long, where a route says nothing else: enough for the moves of a very long game.
const BODY: usize = 128 << 10;

/// How long open requests and sockets may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why a server could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// Its address is taken, or not one of this machine.
    #[error("can't listen on {address}: {cause}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        cause: io::Error,
    },
    /// The folder of its data can't be used.
    #[error("can't use the data in {}: {cause}", .folder.display())]
    Data {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The database can't be used.
    #[error("can't use the database in {}: {cause}", .folder.display())]
    Database {
        /// The folder of the database.
        folder: PathBuf,
        /// What the database says.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StartError {
    /// Whether another program listens there already.
    pub fn is_address_in_use(&self) -> bool {
        matches!(self, Self::Address { cause, .. } if cause.kind() == io::ErrorKind::AddrInUse)
    }
}

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and the address.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let address = config.address;
        let refused = |cause| StartError::Address { address, cause };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let folder = &config.data;
        let unusable = |cause| StartError::Data { folder: folder.clone(), cause };
        let metrics = Arc::new(Metrics::new());
        let store = Store::open(&config, address, metrics.clone())
            .await
            .map_err(|cause| StartError::Database { folder: folder.clone(), cause: cause.into() })?;
        let first_key = identity::first_key(folder).map_err(unusable)?;
        let thinkers = Thinkers::start(config.engines, config.hash_mb, metrics.clone()).map_err(unusable)?;
        let app = App::new(config, first_key, store, thinkers, metrics);
        tokio::spawn(app.clone().keep_house());
        Ok(Self { app, listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` is ready; then finishes what is going on, for some seconds at the most.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let connections = Arc::new(Semaphore::new(self.app.config.limits.connections));
        let service = service(self.app.clone());
        let graceful = GracefulShutdown::new();
        tokio::pin!(end);
        loop {
            let permit = connections.clone().acquire_owned();
            let accepted = async { (permit.await, self.listener.accept().await) };
            let (permit, accepted) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut end => break,
            };
            match (permit, accepted) {
                (Ok(permit), Ok((stream, peer))) => connect(&self.app, &service, &graceful, stream, peer, permit),
                (_, Err(error)) => {
                    // Out of file descriptors, most likely: some will be free again soon.
                    tracing::warn!(%error, "can't accept a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                (Err(_), _) => break,
            }
        }
        drop(self.listener);
        self.app.end();
        if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
            tracing::info!("connections that did not end in time were cut");
        }
        self.app.store.close().await;
    }
}

/// Serves one connection.
fn connect(
    app: &App,
    service: &Router,
    graceful: &GracefulShutdown,
    stream: TcpStream,
    peer: SocketAddr,
    permit: OwnedSemaphorePermit,
) {
    // Moves are small and wanted at once.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "can't switch off Nagle's algorithm");
    }
    let service = service.clone();
    let handler = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        service.clone().oneshot(request)
    });
    let mut server = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new()).http1_only();
    server.http1().timer(TokioTimer::new()).header_read_timeout(app.config.limits.patience).max_buf_size(64 << 10);
    let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), handler).into_owned();
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, %peer, "a connection broke");
        }
        drop(permit);
    });
}

/// All routes with what goes round them.
fn service(app: App) -> Router {
    let (api, description) = routes::api();
    let description = description.to_json().unwrap_or_default();
    let describe = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    let patience = app.config.limits.patience;
    let router = api
        .route("/api/openapi.json", axum::routing::get(describe))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), routes::guard))
        .layer(RequestBodyTimeoutLayer::new(patience))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(30)))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(crate::error::Refusal::internal("a handler panicked"))
        }))
        .layer(TraceLayer::new_for_http());
    with_headers(router).with_state(app)
}

/// Headers that forbid a browser what the pages don't need.
fn with_headers(router: Router<App>) -> Router<App> {
    let headers = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
             connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ];
    headers.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        ))
    })
}
