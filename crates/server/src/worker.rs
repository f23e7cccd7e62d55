//! A process that searches for servers on a database of PostgreSQL: moves of their games, and analyses.

use crate::config::{Limits, Postgres};
use crate::engine_pool::{ANALYSIS, Answer, Engines, Found, Job, MOVE, News, STACK, searches_at_once};
use crate::http::StartError;
use crate::store::{BEAT, JobNews, Jobs, StoreError, TakenJob};
use crate::variants::Variants;
use spielraum_engine::{Info, Stop};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// An analysis that has gone on for so long makes way if others wait.
const TURN: Duration = Duration::from_secs(2);

/// How long moves may take when the worker ends; then they are what was found by then.
const FAREWELL: Duration = Duration::from_secs(5);

/// What can be set about a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The database of the servers.
    pub database: Postgres,
    /// How many searches run at once, two at the least; 0: as many as there are processors.
    pub engines: usize,
    /// The memory of the hash table of each search in MB.
    pub hash_mb: usize,
    /// The folder of the endgame tables, with a subfolder for each game.
    pub endgames: Option<PathBuf>,
}

/// A worker that searches until it is ended.
pub struct Worker {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    variants: Variants,
    engines: Engines,
    database: Postgres,
    threads: usize,
    running: Mutex<HashMap<i64, Running>>,
    /// One thread at a time looks for a job.
    looking: Mutex<()>,
    /// There may be jobs.
    news: Condvar,
    ending: AtomicBool,
}

/// A job that is done here.
struct Running {
    taken: i64,
    stop: Stop,
    is_analysis: bool,
    /// Whether it is to go on later.
    makes_way: Arc<AtomicBool>,
    began: Instant,
}

impl Worker {
    /// Begins to take jobs.
    ///
    /// # Errors
    ///
    /// If the database is not one that a server of this version uses, or threads can't be started.
    pub fn start(settings: WorkerSettings) -> Result<Self, StartError> {
        let WorkerSettings { database, engines, hash_mb, endgames } = settings;
        let threads = searches_at_once(engines);
        let heard = Jobs::listening_worker(&database, threads);
        heard.must_be_there().map_err(|cause| StartError::Database {
            database: "the database of the servers".to_owned(),
            cause: cause.into(),
        })?;
        let shared = Arc::new(Shared {
            variants: Variants::new(Limits::default().variants, endgames),
            engines: Engines::new(threads, hash_mb),
            database,
            threads,
            running: Mutex::default(),
            looking: Mutex::default(),
            news: Condvar::new(),
            ending: AtomicBool::new(false),
        });
        let mut worker = Self { shared: shared.clone(), threads: Vec::new() };
        let unable = |cause| StartError::Threads { cause };
        for number in 0..threads {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK);
            worker.threads.push(thread.spawn(move || shared.work()).map_err(unable)?);
        }
        let thread = std::thread::Builder::new().name("jobs".to_owned());
        worker.threads.push(thread.spawn(move || shared.keep(&heard)).map_err(unable)?);
        Ok(worker)
    }

    /// How many searches run at once.
    pub fn searches(&self) -> usize {
        self.shared.threads
    }

    /// Takes no more jobs and waits, for some seconds at most, until those that were taken are done. Analyses go on
    /// elsewhere.
    pub fn end(mut self) {
        self.ask_to_end();
        for thread in self.threads.drain(..) {
            // A thread that has panicked has nothing to do any more.
            let _ = thread.join();
        }
    }

    fn ask_to_end(&self) {
        self.shared.ending.store(true, Relaxed);
        self.shared.news.notify_all();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.ask_to_end();
    }
}

