//! The engines: a fixed number of threads that search for whoever asks, in turn.
//!
//! Each owner's tasks form a lane, and the lanes are served one after another, so that nobody waits because
//! somebody else asks for much. Moves of games come before analyses, and one thread is kept free of analyses. An
//! engine is kept for the next task of the same variant; there are never more of them than threads.

use crate::error::{Answer, Refusal};
use crate::metrics::Metrics;
use crate::variants::Variant;
use spielraum_engine::{Best, Engine, EngineOptions, Info, Limits, Stop};
use spielraum_rules::Position;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How many tasks can wait.
const WAITING: usize = 4_096;

/// How long an analysis goes on while others wait.
const TURN: Duration = Duration::from_secs(10);

/// Something to think about.
pub(crate) struct Task {
    /// On whose behalf.
    pub owner: String,
    /// Whether it is an analysis and not the move of a game.
    pub analysis: bool,
    pub variant: Arc<Variant>,
    pub position: Position,
    pub limits: Limits,
    /// Is told what is found.
    pub observer: Box<dyn FnMut(&Info) + Send>,
}

/// A task that was accepted. To drop it ends the search.
pub(crate) struct Thought {
    stop: Stop,
    answer: oneshot::Receiver<Best>,
}

impl Thought {
    /// The token that ends the search.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// What was found; nothing if the search was stopped before it began, or failed.
    pub async fn answer(&mut self) -> Option<Best> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The threads.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
    threads: usize,
    hash_mb: usize,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    moves: Lanes,
    analyses: Lanes,
    /// How many analyses go on.
    analysing: usize,
    closed: bool,
}

/// Tasks by owner, and the owners in the order in which they are served.
#[derive(Default)]
struct Lanes {
    order: VecDeque<String>,
    tasks: HashMap<String, VecDeque<Waiting>>,
    len: usize,
}

struct Waiting {
    task: Task,
    stop: Stop,
    done: oneshot::Sender<Best>,
}

impl Lanes {
    fn push(&mut self, waiting: Waiting) {
        let owner = waiting.task.owner.clone();
        let lane = self.tasks.entry(owner.clone()).or_default();
        if lane.is_empty() {
            self.order.push_back(owner);
        }
        lane.push_back(waiting);
        self.len += 1;
    }

    /// The next task that somebody still wants.
    fn pop(&mut self) -> Option<Waiting> {
        while let Some(owner) = self.order.pop_front() {
            let Some(lane) = self.tasks.get_mut(&owner) else { continue };
            let next = lane.pop_front();
            if lane.is_empty() {
                self.tasks.remove(&owner);
            } else {
                self.order.push_back(owner);
            }
            if let Some(waiting) = next {
                self.len -= 1;
                if !waiting.stop.is_stopped() {
                    return Some(waiting);
                }
            }
        }
        None
    }

    /// Throws away what nobody wants any more.
    fn tidy(&mut self) {
        for lane in self.tasks.values_mut() {
            lane.retain(|waiting| !waiting.stop.is_stopped());
        }
        self.tasks.retain(|_, lane| !lane.is_empty());
        self.order.retain(|owner| self.tasks.contains_key(owner));
        self.len = self.tasks.values().map(VecDeque::len).sum();
    }
}

