//! Taking connections: limits on their number and on how long a request takes to arrive, headers, and an orderly end.

use super::silent::{Place, Silent};
use super::traffic::Traffic;
use super::{assets, pages};
use crate::app::App;
use crate::config::{Config, Stored};
use crate::engine_pool::{EnginePool, Workers};
use crate::keys::Keys;
use crate::mail::Post;
use crate::memory;
use crate::metrics::Metrics;
use crate::passwords::Passwords;
use crate::resources::{Connection, Resources};
use crate::store::Store;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// What a request's body may be long, where a route says nothing else: enough for the moves of a very long game.
const BODY: usize = 128 << 10;

/// How long open requests and sockets may take when the server ends, and then what it is clearing away.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long the database may take to be closed; all that was acknowledged is in it already.
const CLOSING: Duration = Duration::from_secs(10);

/// Files that the process needs besides connections.
const OTHER_FILES: u64 = 256;

/// Connections at once to where the metrics are reported.
const METRICS_CONNECTIONS: usize = 16;

/// One in this many places is kept free for those who come.
const FREE: usize = 8;

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
    /// The threads of the engines, or those that hash passwords, can't be started.
    #[error("can't start the threads of the engines and of passwords: {cause}")]
    Threads {
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
    #[error("can't use {database}: {cause}")]
    Database {
        /// Where it is.
        database: String,
        /// What the database says.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// E-mail, or notices to devices, can't be sent.
    #[error("can't set up the sending of notices: {cause}")]
    Mail {
        /// What the library says.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StartError {
    /// Whether another program listens there already.
    pub fn is_address_in_use(&self) -> bool {
        matches!(self, Self::Address { cause, .. } if cause.kind() == io::ErrorKind::AddrInUse)
    }
}

/// How a server has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As it was asked to.
    InOrder,
    /// By itself, since another node has taken its place.
    Displaced,
}

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    metrics: Option<TcpListener>,
    address: SocketAddr,
    /// How many connections can be open at once.
    connections: usize,
    /// What the server does by itself.
    housekeeping: JoinHandle<()>,
}

