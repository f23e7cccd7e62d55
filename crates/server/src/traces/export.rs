//! Sending spans to a collector by OTLP over HTTP (<https://opentelemetry.io/docs/specs/otlp/>).

use super::environment::{NoTraces, endpoint, first};
use super::spans::{CONTEXT, TARGET};
use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{Key, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::collections::HashMap;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

/// How long a collector may take for one batch of spans, if nothing is said.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the last spans may take when the server has ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// Variables that say how spans are sent, the particular one first.
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const TIMEOUTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"];

/// Bytes of a collector's answer.
const ANSWER: usize = 64 << 10;

/// Sends spans to a collector, from a thread and a bounded queue of its own: nobody waits for the collector. When it is
/// dropped, which takes a second at most, it sends what it has.
pub struct Exporter(SdkTracerProvider);

impl Exporter {
    /// An exporter as the standard variables say (`OTEL_EXPORTER_OTLP_ENDPOINT` and others); none, if they name no collector.
    ///
    /// # Errors
    ///
    /// If they say what can't be done.
    pub fn from_environment() -> Result<Option<Self>, NoTraces> {
        let Some((variable, collector)) = endpoint() else { return Ok(None) };
        let unusable = |help: String| NoTraces::Variable { variable, value: collector.clone(), help };
        if !collector.starts_with("http://") {
            let help = "spans are sent without TLS: name a collector on this machine, such as \
                        http://127.0.0.1:4318, which may pass them on";
            return Err(unusable(help.to_owned()));
        }
        if let Some((variable, value)) = first(PROTOCOLS).filter(|(_, value)| value != "http/protobuf") {
            let help = "spans are sent by http/protobuf alone: leave it out, and name the collector's port for that, \
                        which is often 4318";
            return Err(NoTraces::Variable { variable, value, help: help.to_owned() });
        }
        let client = Sender::new(patience()?).map_err(|error| unusable(error.to_string()))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_protocol(Protocol::HttpBinary)
            // What can't be sent is given up: later spans must not wait for earlier ones.
            .with_retry_policy(RetryPolicy::disabled())
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        let provider = SdkTracerProvider::builder().with_resource(resource()).with_batch_exporter(exporter).build();
        Ok(Some(Self(provider)))
    }

    /// What takes up spans for traces, and nothing else.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(env!("CARGO_PKG_NAME")))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO))
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // The SDK's warnings say how many spans were lost.
        let _ = self.0.shutdown_with_timeout(FAREWELL);
    }
}

/// How long a collector may take, as the environment says it in milliseconds.
fn patience() -> Result<Duration, NoTraces> {
    let Some((variable, value)) = first(TIMEOUTS) else { return Ok(PATIENCE) };
    match value.parse() {
        Ok(time) => Ok(Duration::from_millis(time)),
        Err(_) => Err(NoTraces::Variable { variable, value, help: "it is a number of milliseconds".to_owned() }),
    }
}

/// What all spans come from, unless `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` say something else.
fn resource() -> Resource {
    let told = Resource::builder().build();
    let named = told.get(&Key::new("service.name")).is_some_and(|name| !name.as_str().starts_with("unknown_service"));
    let resource = Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    if named { resource.build() } else { resource.with_service_name("spielraum").build() }
}

/// Makes a request's span a part of the trace that the values of these headers name, if any.
pub(crate) fn follow(span: &Span, values: [Option<&str>; 2]) {
    let told = |(name, value): (&str, Option<&str>)| Some((name.to_owned(), value?.to_owned()));
    let headers: HashMap<String, String> = CONTEXT.into_iter().zip(values).filter_map(told).collect();
    if !headers.is_empty() {
        // A span that nobody follows has no parent.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&headers));
    }
}

/// An HTTP client for the exporter's thread, which waits for it.
#[derive(Debug)]
struct Sender {
    runtime: Runtime,
    patience: Duration,
    client: Client<HttpConnector, Full<Bytes>>,
}

impl Sender {
    fn new(patience: Duration) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        // A connection does not outlive its request: nothing looks after it in between.
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build_http();
        Ok(Self { runtime, patience, client })
    }
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let exchange = async {
            let (head, body) = self.client.request(request.map(Full::new)).await?.into_parts();
            let body = Limited::new(body, ANSWER).collect().await?.to_bytes();
            Ok(Response::from_parts(head, body))
        };
        self.runtime.block_on(async { tokio::time::timeout(self.patience, exchange).await? })
    }
}
