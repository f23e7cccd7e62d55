//! The spans.

use std::time::Duration;
use tracing::Span;
use tracing::field::Empty;

/// The target of all spans that are for traces; those of the log have other ones.
pub const TARGET: &str = "spielraum::traces";

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

/// The headers by which others name a trace that they have begun (W3C Trace Context).
pub(crate) const CONTEXT: [&str; 2] = ["traceparent", "tracestate"];

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