impl Server {
    /// Opens the database and the address.
    pub async fn start(mut config: Config) -> Result<Self, StartError> {
        memory::set_up();
        let connections = affordable(config.limits.connections);
        config.limits.connections = connections;
        let address = config.address;
        let (listener, address) = listen(address).await?;
        let metrics_listener = match config.metrics {
            Some(address) => Some(listen(address).await?.0),
            None => None,
        };
        let folder = &config.data;
        let unusable = |cause| StartError::Data { folder: folder.clone(), cause };
        let post = config.mail.as_ref().map(Post::new).transpose();
        let post = post.map_err(|cause| StartError::Mail { cause: cause.into() })?;
        let metrics = Arc::new(Metrics::new());
        let database = match config.stored() {
            Stored::Folder(folder) => format!("the database in {}", folder.display()),
            elsewhere @ Stored::Postgres(_) => elsewhere.to_string(),
        };
        let unreadable = |cause| StartError::Database { database: database.clone(), cause };
        let store = Store::open(&config, address, metrics.clone()).await.map_err(|cause| unreadable(cause.into()))?;
        let keys = match &config.node {
            Some(node) => Keys::of(node),
            None => Keys::read(folder).map_err(unusable)?,
        };
        let resources = Resources::new(config.limits.clone(), metrics.clone());
        let workers = match config.stored() {
            Stored::Postgres(database) => Some(Workers::new(&database, metrics.clone())),
            Stored::Folder(_) => None,
        };
        let engines = EnginePool::start(config.engines, config.hash_mb, workers, metrics.clone(), resources.ledger())
            .map_err(|cause| StartError::Threads { cause })?;
        let passwords = Passwords::start(resources.ledger()).map_err(|cause| StartError::Threads { cause })?;
        let app = App::new(config, keys, store, engines, passwords, resources, metrics);
        if app.config.node.is_none() {
            app.take_over().await.map_err(|cause| unreadable(cause.into()))?;
            app.open_push().await.map_err(|cause| StartError::Mail { cause })?;
        }
        let housekeeping = tokio::spawn(app.clone().keep_going(post));
        #[cfg(unix)]
        tokio::spawn(crate::admin::serve(app.clone()));
        Ok(Self { app, listener, metrics: metrics_listener, address, connections, housekeeping })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its handlers share.
    #[cfg(test)]
    pub(crate) fn app(&self) -> crate::app::App {
        self.app.clone()
    }

    /// Where metrics for Prometheus are served.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until `end` is ready, or another node takes this one's place; then finishes what is going on, for some seconds
    /// at most.
    pub async fn run(self, end: impl Future<Output = ()>) -> Ended {
        let Self { app, listener, metrics, connections, mut housekeeping, .. } = self;
        let (service, figures) = (service(app.clone()), figures(&app));
        let permits = Arc::new(Semaphore::new(connections));
        let for_figures = Arc::new(Semaphore::new(METRICS_CONNECTIONS));
        let telling = async {
            match &metrics {
                Some(listener) => serve(&app, &figures, listener, &for_figures, None).await,
                None => std::future::pending().await,
            }
        };
        // Behind proxies all connections come from them, and from other nodes.
        let direct = app.config.trusted_proxies == 0 && app.config.node.is_none();
        let resources = Some(&app.resources).filter(|_| direct);
        let ended = tokio::select! {
            () = serve(&app, &service, &listener, &permits, resources) => Ended::InOrder,
            () = telling => Ended::InOrder,
            () = end => Ended::InOrder,
            () = app.store.charge().displaced() => Ended::Displaced,
        };
        drop((listener, metrics));
        app.end();
        let all_closed = permits.acquire_many(connections as u32);
        if tokio::time::timeout(FAREWELL, all_closed).await.is_err() {
            tracing::info!("connections that did not end in time were cut");
        }
        // What is being cleared away needs the database.
        if tokio::time::timeout(FAREWELL, &mut housekeeping).await.is_err() {
            housekeeping.abort();
            tracing::info!("clearing away was cut, and goes on after the next start");
        }
        let closing = async {
            app.keep_spent().await;
            app.store.close().await;
        };
        if tokio::time::timeout(CLOSING, closing).await.is_err() {
            tracing::warn!("the database was not closed in time; nothing acknowledged is lost");
        }
        ended
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let refused = |cause| StartError::Address { address, cause };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}

/// How many of n connections can be open at once with the files that this process may open.
fn affordable(connections: usize) -> usize {
    let wanted = connections as u64 + OTHER_FILES;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(files) if files < wanted => {
            let fewer = files.saturating_sub(OTHER_FILES).max(files / 2).max(1) as usize;
            tracing::warn!(files, connections = fewer, "fewer connections than usual: raise the limit on open files");
            fewer
        }
        Ok(_) => connections,
        Err(error) => {
            tracing::warn!(%error, "the limit on open files is not known");
            connections
        }
    }
}

/// Takes connections without end: up to a limit at once, and of each network as many as the resources allow.
async fn serve(
    app: &App,
    service: &Router,
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
    resources: Option<&Resources>,
) {
    let silent = Arc::<Silent>::default();
    let free = connections.available_permits().div_ceil(FREE);
    loop {
        if connections.available_permits() < free {
            silent.close_one();
        }
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let Some(counted) =
                    resources.map_or(Some(None), |resources| resources.numbers.connection(peer.ip()).map(Some))
                else {
                    tracing::debug!(%peer, "too many connections from this network");
                    continue;
                };
                connect(app, service, stream, (peer, silent.begin(peer.ip())), (permit, counted));
            }
            Err(error) => {
                // Out of file descriptors, most likely: some will be free again soon.
                tracing::warn!(%error, "can't accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// What a connection takes up as long as it is open.
type Held = (OwnedSemaphorePermit, Option<Connection>);

/// Serves one connection.
fn connect(app: &App, service: &Router, stream: TcpStream, (peer, place): (SocketAddr, Place), held: Held) {
    // Moves are small and wanted at once.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "can't switch off Nagle's algorithm");
    }
    let patience = app.config.limits.patience;
    let (service, place, traffic) = (service.clone(), Arc::new(place), Traffic::default());
    let (speaker, counted) = (place.clone(), traffic.clone());
    let handler = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(traffic.clone());
        let (service, place) = (service.clone(), speaker.clone());
        async move {
            if !place.speaks() {
                // The connection is closed before anything comes of it.
                return std::future::pending().await;
            }
            let answer: Response = service.oneshot(request).await?;
            // What has become a WebSocket has limits of its own.
            Ok::<_, Infallible>(match answer.status() {
                StatusCode::SWITCHING_PROTOCOLS => answer,
                _ => answer.map(|body| Body::new(Answer { body, place })),
            })
        }
    });
    // The time for a request's head begins with the connection, and again with the end of each answer. A builder that
    // finds out the version of HTTP first would wait for that without limit.
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(64 << 10);
    let stream = TokioIo::new(Stream::new(stream, patience, counted, (place.clone(), held)));
    let connection = builder.serve_connection(stream, handler).with_upgrades();
    let app = app.clone();
    tokio::spawn(async move {
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = place.closed() => return tracing::debug!(%peer, "a silent connection made room for others"),
            () = app.ended() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, %peer, "a connection broke");
        }
    });
}

