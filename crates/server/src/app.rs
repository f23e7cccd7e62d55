//! What all handlers share.

use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::resources::{Lane, Resources, Spent};
use crate::rooms::Rooms;
use crate::store::Store;
use crate::variants::{Options, Variant, Variants, no_such_variant};
use axum_extra::extract::cookie::Key;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How many options can be chosen, and the longest id, name or value in bytes.
const OPTIONS: usize = 64;
const NAME: usize = 64;

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
    pub rooms: Rooms,
    pub engines: EnginePool,
    pub resources: Resources,
    /// Becomes true when the server ends.
    ending: watch::Sender<bool>,
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
        engines: EnginePool,
        resources: Resources,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self(Arc::new(Shared {
            resources,
            config,
            first_key,
            metrics,
            store,
            variants: Variants::new(),
            rooms: Rooms::default(),
            engines,
            ending: watch::Sender::new(false),
        }))
    }

    /// Lets games with running clocks go on, and keeps house until the server ends.
    pub async fn keep_house(self) {
        match Rooms::wake(&self).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "games with running clocks go on"),
            Err(error) => tracing::error!(error.message, "running games can't be found"),
        }
        let mut sweep = tokio::time::interval(SWEEP);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        let mut clearance = tokio::time::interval(CLEARANCE);
        loop {
            tokio::select! {
                _ = sweep.tick() => {
                    self.rooms.sweep(&self.metrics);
                    self.resources.sweep();
                    self.keep_spent().await;
                }
                _ = heartbeat.tick() => self.beat().await,
                _ = clearance.tick() => {
                    self.store.keep_house().await;
                    Rooms::forget_lost_guests(&self).await;
                }
                () = self.ended() => return,
            }
        }
    }

    /// Stores what was spent of rate limits that a restart must not renew.
    pub async fn keep_spent(&self) {
        let write = |Spent { kind, who, until }| crate::store::Write::Spent { kind, who, until };
        let writes: Vec<_> = self.resources.spent().into_iter().map(write).collect();
        if !writes.is_empty()
            && let Err(error) = self.store.writer().write(writes).await
        {
            tracing::warn!(error.message, "what was spent of rate limits was not stored");
        }
    }

    /// Stores the time if a clock runs.
    async fn beat(&self) {
        let beaten = match self.store.clocks_run().await {
            Ok(false) => return,
            Ok(true) => self.store.writer().write(vec![crate::store::Write::Heartbeat]).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = beaten {
            tracing::warn!(error.message, "the time was not stored");
        }
    }

    /// Tells all that the server ends.
    pub fn end(&self) {
        self.ending.send_replace(true);
        self.engines.close();
    }

    /// Ready when the server ends.
    pub async fn ended(&self) {
        // The sender lives as long as this.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }

    /// Does work for a game or a player on a thread of its own; see [`Resources::compute`].
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        self.resources.compute(Lane::Game, |_| work()).await
    }

    /// A variant of the catalogue or the workshop with options chosen.
    pub async fn variant(&self, id: &str, options: &Options) -> ApiResult<Arc<Variant>> {
        bounded(id, options)?;
        if let Some(known) = self.variants.known(id, options) {
            return Ok(known);
        }
        let (text, lane) = match crate::wire::translate::is_definition_id(id) {
            true => (Some(self.store.definition(id).await?.ok_or_else(|| no_such_variant(id))?), Lane::Workshop),
            false => (None, Lane::Game),
        };
        if let Some(text) = &text {
            crate::variants::workshop::vet(self, text, options).await?.refuse_faults()?;
        }
        let (app, id, options) = (self.clone(), id.to_owned(), options.clone());
        self.resources.compute(lane, move |_| app.variants.compile(&id, text.as_deref(), &options)).await
    }
}

/// Refuses ids and options that are longer than any there are, before work is done with them.
fn bounded(id: &str, options: &Options) -> ApiResult<()> {
    if id.len() > NAME {
        return Err(no_such_variant(id));
    }
    let words = options.iter().flat_map(|(name, value)| [name, value]);
    if options.len() > OPTIONS || words.into_iter().any(|word| word.len() > NAME) {
        let message = format!("At most {OPTIONS} options can be chosen, by names and values of at most {NAME} bytes.");
        return Err(ApiError::impossible("bad-options", message));
    }
    Ok(())
}
