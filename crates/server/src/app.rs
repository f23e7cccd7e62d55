//! What all handlers share.

use crate::config::Config;
use crate::error::{Answer, Refusal};
use crate::variants::{Options, Variant, Variants};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a request waits for a processor.
const WAIT: Duration = Duration::from_secs(5);

/// What all handlers share; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub config: Config,
    pub variants: Variants,
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
    pub fn new(config: Config) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        Self(Arc::new(Shared { config, variants: Variants::new(), processors: Arc::new(Semaphore::new(processors)) }))
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
        let (app, id, options) = (self.clone(), id.to_owned(), options.clone());
        self.compute(move || app.variants.compile(&id, None, &options)).await
    }
}
