//! What the environment says of traces (<https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/>).

use thiserror::Error;

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

/// The variable that names a collector and the collector, if spans are to be sent at all.
pub(super) fn endpoint() -> Option<(&'static str, String)> {
    let is = |name, word| first([name]).is_some_and(|(_, value)| value.eq_ignore_ascii_case(word));
    let off = is("OTEL_SDK_DISABLED", "true") || is("OTEL_TRACES_EXPORTER", "none");
    first(ENDPOINTS).filter(|_| !off)
}

/// The first of these variables that has a value, and the value.
pub(super) fn first<const N: usize>(variables: [&'static str; N]) -> Option<(&'static str, String)> {
    let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    variables.into_iter().find_map(|name| Some((name, value(name)?)))
}
