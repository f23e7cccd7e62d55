//! The engines: a fixed number of threads that search, or solve problems, for whoever asks, in turn.
//!
//! Tasks wait in queues that are served by what everybody has used lately, so that nobody waits because somebody else
//! asks for much. Moves of games come before analyses, one thread is kept free of analyses, and the moves of one
//! network never have all threads. An engine is kept for the next task of the same variant; there are never more of
//! them than threads.

use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::resources::{FairQueue, Ledger, Payer};
use crate::traces;
use crate::variants::Variant;
use spielraum_engine::{Best, Engine, EngineOptions, Info, Limits, Stop};
use spielraum_rules::Position;
use spielraum_solve::Wanted;
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tracing::Span;

/// How many tasks can wait, of all and of one network.
const WAITING: usize = 4_096;
const WAITING_EACH: usize = 1_024;

/// The stack of a thread: problems may be hundreds of moves deep. What is not used takes no memory.
const STACK: usize = 64 << 20;

/// How long an analysis goes on while others wait, or moves of games.
const TURN: Duration = Duration::from_secs(10);
const TURN_BEFORE_MOVES: Duration = Duration::from_secs(1);

/// Something to think about.
pub(crate) struct Task {
    /// On whose account.
    pub payer: Payer,
    /// Whether it is an analysis and not the move of a game.
    pub analysis: bool,
    pub variant: Arc<Variant>,
    pub position: Position,
    pub limits: Limits,
    /// Is told what is found.
    pub observer: Box<dyn FnMut(&Info) + Send>,
}

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
    threads: usize,
    hash_mb: usize,
    metrics: Arc<Metrics>,
    ledger: Arc<Mutex<Ledger>>,
}

#[derive(Default)]
struct Queue {
    moves: FairQueue<Waiting>,
    analyses: FairQueue<Waiting>,
    /// How many analyses go on.
    analysing: usize,
    /// For how many moves of each network the engine thinks.
    moving: HashMap<IpAddr, usize>,
    closed: bool,
}

struct Waiting {
    payer: Payer,
    analysis: bool,
    work: Work,
    stop: Stop,
    span: Span,
    asked: Instant,
}

/// What a thread is to do.
enum Work {
    Search(Box<Task>, oneshot::Sender<Best>),
    /// Solves a problem as long as it is wanted, and tells how many positions it has looked at.
    Solve(Box<dyn FnOnce(Wanted) -> u64 + Send>),
}

impl Queue {
    fn len(&self) -> usize {
        self.moves.len() + self.analyses.len()
    }

    fn len_of(&self, network: IpAddr) -> usize {
        self.moves.len_of(network) + self.analyses.len_of(network)
    }

    /// Throws away what nobody wants any more.
    fn tidy(&mut self) {
        self.moves.retain(|waiting| !waiting.stop.is_stopped());
        self.analyses.retain(|waiting| !waiting.stop.is_stopped());
    }

    /// The next task that somebody still wants.
    fn pop(&mut self, ledger: &Ledger, threads: usize) -> Option<Waiting> {
        let Self { moves, analyses, analysing, moving, .. } = self;
        while let Some((payer, waiting)) = moves.pop(ledger, |payer| may_move(moving, payer, threads)) {
            if !waiting.stop.is_stopped() {
                *moving.entry(payer.network).or_default() += 1;
                return Some(waiting);
            }
        }
        while *analysing + 1 < threads {
            let (_, waiting) = analyses.pop(ledger, |_| true)?;
            if !waiting.stop.is_stopped() {
                *analysing += 1;
                return Some(waiting);
            }
        }
        None
    }

    /// Whether a move waits for a thread and not for other moves of its own network.
    fn moves_wait(&self, threads: usize) -> bool {
        self.moves.any(|payer| may_move(&self.moving, payer, threads))
    }

    /// A task that was taken out has ended.
    fn ended(&mut self, payer: &Payer, analysis: bool) {
        match (analysis, self.moving.get_mut(&payer.network)) {
            (true, _) => self.analysing -= 1,
            (false, Some(count)) if *count > 1 => *count -= 1,
            (false, _) => _ = self.moving.remove(&payer.network),
        }
    }
}

/// Whether the engine may think about one more move of a payer's network.
fn may_move(moving: &HashMap<IpAddr, usize>, payer: &Payer, threads: usize) -> bool {
    moving.get(&payer.network).is_none_or(|count| count + 1 < threads)
}