impl Thinkers {
    /// Starts the threads: `threads` of them, two at the least, each with a hash table of `hash_mb` MB.
    pub fn start(threads: usize, hash_mb: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(2, usize::from),
            some => some,
        };
        let threads = threads.max(2);
        let shared = Arc::new(Shared { queue: Mutex::default(), news: Condvar::new(), threads, hash_mb, metrics });
        for number in 0..threads {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("engine-{number}")).spawn(move || shared.work())?;
        }
        Ok(Self { shared })
    }

    /// Hands a task in.
    pub fn think(&self, task: Task) -> Answer<Thought> {
        let (done, answer) = oneshot::channel();
        let stop = Stop::new();
        let mut queue = self.shared.queue();
        if queue.moves.len + queue.analyses.len >= WAITING {
            queue.moves.tidy();
            queue.analyses.tidy();
        }
        if queue.closed || queue.moves.len + queue.analyses.len >= WAITING {
            return Err(Refusal::busy("Too many positions wait for the engine. Try again in a moment."));
        }
        let lanes = if task.analysis { &mut queue.analyses } else { &mut queue.moves };
        lanes.push(Waiting { task, stop: stop.clone(), done });
        self.shared.count(&queue);
        drop(queue);
        self.shared.news.notify_all();
        Ok(Thought { stop, answer })
    }

    /// Lets the threads end after what they are doing; nothing waiting is begun.
    pub fn close(&self) {
        self.shared.queue().closed = true;
        self.shared.news.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, queue: &Queue) {
        self.metrics.searches_waiting.set((queue.moves.len + queue.analyses.len) as i64);
    }

    /// What a thread does.
    fn work(&self) {
        let mut kept: Option<(String, Engine)> = None;
        while let Some(Waiting { task, stop, done }) = self.next() {
            let analysis = task.analysis;
            // A fault of the engine costs this search and this engine's memory, not the thread.
            match catch_unwind(AssertUnwindSafe(|| self.search(&mut kept, task, &stop))) {
                Ok(Some(best)) => {
                    self.metrics.searches.inc();
                    self.metrics.nodes.inc_by(best.nodes);
                    let _ = done.send(best);
                }
                Ok(None) => {}
                Err(_) => {
                    tracing::error!("a search panicked");
                    kept = None;
                }
            }
            if analysis {
                self.queue().analysing -= 1;
                self.news.notify_all();
            }
        }
    }

    /// Waits for a task; nothing when there will be none.
    fn next(&self) -> Option<Waiting> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let mut found = queue.moves.pop();
            if found.is_none() && queue.analysing + 1 < self.threads {
                found = queue.analyses.pop();
                queue.analysing += usize::from(found.is_some());
            }
            self.count(&queue);
            if found.is_some() {
                return found;
            }
            queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn search(&self, kept: &mut Option<(String, Engine)>, mut task: Task, stop: &Stop) -> Option<Best> {
        if kept.as_ref().is_none_or(|(key, _)| *key != task.variant.key) {
            // The old table goes before the new one comes.
            *kept = None;
            let options = EngineOptions { hash_mb: self.hash_mb, threads: 1 };
            match task.variant.game.engine(options) {
                Ok(engine) => *kept = Some((task.variant.key.clone(), engine)),
                Err(error) => tracing::error!(%error, "there is no engine"),
            }
        }
        let (_, engine) = kept.as_mut()?;
        let started = Instant::now();
        let mut observer = |info: &Info| {
            (task.observer)(info);
            if task.analysis && started.elapsed() > TURN && self.queue().analyses.len > 0 {
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
        let pool = Thinkers::start(2, 1, Arc::new(Metrics::new())).unwrap();
        let variants = Variants::new();
        let (said, mut uci, mut differing) = (Said::default(), None, Vec::new());
        for id in spielraum_catalogue::ids() {
            let variant = variants.compile(id, None, &Options::new()).unwrap();
            let mut position = opening(&variant.rules.start(), 12, 1, 0);
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let task = Task {
                owner: id.to_owned(),
                analysis: false,
                variant,
                position: position.clone(),
                limits,
                observer: Box::new(|_| {}),
            };
            let served = pool.think(task).unwrap().answer().await.unwrap().best.unwrap();

            let game = Game::load(Source::Builtin(id), &[]).unwrap();
            let budget = Budget { nodes: Some(NODES), ..Budget::default() };
            let options = vec![("Hash".to_owned(), "1".to_owned())];
            let spec = PlayerSpec { budget, options, ..PlayerSpec::new(PlayerKind::Engine(None)) };
            let played = spec.make(&game).unwrap().choose(&mut position, None).unwrap().unwrap().chosen;

            let uci = uci.get_or_insert_with(|| {
                Server::new(game, Box::new(|_: &mut Position| String::new()), Output::to(said.clone())).unwrap()
            });
            let commands = [
                "setoption name Hash value 1".to_owned(),
                format!("setoption name UCI_Variant value {id}"),
                "ucinewgame".to_owned(),
                format!("position {}", description(&position)),
                format!("go nodes {NODES}"),
            ];
            commands.iter().for_each(|command| _ = uci.obey(command).unwrap());
            let spoken = spielraum_uci::parse_move(&mut position, &said.best_move()).unwrap();

            if played != served || spoken != served {
                let texts = [served, played, spoken].map(|m| position.move_text(m));
                differing.push(format!("{id}: {texts:?} in {}", position.fen()));
            }
        }
        assert!(differing.is_empty(), "server, match and UCI differ:\n{}", differing.join("\n"));
    }
}
