//! Resources of the server: each request's cost is charged to its network prefix, then to the player.
//!
//! Requests, new players, log-ins and stored bytes have rate limits ([`rate_limits`], [`logins`]), connections and
//! sockets limits on their numbers ([`numbers`]). Processors and engines have queues ([`slots`], and the engine pool),
//! and one ledger says whose turn it is ([`fair_queue`]).

mod deadline;
mod fair_queue;
mod kept_limit;
mod logins;
mod numbers;
mod payer;
mod rate_limits;
mod slots;

pub(crate) use deadline::Deadline;
pub(crate) use fair_queue::{ADVANCE, FairQueue, Ledger};
pub(crate) use kept_limit::Spent;
pub(crate) use logins::{Logins, Trying};
pub(crate) use numbers::{Connection, Numbers, Pass};
pub(crate) use payer::{Client, Payer, network};
pub(crate) use rate_limits::{ByteRate, RateLimits};
pub(crate) use slots::{Lane, Slot};

use crate::config::Limits;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::traces;
use slots::Slots;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// The resources of the server.
pub(crate) struct Resources {
    pub rate_limits: RateLimits,
    pub logins: Logins,
    pub numbers: Numbers,
    slots: Arc<Slots>,
    ledger: Arc<Mutex<Ledger>>,
}

impl Resources {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        let ledger = Arc::<Mutex<Ledger>>::default();
        let slots = Arc::new(Slots::new(processors, ledger.clone()));
        Self {
            rate_limits: RateLimits::new(&limits),
            logins: Logins::new(),
            numbers: Numbers::new(limits, metrics),
            slots,
            ledger,
        }
    }

    /// What everybody has used, for other queues that are to be fair.
    pub fn ledger(&self) -> Arc<Mutex<Ledger>> {
        self.ledger.clone()
    }

    /// Waits for a processor on the present task's account; a client that has waited too long is refused.
    pub async fn slot(&self, lane: Lane) -> ApiResult<Slot> {
        self.slots.take(lane).await
    }

    /// Does work that takes a millisecond or more on a thread of its own. The work ends early if it looks at its
    /// deadline, which also passes when nobody waits for the answer any more.
    pub async fn compute<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&Deadline) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        self.compute_within(lane.longest(), lane, work).await
    }

    /// The same with another time for the work than is usual for the lane.
    pub async fn compute_within<T: Send + 'static>(
        &self,
        longest: Duration,
        lane: Lane,
        work: impl FnOnce(&Deadline) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let (span, asked) = (traces::computation(lane.name()), Instant::now());
        let slot = self.slot(lane).instrument(span.clone()).await?;
        let deadline = Deadline::after(longest);
        let _gone = deadline.clone().passes_when_dropped();
        let work = move || {
            let _entered = span.enter();
            let began = Instant::now();
            traces::waited(&span, began - asked);
            let answer = work(&deadline);
            drop(slot);
            traces::ran(&span, began.elapsed());
            answer
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?
    }

    /// Does the work of a request on an account, to which also what is done without a slot is charged.
    pub async fn at_cost_of<F: Future>(&self, payer: Payer, work: F) -> F::Output {
        let mut work = std::pin::pin!(payer.clone().pay(work));
        let mut took = Duration::ZERO;
        let answer = std::future::poll_fn(|context| {
            let began = Instant::now();
            let polled = work.as_mut().poll(context);
            took += began.elapsed();
            polled
        });
        let answer = answer.await;
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner).charge(&payer, took);
        answer
    }

    /// What has been spent since this was asked last, of limits that a restart must not renew.
    pub fn spent(&self) -> Vec<Spent> {
        self.kept().flat_map(|limit| limit.changes()).collect()
    }

    /// Takes up what was spent before a restart.
    pub fn take_up(&self, kind: &str, who: &str, until: i64) {
        self.kept().for_each(|limit| limit.take_up(kind, who, until));
    }

    fn kept(&self) -> impl Iterator<Item = &kept_limit::KeptLimit> {
        self.rate_limits.kept().into_iter().chain(self.logins.kept())
    }

    /// Forgets those who have been quiet.
    pub fn sweep(&self) {
        self.rate_limits.sweep();
        self.logins.kept().iter().for_each(|limit| limit.sweep());
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner).sweep();
    }
}
