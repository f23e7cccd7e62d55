//! The engines: a fixed number of threads that search, or solve problems, for all callers in turn.
//!
//! Tasks wait in queues that are served by what everybody has used lately, so that nobody waits because somebody else
//! asks for much. Moves of games come before analyses, quick ones before others; the more of them wait, the less time
//! each has. One thread is kept free of analyses, and the moves of one network never have all threads. Analyses and
//! problems have turns: while others wait they make way, and go on later. An engine is kept for the next task of the
//! same variant; there are never more of them than threads.
//!
//! Where workers are connected to the database of PostgreSQL, a thread hands its search to one of them and waits for it, and
//! there are as many threads as workers search at once. Everything else stays as it is: who is next, for how long, and
//! what is refused. A search that no worker does is done here.

mod engines;
mod job;
mod queue;
#[cfg(test)]
mod tests;
mod work;
mod workers;

pub(crate) use engines::Engines;
pub(crate) use job::{ANALYSIS, Answer, Found, Job, MOVE, News};
pub(crate) use work::Task;
pub(crate) use workers::Workers;

use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::resources::{Ledger, Payer};
use crate::traces;
use crate::variants::Variant;
use queue::{Begun, Held, Kind, PROBLEMS, Queue, Waiting};
use spielraum_engine::{Best, Info, Stop};
use spielraum_solve::Wanted;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tracing::Span;
use work::{Searched, Work};
use workers::Lost;

/// The stack of a thread: problems may be hundreds of moves deep. What is not used takes no memory.
pub(crate) const STACK: usize = 64 << 20;

/// How many searches run at once if somebody asks for this many, two at the least; 0: as many as there are processors.
pub(crate) fn searches_at_once(asked: usize) -> usize {
    let some = match asked {
        0 => std::thread::available_parallelism().map_or(2, usize::from),
        some => some,
    };
    some.max(2)
}

/// More threads than anybody has workers for.
const MOST: usize = 512;

/// The highest level at which a move is quick.
const QUICK: u8 = 16;

/// An analysis that has been thought about for so long does not go on while others wait.
const ENOUGH: Duration = Duration::from_secs(20);

/// A task that was accepted. To drop it ends the search.
pub(crate) struct Search<Found = Best> {
    stop: Stop,
    answer: oneshot::Receiver<Found>,
    span: Span,
}

impl<Found> Search<Found> {
    /// The token that ends the search.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// A span for what is done by what was found.
    pub fn action(&self) -> Span {
        self.span.in_scope(traces::action)
    }

    /// What was found; nothing if the search was stopped before it began, or failed.
    pub async fn answer(&mut self) -> Option<Found> {
        (&mut self.answer).await.ok()
    }
}

impl<Found> Drop for Search<Found> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The threads.
pub(crate) struct EnginePool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    engines: Engines,
    /// Those who search for this server, if it can have any.
    workers: Option<Workers>,
    /// How many threads were started.
    started: AtomicUsize,
    metrics: Arc<Metrics>,
    ledger: Arc<Mutex<Ledger>>,
}

impl EnginePool {
    /// Starts the threads: `threads` of them, two at the least, each with a hash room of `hash_mb` MB.
    pub fn start(
        threads: usize,
        hash_mb: usize,
        workers: Option<Workers>,
        metrics: Arc<Metrics>,
        ledger: Arc<Mutex<Ledger>>,
    ) -> std::io::Result<Self> {
        let threads = searches_at_once(threads);
        let (queue, engines) = (Mutex::new(Queue::new(threads)), Engines::new(threads, hash_mb));
        let (news, started) = (Condvar::new(), AtomicUsize::new(0));
        let shared = Arc::new(Shared { queue, news, engines, workers, started, metrics, ledger });
        shared.start_threads(threads)?;
        if shared.workers.is_some() {
            let keeping = shared.clone();
            std::thread::Builder::new().name("jobs".to_owned()).spawn(move || keeping.keep_workers())?;
        }
        let watching = shared.clone();
        std::thread::Builder::new().name("engine-turns".to_owned()).spawn(move || watching.watch_turns())?;
        Ok(Self { shared })
    }

