//! What all handlers share.

use crate::config::Config;
use crate::error::{Answer, Refusal};
use crate::gates::Gates;
use crate::logins::Logins;
use crate::metrics::Metrics;
use crate::play::Hub;
use crate::quotas::Quotas;
use crate::store::Store;
use crate::thinkers::Thinkers;
use crate::variants::{Options, Variant, Variants, no_such_variant};
use axum_extra::extract::cookie::Key;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// How long a request waits for a processor.
const WAIT: Duration = Duration::from_secs(5);

/// How often what is not needed any more is cleared away.
const SWEEP: Duration = Duration::from_secs(20);

/// How often the stored data are gone through for what nobody needs.
const CLEARANCE: Duration = Duration::from_secs(600);

/// How often the time is stored while clocks run.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What all handlers share; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub config: Config,
    /// What the first release signed cookies with.
    pub first_key: Option<Key>,
    pub metrics: Arc<Metrics>,
    pub store: Store,
    pub variants: Variants,
    pub hub: Hub,
    pub thinkers: Thinkers,
    pub gates: Gates,
    pub quotas: Quotas,
    pub logins: Logins,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
    /// One permit for each computation that may run at once.
    processors: Arc<Semaphore>,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub fn new(
        config: Config,
        first_key: Option<Key>,
        store: Store,
        thinkers: Thinkers,
        metrics: Arc<Metrics>,
    ) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        Self(Arc::new(Shared {
            gates: Gates::new(config.limits.clone(), metrics.clone()),
            quotas: Quotas::new(&config.limits),
            logins: Logins::new(),
            config,
            first_key,
            metrics,
            store,
            variants: Variants::new(),
            hub: Hub::default(),
            thinkers,
            ending: watch::Sender::new(false),
            processors: Arc::new(Semaphore::new(processors)),
        }))
    }

    /// Lets games with running clocks go on, and keeps house until the server ends.
    pub async fn keep_house(self) {
        match self.hub.wake(&self).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "games with running clocks go on"),
            Err(refusal) => tracing::error!(refusal.message, "running games can't be found"),
        }
        let mut sweep = tokio::time::interval(SWEEP);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        let mut clearance = tokio::time::interval(CLEARANCE);
        loop {
            tokio::select! {
                _ = sweep.tick() => {
                    self.hub.sweep(&self.metrics);
                    self.gates.sweep();
                    self.quotas.sweep();
                    self.logins.sweep();
                }
                _ = heartbeat.tick() => self.beat().await,
                _ = clearance.tick() => self.store.keep_house().await,
                () = self.ended() => return,
            }
        }
    }

    /// Stores the time if a clock runs.
    async fn beat(&self) {
        let beaten = match self.store.clocks_run().await {
            Ok(false) => return,
            Ok(true) => self.store.writer().write(vec![crate::store::Write::Heartbeat]).await,
            Err(error) => Err(error.into()),
        };
        if let Err(refusal) = beaten {
            tracing::warn!(refusal.message, "the time was not stored");
        }
    }

    /// Tells all that the server ends.
    pub fn end(&self) {
        self.ending.send_replace(true);
        self.thinkers.close();
    }

    /// Ready when the server ends.
    pub async fn ended(&self) {
        // The sender lives as long as this.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }

    /// Does what takes milliseconds or more on a thread of its own. Only a few such things go on at once; who has
    /// waited for too long is sent away.
    pub async fn compute<T: Send + 'static>(&self, work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
        let permit = tokio::time::timeout(WAIT, self.processors.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = permit else {
            return Err(Refusal::busy("The server has too much to do. Try again in a moment."));
        };
        let work = move || {
            let answer = work();
            drop(permit);
            answer
        };
        tokio::task::spawn_blocking(work).await.map_err(Refusal::internal)?
    }

    /// A variant of the catalogue or the workshop with options chosen.
    pub async fn variant(&self, id: &str, options: &Options) -> Answer<Arc<Variant>> {
        if let Some(known) = self.variants.known(id, options) {
            return Ok(known);
        }
        let text = match crate::workshop::is_id(id) {
            true => Some(self.store.definition(id).await?.ok_or_else(|| no_such_variant(id))?),
            false => None,
        };
        let (app, id, options) = (self.clone(), id.to_owned(), options.clone());
        self.compute(move || app.variants.compile(&id, text.as_deref(), &options)).await
    }
}
