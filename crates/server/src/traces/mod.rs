//! Spans for distributed tracing: what a request waits for, in the names of OpenTelemetry's semantic conventions
//! (<https://opentelemetry.io/docs/specs/semconv/>), with attributes of our own below `spielraum.`; times are seconds.
//!
//! Where nobody follows spans they cost a test each. With the feature `otel` an [`Exporter`] sends them to a collector.

mod environment;
#[cfg(feature = "otel")]
mod export;
mod spans;

pub use environment::NoTraces;
#[cfg(feature = "otel")]
pub use export::Exporter;
#[cfg(feature = "otel")]
pub(crate) use export::follow;
pub use spans::TARGET;
pub(crate) use spans::{
    CONTEXT, action, answered, computation, failed, in_game, ran, request, search, transaction, waited,
};

#[cfg(not(feature = "otel"))]
use tracing::Span;

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
        environment::endpoint().map_or(Ok(None), |_| Err(NoTraces::NotBuilt))
    }
}

/// Makes a request's span a part of the trace that the values of these headers name, if any.
#[cfg(not(feature = "otel"))]
pub(crate) fn follow(_: &Span, _: [Option<&str>; 2]) {}