    /// Hands a task in.
    pub fn search(&self, task: Task) -> ApiResult<Search> {
        let (done, answer) = oneshot::channel();
        let (payer, variant) = (task.payer.clone(), task.variant.clone());
        let quick = task.limits.level.is_some_and(|level| level.number() <= QUICK);
        let kind = match (task.analysis, quick) {
            (true, _) => Kind::Analysis,
            (false, true) => Kind::QuickMove,
            (false, false) => Kind::Move,
        };
        let searched = Searched { task, done, time: Duration::ZERO, nodes: 0, depth: 0, here: false };
        let work = Work::Search(Box::new(searched));
        let (stop, span) = self.hand_in(payer, kind, &variant, work)?;
        Ok(Search { stop, answer, span })
    }

    /// Hands in a problem of a variant, to be solved as an analysis. `solve` gives what it has found, and how many
    /// positions it has looked at; it ends soon when it is not wanted any more, at a point in time at the latest. To ask
    /// whether it is wanted may take long: others have their turn meanwhile.
    pub fn solve<Found: Send + 'static>(
        &self,
        payer: Payer,
        variant: &Variant,
        until: Instant,
        solve: impl FnOnce(Wanted) -> (Found, u64) + Send + 'static,
    ) -> ApiResult<Search<Found>> {
        let (done, answer) = oneshot::channel();
        let solve = Box::new(move |wanted: Wanted| {
            let (found, nodes) = solve(wanted);
            let _ = done.send(found);
            nodes
        });
        let work = Work::Solve { until, solve };
        let (stop, span) = self.hand_in(payer, Kind::Problem, variant, work)?;
        Ok(Search { stop, answer, span })
    }

    fn hand_in(&self, payer: Payer, kind: Kind, variant: &Variant, work: Work) -> ApiResult<(Stop, Span)> {
        let (stop, span) = (Stop::new(), traces::search(&variant.key, !kind.is_move()));
        let (kept, noted) = (stop.clone(), span.clone());
        let held = Held::by(variant);
        let waiting = Waiting { payer, kind, work, held, stop, span, asked: Instant::now(), turns: 0, is_new: true };
        let mut queue = self.shared.queue();
        if queue.push(waiting).is_err() {
            return Err(ApiError::busy("Too many positions wait for the engine. Try again in a moment."));
        }
        self.shared.count(&queue);
        drop(queue);
        self.shared.news.notify_all();
        Ok((kept, noted))
    }

    /// Throws away what nobody waits for any more, with the variants that it needed.
    pub fn tidy(&self) {
        self.shared.queue().tidy();
    }

    /// Gives up analyses and problems that wait, those of the largest variants first, until these use this many bytes less.
    pub fn give_up(&self, bytes: usize) {
        self.shared.queue().give_up(bytes);
    }

    /// Lets the threads end after what they are doing; nothing waiting is begun.
    pub fn close(&self) {
        self.shared.queue().close();
        self.shared.news.notify_all();
        if let Some(workers) = &self.shared.workers {
            workers.close();
        }
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, queue: &Queue) {
        self.metrics.searches_waiting.set(queue.len() as i64);
    }

    /// Starts threads until this many searches can run at once.
    fn start_threads(self: &Arc<Self>, searches: usize) -> std::io::Result<()> {
        // Problems that have made way keep their threads, which wait. No more threads work at once than are asked for.
        let wanted = searches.min(MOST) + PROBLEMS;
        for number in self.started.load(Relaxed)..wanted {
            let shared = self.clone();
            let thread = std::thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK);
            thread.spawn(move || shared.work())?;
            self.started.store(number + 1, Relaxed);
        }
        Ok(())
    }

    /// Hears of workers, and has as many searches run at once as they do.
    fn keep_workers(self: &Arc<Self>) {
        let Some(workers) = &self.workers else { return };
        workers.keep(|searches| {
            let threads = {
                let mut queue = self.queue();
                queue.set_workers(searches);
                queue.threads()
            };
            if let Err(error) = self.start_threads(threads) {
                tracing::warn!(%error, "there are fewer threads for searches than workers");
            }
            self.news.notify_all();
        });
    }

    /// What a thread does.
    fn work(self: &Arc<Self>) {
        while let Some(Begun { number, turn, waiting }) = self.next() {
            let Waiting { payer, kind, work, held, stop, span, asked, turns, .. } = waiting;
            let work = match work {
                // The turn is that of the other thread.
                Work::Resume(thread) => {
                    if thread.send((number, turn)).is_err() {
                        self.queue().ended(number, &payer);
                    }
                    continue;
                }
                work => work,
            };
            let entered = span.enter();
            let turn = Turn { number, stop: turn, began: Instant::now() };
            if turns == 0 {
                traces::waited(&span, turn.began - asked);
            }
            self.ledger().begin(&payer);
            let turn = Arc::new(Mutex::new(turn));
            // A fault of the engine costs this search and this engine's memory, not the thread.
            let done = catch_unwind(AssertUnwindSafe(|| match work {
                Work::Search(search) => self.search(*search, kind, &turn, &stop),
                Work::Solve { until, solve } => {
                    // Engines make room for the solver.
                    let _room = self.engines.room();
                    let (shared, payer, stop, span) = (self.clone(), payer.clone(), stop.clone(), span.clone());
                    let (held, turn) = (held.clone(), turn.clone());
                    let problem = Problem { shared, payer, held, stop, span, asked, until, turn };
                    Done::Nodes(solve(Box::new(move || problem.is_wanted())))
                }
                Work::Resume(_) => Done::Nothing,
            }));
            let Turn { number, began, .. } = *lock(&turn);
            let again = match done {
                Ok(Done::Nodes(nodes)) => {
                    self.metrics.searches.inc();
                    self.metrics.nodes.inc_by(nodes);
                    span.record("spielraum.nodes", nodes);
                    None
                }
                Ok(Done::Nothing) => None,
                Ok(Done::MakesWay(search)) => Some(search),
                Err(_) => {
                    tracing::error!("a search panicked");
                    None
                }
            };
            if again.is_none() {
                traces::ran(&span, began.elapsed());
            }
            drop(entered);
            self.ledger().finish(&payer, began.elapsed());
            let mut queue = self.queue();
            queue.ended(number, &payer);
            if kind == Kind::Problem {
                queue.begun_problems -= 1;
            }
            if again.is_some() && queue.closed {
                // It was not done, which is no fault of the engine.
                stop.stop();
            } else if let Some(search) = again {
                let (is_new, turns) = (search.depth == 0, turns + 1);
                let work = Work::Search(search);
                let waiting = Waiting { payer, kind, work, held, stop, span, asked, turns, is_new };
                queue.push_anyway(Instant::now(), waiting);
            }
            drop(queue);
            self.news.notify_all();
        }
    }

    /// Waits for a task; nothing when there will be none.
    fn next(&self) -> Option<Begun> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let found = queue.begin(&self.ledger(), Instant::now());
            self.count(&queue);
            if found.is_some() {
                drop(queue);
                // Its turn ends some day.
                self.news.notify_all();
                return found;
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends turns when they have lasted long enough, until the threads end.
    fn watch_turns(&self) {
        let mut queue = self.queue();
        while !queue.closed {
            queue = match queue.end_turns(Instant::now()) {
                Some(next) => {
                    let wait = next.saturating_duration_since(Instant::now());
                    self.news.wait_timeout(queue, wait).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.news.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Searches for a turn, or has a worker do it.
    fn search(&self, mut search: Searched, kind: Kind, turn: &Mutex<Turn>, stop: &Stop) -> Done {
        let Searched { task, time, nodes, depth, here, .. } = &mut search;
        let mut limits = task.limits.clone();
        limits.time = limits.time.map(|most| most.saturating_sub(*time));
        let ends = lock(turn).stop.clone();
        let (before, known, seen) = ((*time, *nodes), *depth, &mut *depth);
        let workers = self.workers.as_ref().filter(|workers| !*here && workers.capacity() > 0);
        let job = workers.map(|workers| (workers, Job::of(task, &limits, known)));
        // The move of a game that is to end is made.
        let unwanted = task.analysis.then_some(stop);
        let observer = &mut task.observer;
        let mut report = |info: &Info| {
            // A search that goes on finds again what it had found, and reports nothing.
            if info.depth >= *seen {
                *seen = info.depth;
                observer(&Info { time: before.0 + info.time, nodes: before.1 + info.nodes, ..info.clone() });
            }
        };
        let (best, mut made_way) = match job {
            Some((workers, job)) => match workers.search(kind.rank(), &job, (&ends, unwanted), &mut report) {
                Ok(Some(found)) => {
                    let made_way = found.makes_way;
                    match found.best(&task.position) {
                        Some(best) => (best, made_way),
                        None => return search.done_here(),
                    }
                }
                Ok(None) => return Done::Nothing,
                Err(Lost) => return search.done_here(),
            },
            None => {
                let mut room = self.engines.engine(&task.variant);
                let Some(engine) = room.engine() else { return Done::Nothing };
                let best = match task.analysis {
                    true => engine.search(&task.position, &limits, &ends, &mut report),
                    false => engine.choose(&task.position, &limits, &ends, &mut report),
                };
                (best, false)
            }
        };
        (*time, *nodes) = (*time + best.time, *nodes + best.nodes);
        made_way |= ends.is_stopped();
        made_way &= !stop.is_stopped() && task.analysis;
        if made_way && *time < ENOUGH && task.limits.time.is_none_or(|most| *time < most) {
            return Done::MakesWay(Box::new(search));
        }
        let nodes = *nodes;
        let _ = search.done.send(best);
        Done::Nodes(nodes)
    }
}

impl Searched {
    /// It is done by this process, when its turn comes again.
    fn done_here(mut self) -> Done {
        self.here = true;
        Done::MakesWay(Box::new(self))
    }
}

/// What came of a turn.
enum Done {
    /// It has ended, and this many positions were looked at.
    Nodes(u64),
    /// It could not begin.
    Nothing,
    /// It makes way for others, and is to go on.
    MakesWay(Box<Searched>),
}

/// A turn of a search or a problem.
struct Turn {
    number: u64,
    /// Ends it.
    stop: Stop,
    began: Instant,
}

fn lock(turn: &Mutex<Turn>) -> MutexGuard<'_, Turn> {
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A problem that is solved.
struct Problem {
    shared: Arc<Shared>,
    payer: Payer,
    held: Held,
    stop: Stop,
    span: Span,
    asked: Instant,
    until: Instant,
    turn: Arc<Mutex<Turn>>,
}

impl Problem {
    /// Whether somebody still waits for the solution. When its turn has ended the others have theirs first.
    fn is_wanted(&self) -> bool {
        let mut turn = lock(&self.turn);
        if turn.stop.is_stopped() && !self.stop.is_stopped() {
            let Self { shared, payer, .. } = self;
            // Without room of its own: a turn that is sent is a turn that is taken, and none is lost to one who is late.
            let (thread, resumed) = std::sync::mpsc::sync_channel(0);
            shared.ledger().finish(payer, turn.began.elapsed());
            {
                let mut queue = shared.queue();
                queue.ended(turn.number, payer);
                if queue.closed {
                    return false;
                }
                let waiting = Waiting {
                    payer: payer.clone(),
                    kind: Kind::Analysis,
                    work: Work::Resume(thread),
                    held: self.held.clone(),
                    stop: self.stop.clone(),
                    span: self.span.clone(),
                    asked: self.asked,
                    turns: 1,
                    is_new: false,
                };
                queue.push_anyway(Instant::now(), waiting);
            }
            shared.news.notify_all();
            let wait = self.until.saturating_duration_since(Instant::now());
            let Ok((number, stop)) = resumed.recv_timeout(wait) else {
                // Nobody wants it any more, or it is late. It ends without a turn, in a moment.
                shared.ledger().begin(payer);
                (turn.number, turn.began) = (0, Instant::now());
                return false;
            };
            shared.ledger().begin(payer);
            *turn = Turn { number, stop, began: Instant::now() };
        }
        !self.stop.is_stopped()
    }
}