/// The body of an answer. Once it is dropped nothing is left of the answer but what has still to be sent.
struct Answer {
    body: Body,
    place: Arc<Place>,
}

impl HttpBody for Answer {
    type Data = <Body as HttpBody>::Data;
    type Error = <Body as HttpBody>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.place.answered();
    }
}

/// A client's stream, on which writing may not take too long; it holds what the connection takes up also when it has
/// become that of a WebSocket.
struct Stream {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    traffic: Traffic,
    place: Arc<Place>,
    _held: Held,
}

impl Stream {
    fn new(stream: TcpStream, patience: Duration, traffic: Traffic, (place, held): (Arc<Place>, Held)) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        Self { stream: Box::pin(stream), traffic, place, _held: held }
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.traffic.is_used_up() {
            // The socket is being closed, and says why.
            return Poll::Pending;
        }
        let before = into.filled().len();
        let polled = self.stream.as_mut().poll_read(cx, into);
        self.traffic.came(into.filled().len() - before);
        polled
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.stream.as_mut().poll_flush(cx);
        // The stream is flushed when nothing is left to be written to it.
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.place.sent();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(cx)
    }
}

/// The answer to a request for metrics.
fn figures(app: &App) -> Router {
    let metrics = app.metrics.clone();
    let tell = move || async move {
        let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], metrics.text())
    };
    Router::new().route("/metrics", axum::routing::get(tell))
}

/// All routes with what goes round them.
fn service(app: App) -> Router {
    let patience = app.config.limits.patience;
    let router = super::api()
        .0
        .route("/api/openapi.json", axum::routing::get(assets::description))
        .merge(pages::router())
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::packing::pack))
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::nodes::relay))
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::guard::guard))
        .layer(RequestBodyTimeoutLayer::new(patience))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(30)))
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(crate::error::ApiError::internal("a handler panicked"))
        }));
    with_headers(router).with_state(app)
}

/// What a page may load and do.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; ",
            "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; ",
            "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ",
            $ancestors
        )
    };
}

/// Headers that forbid a browser what the pages don't need.
fn with_headers(router: Router<App>) -> Router<App> {
    let headers = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ];
    // Those that may be shown in a frame show a board and change nothing, so that no click on them can be stolen.
    let framed = |answer: &Response| answer.extensions().get::<pages::Framed>().is_some();
    let policy = move |answer: &Response| {
        Some(HeaderValue::from_static(if framed(answer) { policy!("*") } else { policy!("'none'") }))
    };
    let frames = move |answer: &Response| (!framed(answer)).then_some(HeaderValue::from_static("DENY"));
    let router = router
        .layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, policy))
        .layer(SetResponseHeaderLayer::if_not_present(header::X_FRAME_OPTIONS, frames));
    headers.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        ))
    })
}
