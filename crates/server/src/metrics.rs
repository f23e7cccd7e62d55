//! Metrics of the running server, for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::AtomicU64;

/// Which route answered with which status.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Served {
    /// Its name, or one that all unknown ones share.
    pub method: &'static str,
    /// The pattern of the path; nothing for those that match none.
    pub path: String,
    pub status: u16,
}

/// The metrics.
pub(crate) struct Metrics {
    registry: Registry,
    pub requests: Family<Served, Counter>,
    /// Seconds from a request to its answer.
    pub answers: Histogram,
    pub sockets: Gauge,
    pub rooms: Gauge,
    pub moves: Counter,
    /// Seconds from a move's arrival to its acknowledgement.
    pub moved: Histogram,
    /// Seconds of each transaction.
    pub commits: Histogram,
    /// Writes after which the connection to the database was given up.
    pub failed_writes: Counter,
    /// Bytes that are free for the database.
    pub free_disk: Gauge,
    /// 1 for a server that is in charge of its database, 0 for a node that is not.
    pub in_charge: Gauge,
    pub searches: Counter,
    pub searches_waiting: Gauge,
    pub nodes: Counter,
    /// How many searches workers do at once.
    pub worker_threads: Gauge,
    /// Searches that wait for workers, of all servers, and how long the oldest has.
    pub jobs_waiting: Gauge,
    pub jobs_oldest: Gauge<f64, AtomicU64>,
    /// Searches that workers have done for this server, and how often one had to be begun again.
    pub jobs: Counter,
    pub jobs_retried: Counter,
}

impl Metrics {
    pub fn new() -> Self {
        let seconds = || Histogram::new(exponential_buckets(0.0005, 2.0, 14));
        let mut metrics = Self {
            registry: Registry::with_prefix("spielraum"),
            requests: Family::default(),
            answers: seconds(),
            sockets: Gauge::default(),
            rooms: Gauge::default(),
            moves: Counter::default(),
            moved: seconds(),
            commits: seconds(),
            failed_writes: Counter::default(),
            free_disk: Gauge::default(),
            in_charge: Gauge::default(),
            searches: Counter::default(),
            searches_waiting: Gauge::default(),
            nodes: Counter::default(),
            worker_threads: Gauge::default(),
            jobs_waiting: Gauge::default(),
            jobs_oldest: Gauge::default(),
            jobs: Counter::default(),
            jobs_retried: Counter::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "Requests answered", metrics.requests.clone());
        registry.register_with_unit("answers", "Time of requests", Unit::Seconds, metrics.answers.clone());
        registry.register("sockets", "WebSockets that are open", metrics.sockets.clone());
        registry.register("rooms", "Games in memory", metrics.rooms.clone());
        registry.register("moves", "Moves made and stored", metrics.moves.clone());
        registry.register_with_unit("moved", "Time of moves until acknowledged", Unit::Seconds, metrics.moved.clone());
        registry.register_with_unit("commits", "Time of transactions", Unit::Seconds, metrics.commits.clone());
        registry.register("failed_writes", "Writes that the disk did not take", metrics.failed_writes.clone());
        registry.register_with_unit("free_disk", "Room for the database", Unit::Bytes, metrics.free_disk.clone());
        registry.register("in_charge", "Whether this server is in charge of its database", metrics.in_charge.clone());
        registry.register("searches", "Searches of the engine", metrics.searches.clone());
        registry.register("searches_waiting", "Searches that wait", metrics.searches_waiting.clone());
        registry.register("nodes", "Positions the engine looked at", metrics.nodes.clone());
        registry.register("worker_threads", "Searches that workers do at once", metrics.worker_threads.clone());
        registry.register("jobs_waiting", "Searches that wait for workers", metrics.jobs_waiting.clone());
        registry.register_with_unit("jobs_oldest", "Age of the oldest", Unit::Seconds, metrics.jobs_oldest.clone());
        registry.register("jobs", "Searches that workers have done", metrics.jobs.clone());
        registry.register("jobs_retried", "Searches begun again by another worker", metrics.jobs_retried.clone());
        metrics
    }

    /// The metrics in the text format of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        if let Err(error) = encode(&mut text, &self.registry) {
            tracing::error!(%error, "can't write the metrics");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names of metrics in a text.
    fn names(text: &str) -> BTreeSet<&str> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.filter(|word| word.starts_with("spielraum_")).collect()
    }

    #[test]
    fn alerts_and_dashboard_ask_for_figures_that_are_told() {
        let metrics = Metrics::new();
        let served = Served { method: "GET", path: "/".to_owned(), status: 200 };
        metrics.requests.get_or_create(&served).inc();
        let text = metrics.text();
        let told: BTreeSet<&str> = text.lines().filter(|line| !line.starts_with('#')).flat_map(names).collect();
        let ops = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ops");
        let file = |name: &str| std::fs::read_to_string(format!("{ops}/{name}")).unwrap();
        let (alerts, dashboard) = (file("prometheus-alerts.yml"), file("grafana-dashboard.json"));
        for asked in [&alerts, &dashboard] {
            let asked = names(asked);
            assert!(asked.len() > 5 && asked.is_subset(&told), "{:?}", asked.difference(&told));
        }
        serde_json::from_str::<serde_json::Value>(&dashboard).unwrap();
        // Each metric has a value.
        let shown = names(&dashboard);
        let family = |name: &str| {
            name.trim_end_matches("_count").trim_end_matches("_sum").trim_end_matches("_bucket").to_owned()
        };
        let families = |names: &BTreeSet<&str>| names.iter().map(|name| family(name)).collect::<BTreeSet<_>>();
        assert_eq!(families(&shown), families(&told));
    }
}
