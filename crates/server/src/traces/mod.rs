//! Spans for distributed tracing: what a request waits for, in the names of OpenTelemetry's semantic conventions
//! (<https://opentelemetry.io/docs/specs/semconv/>), with attributes of our own below `spielraum.`; times are seconds.
//!
//! Where nobody follows spans they cost a test each. With the feature `otel` an [`Exporter`] sends them to a collector.

#[cfg(feature = "otel")]
mod export;

#[cfg(feature = "otel")]
pub use export::Exporter;
#[cfg(feature = "otel")]
pub(crate) use export::follow;

use std::time::Duration;
use thiserror::Error;
use tracing::Span;
use tracing::field::Empty;

/// The target of all spans that are for traces; those of the log have other ones.
pub const TARGET: &str = "spielraum::traces";

/// The variables that name a collector, the particular one first.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// Why no spans are sent although the environment asks for it.
#[derive(Debug, Error)]
pub enum NoTraces {
    /// This program can't.
    #[error(
        "this program was built without OpenTelemetry: build it with \
         `cargo build --release --package spielraum-cli --features otel`, or unset OTEL_EXPORTER_OTLP_ENDPOINT"
    )]
    NotBuilt,
    /// A variable has a value that can't be used.
    #[error("{variable}={value} can't be used: {help}")]
    Variable {
        /// Its name.
        variable: &'static str,
        /// Its value.
        value: String,
        /// What to do.
        help: String,
    },
}

/// Sends spans to a collector; there is none in a program that was built without the feature `otel`.
#[cfg(not(feature = "otel"))]
pub enum Exporter {}

#[cfg(not(feature = "otel"))]
impl Exporter {
    /// None, if the environment asks for none.
    ///
    /// # Errors
    ///
    /// If it asks for one.
    pub fn from_environment() -> Result<Option<Self>, NoTraces> {
        endpoint().map_or(Ok(None), |_| Err(NoTraces::NotBuilt))
    }
}

/// The variable that names a collector and the collector, if spans are to be sent at all.
fn endpoint() -> Option<(&'static str, String)> {
    let is = |name, word| first([name]).is_some_and(|(_, value)| value.eq_ignore_ascii_case(word));
    let off = is("OTEL_SDK_DISABLED", "true") || is("OTEL_TRACES_EXPORTER", "none");
    first(ENDPOINTS).filter(|_| !off)
}

/// The first of these variables that has a value, and the value.
fn first<const N: usize>(variables: [&'static str; N]) -> Option<(&'static str, String)> {
    let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    variables.into_iter().find_map(|name| Some((name, value(name)?)))
}

/// A request over HTTP.
pub(crate) fn request(method: &str, route: &str, id: &str) -> Span {
    tracing::info_span!(
        target: TARGET,
        "HTTP",
        otel.name = format!("{method} {route}").trim_end(),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        spielraum.request = id,
    )
}

/// The headers by which others tell of a trace that they have begun (W3C Trace Context).
pub(crate) const CONTEXT: [&str; 2] = ["traceparent", "tracestate"];

/// Makes a request's span a part of the trace that the values of these headers tell of, if they do.
#[cfg(not(feature = "otel"))]
pub(crate) fn follow(_: &Span, _: [Option<&str>; 2]) {}

/// Notes how a request was answered.
pub(crate) fn answered(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= 500 {
        failed(span);
    }
}

/// Something that is done in a game, with all that follows from it: computing, storing, the engine's answer.
pub(crate) fn action() -> Span {
    tracing::info_span!(target: TARGET, "action", spielraum.game = Empty, spielraum.variant = Empty)
}

/// Notes in which game it is, once that is known.
pub(crate) fn in_game(span: &Span, game: &str, variant: &str) {
    span.record("spielraum.game", game);
    span.record("spielraum.variant", variant);
}

/// Work on rules: the wait for a processor and what follows.
pub(crate) fn computation(lane: &str) -> Span {
    tracing::info_span!(target: TARGET, "compute", spielraum.lane = lane, spielraum.waited = Empty, spielraum.ran = Empty)
}

/// A search of the engine: the wait for a thread and what follows.
pub(crate) fn search(variant: &str, analysis: bool) -> Span {
    let lane = if analysis { "analysis" } else { "move" };
    tracing::info_span!(
        target: TARGET,
        "search",
        spielraum.variant = variant,
        spielraum.lane = lane,
        spielraum.waited = Empty,
        spielraum.ran = Empty,
        spielraum.nodes = Empty,
    )
}

/// Something to be stored, until it is on the disk or refused.
pub(crate) fn transaction(writes: usize) -> Span {
    tracing::info_span!(
        target: TARGET,
        "transaction",
        otel.kind = "client",
        otel.status_code = Empty,
        db.system.name = "sqlite",
        db.operation.batch.size = writes,
        spielraum.waited = Empty,
        spielraum.ran = Empty,
        // How many requests the transaction serves.
        spielraum.requests = Empty,
    )
}

/// Notes how long something had to wait.
pub(crate) fn waited(span: &Span, time: Duration) {
    span.record("spielraum.waited", time.as_secs_f64());
}

/// Notes how long something took when it had begun.
pub(crate) fn ran(span: &Span, time: Duration) {
    span.record("spielraum.ran", time.as_secs_f64());
}

/// Notes that something failed.
pub(crate) fn failed(span: &Span) {
    span.record("otel.status_code", "ERROR");
}
