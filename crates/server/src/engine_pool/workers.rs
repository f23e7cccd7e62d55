//! The searches of a server over PostgreSQL that workers do, in processes of their own.

#[cfg(test)]
mod tests;

use super::job::{Answer, Found, Job, News};
use crate::config::Postgres;
use crate::metrics::Metrics;
use crate::store::{BEAT, JobNews, Jobs, NewJob, StoreError};
use spielraum_engine::{Info, Stop};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a search that a worker does is asked whether it is to end.
const LOOK: Duration = Duration::from_millis(10);

/// The workers, as a server sees them.
pub(crate) struct Workers {
    /// By which the database knows this server.
    node: String,
    jobs: Jobs,
    /// The connection on which the server hears of its jobs.
    heard: Jobs,
    waiting: Mutex<HashMap<i64, Waiting>>,
    /// For how many searches at once there are workers.
    capacity: AtomicUsize,
    closed: AtomicBool,
    metrics: Arc<Metrics>,
}

/// A thread that waits for a job.
struct Waiting {
    words: Sender<Word>,
    /// Since when the job is in the table.
    since: Option<Instant>,
}

/// What a thread hears of its job.
enum Word {
    News(Box<News>),
    Done,
    /// There is nobody who does it.
    Lost,
}

/// What a thread waits for until this is dropped; then nobody else is to work for it, unless it is done.
struct Ticket<'w> {
    workers: &'w Workers,
    id: i64,
    done: bool,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.workers.waiting().remove(&self.id);
        if !self.done
            && let Err(error) = self.workers.jobs.withdraw(self.id)
        {
            // It ends when nobody renews it.
            tracing::debug!(%error, "a job was not withdrawn");
        }
    }
}

/// Nobody has done a job, and nobody will.
pub(crate) struct Lost;

impl Workers {
    /// Those of a database.
    pub fn new(database: &Postgres, metrics: Arc<Metrics>) -> Self {
        let node = format!("{:016x}", rand::random::<u64>());
        Self {
            jobs: Jobs::of_server(database),
            heard: Jobs::listening_server(database, &node),
            node,
            waiting: Mutex::default(),
            capacity: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            metrics,
        }
    }

    /// For how many searches at once there are workers.
    pub fn capacity(&self) -> usize {
        self.capacity.load(Relaxed)
    }

    /// No job is handed in any more. The connections end with the last one.
    pub fn close(&self) {
        self.closed.store(true, Relaxed);
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<i64, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a worker search, until a token says that it is to end with what was found by then, or another one that nobody
    /// wants anything of it.
    pub fn search(
        &self,
        rank: i64,
        job: &Job,
        (ends, unwanted): (&Stop, Option<&Stop>),
        report: &mut dyn FnMut(&Info),
    ) -> Result<Option<Found>, Lost> {
        let task = serde_json::to_string(job).map_err(|_| Lost)?;
        let (words, said) = mpsc::channel();
        let id = rand::random::<i64>().saturating_abs();
        self.waiting().insert(id, Waiting { words, since: None });
        let mut ticket = Ticket { workers: self, id, done: false };
        let handed_in = self.jobs.hand_in(&NewJob { id, node: &self.node, rank, task: &task });
        handed_in.map_err(|error| {
            tracing::warn!(%error, "a search was not handed to the workers, and is done here");
            Lost
        })?;
        if let Some(waiting) = self.waiting().get_mut(&id) {
            waiting.since = Some(Instant::now());
        }
        let mut told = false;
        loop {
            match said.recv_timeout(LOOK) {
                Ok(Word::News(news)) => report(&news.info()),
                Ok(Word::Done) => {
                    let found = self.jobs.found(id).ok().flatten().ok_or(Lost)?;
                    ticket.done = true;
                    self.metrics.jobs_retried.inc_by(u64::try_from(found.taken - 1).unwrap_or(0));
                    return match serde_json::from_str(&found.found) {
                        Ok(Answer::Found(found)) => {
                            self.metrics.jobs.inc();
                            Ok(Some(found))
                        }
                        Ok(Answer::Failed(why)) => {
                            tracing::error!(why, "a worker could not search");
                            Err(Lost)
                        }
                        Err(error) => {
                            tracing::error!(%error, "what a worker has found can't be read");
                            Err(Lost)
                        }
                    };
                }
                Ok(Word::Lost) | Err(RecvTimeoutError::Disconnected) => return Err(Lost),
                Err(RecvTimeoutError::Timeout) if unwanted.is_some_and(Stop::is_stopped) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if ends.is_stopped() && !told => {
                    told = true;
                    self.jobs.stop(id).map_err(|_| Lost)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Hears of jobs, and says once a second that this server waits for them, until it is closed and none is left.
    /// `changed` receives for how many searches at once there are workers.
    pub fn keep(&self, changed: impl Fn(usize)) {
        let (mut beat, mut known) = (Instant::now(), true);
        while !self.closed.load(Relaxed) || !self.waiting().is_empty() {
            let wait = beat.saturating_duration_since(Instant::now());
            match self.heard.heard(wait) {
                Ok(news) => news.into_iter().for_each(|news| self.hear(news)),
                // The next beat says what is wrong.
                Err(_) => std::thread::sleep(wait),
            }
            if beat > Instant::now() {
                continue;
            }
            beat = Instant::now() + BEAT;
            let capacity = match self.beat(Instant::now()) {
                Ok(capacity) => {
                    known = true;
                    capacity
                }
                Err(error) => {
                    if std::mem::replace(&mut known, false) {
                        tracing::warn!(%error, "the workers are not reached, and searches are done here");
                    }
                    self.waiting().values().for_each(|waiting| _ = waiting.words.send(Word::Lost));
                    0
                }
            };
            if self.capacity.swap(capacity, Relaxed) != capacity {
                tracing::info!(searches = capacity, "the workers have changed");
                self.metrics.worker_threads.set(capacity as i64);
            }
            changed(capacity);
        }
        self.jobs.close();
        self.heard.close();
    }

    fn hear(&self, news: JobNews) {
        let JobNews::Ours(id, said) = news else { return };
        let waiting = self.waiting();
        let Some(waiting) = waiting.get(&id) else { return };
        let word = match said.as_deref().map(serde_json::from_str) {
            None => Word::Done,
            Some(Ok(news)) => Word::News(Box::new(news)),
            Some(Err(error)) => return tracing::debug!(%error, "what a worker reports can't be read"),
        };
        let _ = waiting.words.send(word);
    }

    /// Looks for the workers and for what has become of jobs; no notice is relied on.
    fn beat(&self, now: Instant) -> Result<usize, StoreError> {
        let capacity = self.heard.capacity()?;
        let states: HashMap<i64, _> =
            self.heard.renew_wanted(&self.node)?.into_iter().map(|state| (state.id, state)).collect();
        for (id, waiting) in self.waiting().iter().filter(|(_, one)| one.since.is_some_and(|since| since < now)) {
            let word = match states.get(id) {
                // The database has forgotten it.
                None => Word::Lost,
                Some(state) if state.is_found => Word::Done,
                Some(state) if state.is_given_up || state.is_free && capacity == 0 => Word::Lost,
                Some(_) => continue,
            };
            let _ = waiting.words.send(word);
        }
        self.heard.clear()?;
        let (number, oldest) = self.heard.waiting()?;
        self.metrics.jobs_waiting.set(number);
        self.metrics.jobs_oldest.set(oldest.as_secs_f64());
        Ok(capacity)
    }
}