impl Shared {
    fn running(&self) -> MutexGuard<'_, HashMap<i64, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_ending(&self) -> bool {
        self.ending.load(Relaxed)
    }

    /// What a thread does that searches.
    fn work(&self) {
        let jobs = Jobs::of_worker(&self.database);
        while !self.is_ending() {
            match self.take(&jobs) {
                Ok(Some(begun)) => self.serve(&jobs, begun),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(%error, "no job was taken");
                    std::thread::sleep(BEAT);
                }
            }
        }
        jobs.close();
    }

    /// Takes the next job, or waits for one, for a second at most.
    fn take(&self, jobs: &Jobs) -> Result<Option<(TakenJob, Stop, Arc<AtomicBool>)>, StoreError> {
        let looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        // One thread is kept free for moves.
        let analyses = self.running().values().filter(|one| one.is_analysis).count();
        let rank = if analyses + 1 < self.threads { ANALYSIS } else { MOVE };
        let Some(job) = jobs.take(rank)? else {
            drop(self.news.wait_timeout(looking, BEAT).unwrap_or_else(PoisonError::into_inner));
            return Ok(None);
        };
        let (stop, makes_way) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let running = Running {
            taken: job.taken,
            stop: stop.clone(),
            is_analysis: job.rank >= ANALYSIS,
            makes_way: makes_way.clone(),
            began: Instant::now(),
        };
        self.running().insert(job.id, running);
        // There may be more of them.
        self.news.notify_one();
        Ok(Some((job, stop, makes_way)))
    }

    /// Does a job.
    fn serve(&self, jobs: &Jobs, (job, stop, makes_way): (TakenJob, Stop, Arc<AtomicBool>)) {
        let searched = catch_unwind(AssertUnwindSafe(|| self.search(jobs, &job, &stop, &makes_way)));
        let answer = match searched {
            Ok(Ok(found)) => Answer::Found(found),
            Ok(Err(why)) => Answer::Failed(why),
            Err(_) => Answer::Failed("the search panicked".to_owned()),
        };
        if let Answer::Failed(why) = &answer {
            tracing::error!(why, "a job could not be done");
        }
        let stored = serde_json::to_string(&answer).map(|answer| jobs.finish(&job, &answer));
        self.running().remove(&job.id);
        match stored {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => tracing::debug!("what was found is not wanted any more"),
            Ok(Err(error)) => tracing::warn!(%error, "what was found was not stored; another worker searches again"),
            Err(error) => tracing::error!(%error, "what was found can't be written"),
        }
    }

    fn search(&self, jobs: &Jobs, taken: &TakenJob, stop: &Stop, makes_way: &AtomicBool) -> Result<Found, String> {
        let job: Job = serde_json::from_str(&taken.task).map_err(|error| error.to_string())?;
        let began = Instant::now();
        let variant = job.variant(&self.variants)?;
        let position = job.position(&variant.rules)?;
        let mut room = self.engines.engine(&variant);
        let engine = room.engine().ok_or("there is no engine")?;
        let limits = job.limits(&position, taken.waited + began.elapsed());
        let mut tell = |info: &Info| {
            if job.analysis && info.depth >= job.known {
                // What is not heard is said again with the next depth.
                let said = serde_json::to_string(&News::from(info)).map(|news| jobs.tell(&taken.node, taken.id, &news));
                if !matches!(said, Ok(Ok(()))) {
                    tracing::debug!("news of a search were not passed on");
                }
            }
        };
        let best = match job.analysis {
            true => engine.search(&position, &limits, stop, &mut tell),
            false => engine.choose(&position, &limits, stop, &mut tell),
        };
        Ok(Found::of(&best, makes_way.load(Relaxed)))
    }

    /// Hears of jobs, and says once a second that those that were taken are worked at.
    fn keep(&self, heard: &Jobs) {
        let (mut beat, mut ends) = (Instant::now(), None);
        while !self.is_ending() || !self.running().is_empty() {
            let wait = beat.saturating_duration_since(Instant::now());
            match heard.heard(if self.is_ending() { wait.min(BEAT / 20) } else { wait }) {
                Ok(news) => news.into_iter().for_each(|news| self.hear(&news)),
                Err(error) => {
                    tracing::warn!(%error, "the database is not reached");
                    std::thread::sleep(BEAT);
                }
            }
            if self.is_ending() {
                self.take_leave(heard, &mut ends);
            }
            if beat <= Instant::now() {
                beat = Instant::now() + BEAT;
                if let Err(error) = self.beat(heard) {
                    tracing::warn!(%error, "the jobs that were taken were not renewed");
                }
            }
        }
        heard.close();
    }

    fn hear(&self, news: &JobNews) {
        match news {
            JobNews::New => self.news.notify_one(),
            JobNews::Stop(id) => self.running().get(id).into_iter().for_each(|one| one.stop.stop()),
            JobNews::Ours(..) => {}
        }
    }

    /// Keeps what was taken, ends what is not wanted any more, and has an analysis make way that others wait for.
    fn beat(&self, heard: &Jobs) -> Result<(), StoreError> {
        let taken: Vec<(i64, i64)> = self.running().iter().map(|(id, one)| (*id, one.taken)).collect();
        for (id, taken) in taken {
            if heard.renew_lease(id, taken)? != Some(false)
                && let Some(one) = self.running().get(&id)
            {
                one.stop.stop();
            }
        }
        let (waiting, oldest) = heard.waiting()?;
        if waiting > 0 && oldest >= BEAT {
            self.news.notify_one();
            let running = self.running();
            let analyses = running.values().filter(|one| one.is_analysis && !one.stop.is_stopped());
            let oldest = analyses.min_by_key(|one| one.began).filter(|one| one.began.elapsed() >= TURN);
            oldest.into_iter().for_each(Running::make_way);
        }
        Ok(())
    }

    /// Ends what is worked at: analyses at once, moves when their time is over.
    fn take_leave(&self, heard: &Jobs, ends: &mut Option<Instant>) {
        let until = *ends.get_or_insert_with(|| {
            // Without it servers count on this worker for some seconds.
            if let Err(error) = heard.take_leave() {
                tracing::debug!(%error, "the servers do not know that this worker ends");
            }
            Instant::now() + FAREWELL
        });
        for one in self.running().values() {
            match one.is_analysis {
                true => one.make_way(),
                false if until <= Instant::now() => one.stop.stop(),
                false => {}
            }
        }
    }
}

impl Running {
    fn make_way(&self) {
        self.makes_way.store(true, Relaxed);
        self.stop.stop();
    }
}