impl EnginePool {
    /// Starts the threads: `threads` of them, two at the least, each with a hash room of `hash_mb` MB.
    pub fn start(
        threads: usize,
        hash_mb: usize,
        metrics: Arc<Metrics>,
        ledger: Arc<Mutex<Ledger>>,
    ) -> std::io::Result<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(2, usize::from),
            some => some,
        };
        let threads = threads.max(2);
        let shared =
            Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), threads, hash_mb, metrics, ledger });
        for number in 0..threads {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK);
            thread.spawn(move || shared.work())?;
        }
        Ok(Self { shared })
    }

    /// Hands a task in.
    pub fn search(&self, task: Task) -> ApiResult<Search> {
        let (done, answer) = oneshot::channel();
        let (payer, analysis, key) = (task.payer.clone(), task.analysis, task.variant.key.clone());
        let (stop, span) = self.hand_in(payer, analysis, &key, Work::Search(Box::new(task), done))?;
        Ok(Search { stop, answer, span })
    }

    /// Hands in a problem of a variant, to be solved as an analysis. `solve` gives what it has found, and how many
    /// positions it has looked at; it ends soon when it is not wanted any more.
    pub fn solve<Found: Send + 'static>(
        &self,
        payer: Payer,
        variant: &Variant,
        solve: impl FnOnce(Wanted) -> (Found, u64) + Send + 'static,
    ) -> ApiResult<Search<Found>> {
        let (done, answer) = oneshot::channel();
        let work = Work::Solve(Box::new(move |wanted| {
            let (found, nodes) = solve(wanted);
            let _ = done.send(found);
            nodes
        }));
        let (stop, span) = self.hand_in(payer, true, &variant.key, work)?;
        Ok(Search { stop, answer, span })
    }

    fn hand_in(&self, payer: Payer, analysis: bool, variant: &str, work: Work) -> ApiResult<(Stop, Span)> {
        let stop = Stop::new();
        let mut queue = self.shared.queue();
        let network = payer.network;
        if queue.len() >= WAITING || queue.len_of(network) >= WAITING_EACH {
            queue.tidy();
        }
        if queue.closed || queue.len() >= WAITING || queue.len_of(network) >= WAITING_EACH {
            return Err(ApiError::busy("Too many positions wait for the engine. Try again in a moment."));
        }
        let lane = if analysis { &mut queue.analyses } else { &mut queue.moves };
        let (span, asked) = (traces::search(variant, analysis), Instant::now());
        let waiting = Waiting { payer: payer.clone(), analysis, work, stop: stop.clone(), span: span.clone(), asked };
        lane.push(payer, waiting);
        self.shared.count(&queue);
        drop(queue);
        self.shared.news.notify_all();
        Ok((stop, span))
    }

    /// Lets the threads end after what they are doing; nothing waiting is begun.
    pub fn close(&self) {
        self.shared.queue().closed = true;
        self.shared.news.notify_all();
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

    /// What a thread does.
    fn work(self: &Arc<Self>) {
        let mut kept: Option<(String, Engine)> = None;
        while let Some(Waiting { payer, analysis, work, stop, span, asked }) = self.next() {
            let entered = span.enter();
            let began = Instant::now();
            traces::waited(&span, began - asked);
            self.ledger().begin(&payer);
            // A fault of the engine costs this search and this engine's memory, not the thread.
            match catch_unwind(AssertUnwindSafe(|| self.do_work(&mut kept, work, &stop))) {
                Ok(Some(nodes)) => {
                    self.metrics.searches.inc();
                    self.metrics.nodes.inc_by(nodes);
                    span.record("spielraum.nodes", nodes);
                }
                Ok(None) => {}
                Err(_) => {
                    tracing::error!("a search panicked");
                    kept = None;
                }
            }
            traces::ran(&span, began.elapsed());
            drop(entered);
            self.ledger().finish(&payer, began.elapsed());
            self.queue().ended(&payer, analysis);
            self.news.notify_all();
        }
    }

    /// Waits for a task; nothing when there will be none.
    fn next(&self) -> Option<Waiting> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let found = queue.pop(&self.ledger(), self.threads);
            self.count(&queue);
            if found.is_some() {
                return found;
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Searches or solves; gives how many positions were looked at.
    fn do_work(self: &Arc<Self>, kept: &mut Option<(String, Engine)>, work: Work, stop: &Stop) -> Option<u64> {
        match work {
            Work::Search(task, done) => {
                let best = self.search(kept, *task, stop)?;
                let nodes = best.nodes;
                let _ = done.send(best);
                Some(nodes)
            }
            Work::Solve(solve) => {
                // The engine's room goes before the solver's comes.
                *kept = None;
                let (shared, stop, began) = (self.clone(), stop.clone(), Instant::now());
                Some(solve(Box::new(move || !stop.is_stopped() && !shared.makes_room(began))))
            }
        }
    }

    /// Whether an analysis that began then makes room for others.
    fn makes_room(&self, began: Instant) -> bool {
        let spent = began.elapsed();
        if spent <= TURN_BEFORE_MOVES {
            return false;
        }
        let queue = self.queue();
        queue.moves_wait(self.threads) || queue.analyses.len() > 0 && spent > TURN
    }

    fn search(&self, kept: &mut Option<(String, Engine)>, mut task: Task, stop: &Stop) -> Option<Best> {
        if kept.as_ref().is_none_or(|(key, _)| *key != task.variant.key) {
            // The old room goes before the new one comes.
            *kept = None;
            let options = EngineOptions { hash_mb: self.hash_mb, threads: 1 };
            match task.variant.game.engine(options) {
                Ok(mut engine) => {
                    engine.set_tables(task.variant.tables.clone().map(|tables| tables as _));
                    *kept = Some((task.variant.key.clone(), engine));
                }
                Err(error) => tracing::error!(%error, "there is no engine"),
            }
        }
        let (_, engine) = kept.as_mut()?;
        let started = Instant::now();
        let mut observer = |info: &Info| {
            (task.observer)(info);
            if task.analysis && self.makes_room(started) {
                stop.stop();
            }
        };
        Some(engine.search(&task.position, &task.limits, stop, &mut observer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Options, Variants};
    use spielraum_catalogue::{Game, Source};
    use spielraum_matches::{Budget, PlayerKind, PlayerSpec, opening};
    use spielraum_uci::{Output, Server, description};
    use std::io::Write;

    const NODES: u64 = 300;

    /// What the UCI engine has said.
    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Said {
        /// Waits for the answer of a search and forgets what was said.
        fn best_move(&self) -> String {
            loop {
                let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
                assert!(!text.contains("error"), "{text}");
                if let Some(answer) = text.lines().find_map(|line| line.strip_prefix("bestmove ")) {
                    self.0.lock().unwrap().clear();
                    return answer.split(' ').next().unwrap().to_owned();
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Whoever plays with our engine meets the same engine: in the browser, in a match, in a UCI program.
    #[tokio::test]
    async fn the_server_and_uci_and_matches_choose_the_same_moves() {
        let pool = EnginePool::start(2, 1, Arc::new(Metrics::new()), Arc::default()).unwrap();
        let variants = Variants::new();
        let (said, mut uci, mut differing) = (Said::default(), None, Vec::new());
        for id in spielraum_catalogue::ids() {
            let variant = variants.compile(id, None, &Options::new()).unwrap();
            let position = opening(&variant.rules.start(), 12, 1, 0);
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let task = Task {
                payer: Payer::current(),
                analysis: false,
                variant,
                position: position.clone(),
                limits,
                observer: Box::new(|_| {}),
            };
            let served = pool.search(task).unwrap().answer().await.unwrap().best.unwrap();

            let game = Game::load(Source::Builtin(id), &[]).unwrap();
            let budget = Budget { nodes: Some(NODES), ..Budget::default() };
            let options = vec![("Hash".to_owned(), "1".to_owned())];
            let spec = PlayerSpec { budget, options, ..PlayerSpec::new(PlayerKind::Engine(None)) };
            let played = spec.make(&game).unwrap().choose(&position, None).unwrap().unwrap().chosen;

            let uci = uci.get_or_insert_with(|| {
                Server::new(game, Box::new(|_: &Position| String::new()), Output::to(said.clone())).unwrap()
            });
            let commands = [
                "setoption name Hash value 1".to_owned(),
                format!("setoption name UCI_Variant value {id}"),
                "ucinewgame".to_owned(),
                format!("position {}", description(&position)),
                format!("go nodes {NODES}"),
            ];
            commands.iter().for_each(|command| _ = uci.obey(command).unwrap());
            let spoken = spielraum_uci::parse_move(&position, &said.best_move()).unwrap();

            if played != served || spoken != served {
                let texts = [served, played, spoken].map(|m| position.move_text(m));
                differing.push(format!("{id}: {texts:?} in {}", position.fen()));
            }
        }
        assert!(differing.is_empty(), "server, match and UCI differ:\n{}", differing.join("\n"));
    }
}
