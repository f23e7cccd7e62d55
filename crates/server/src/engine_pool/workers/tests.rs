//! Tests of servers and workers on a database of PostgreSQL.

use super::super::{ANALYSIS, EnginePool, MOVE, Search, Task};
use super::*;
use crate::config::Config;
use crate::resources::Payer;
use crate::store::Store;
use crate::store::cluster::Cluster;
use crate::variants::{Options, Variant, Variants};
use crate::worker::{Worker, WorkerSettings};
use spielraum_engine::{Best, Limits};
use spielraum_matches::opening;
use spielraum_rules::Position;
use std::panic::AssertUnwindSafe;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// How long something may take before a test has failed.
const WAIT: Duration = Duration::from_secs(60);

/// A game of no catalogue.
const OWN: &str = "title \"Two Rooks\"\nboard files=4 ranks=4\npiece \"K\" \"King\" royal=#true { step \"radial\" }\n\
    piece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"rk2/4/4/RK2\"\n";

/// A server's engines on a database of their own.
struct House {
    runtime: Runtime,
    postgres: Postgres,
    pool: EnginePool,
    metrics: Arc<Metrics>,
    variants: Variants,
}

impl House {
    /// Nothing if this machine has no PostgreSQL.
    fn open() -> Option<Self> {
        let postgres = Cluster::shared()?.database();
        let runtime = Runtime::new().unwrap();
        let folder = TempDir::new().unwrap();
        let config = Config { postgres: Some(postgres.clone()), ..Config::new(folder.path().to_owned()) };
        // It makes the tables.
        runtime.block_on(async {
            let store = Store::open(&config, config.address, Arc::new(Metrics::new())).await.unwrap();
            store.close().await;
        });
        let metrics = Arc::new(Metrics::new());
        let workers = Workers::new(&postgres, metrics.clone());
        let pool = EnginePool::start(2, 1, Some(workers), metrics.clone(), Arc::default()).unwrap();
        Some(Self { runtime, postgres, pool, metrics, variants: Variants::new(usize::MAX, None) })
    }

    fn worker(&self) -> Worker {
        let database = self.postgres.clone();
        Worker::start(WorkerSettings { database, engines: 2, hash_mb: 1, endgames: None }).unwrap()
    }

    /// Waits until workers do this many searches at once.
    fn has_workers(&self, searches: usize) {
        until("the workers to be seen", || self.pool.shared.workers.as_ref().unwrap().capacity() == searches);
    }

    fn variant(&self, id: &str, text: Option<&str>) -> Arc<Variant> {
        self.variants.compile(id, text, &Options::new()).unwrap()
    }

    fn move_of(&self, variant: &Arc<Variant>, position: &Position, limits: Limits) -> Search {
        self.search(variant, position, limits, false, |_| {})
    }

    fn search(
        &self,
        variant: &Arc<Variant>,
        position: &Position,
        limits: Limits,
        analysis: bool,
        observer: impl FnMut(&Info) + Send + 'static,
    ) -> Search {
        let (payer, variant, position) = (Payer::current(), variant.clone(), position.clone());
        self.pool.search(Task { payer, analysis, variant, position, limits, observer: Box::new(observer) }).unwrap()
    }

    fn answer(&self, mut search: Search) -> Best {
        let answer = async { tokio::time::timeout(WAIT, search.answer()).await };
        self.runtime.block_on(answer).expect("an answer in time").expect("an answer")
    }

    /// How many jobs are in the table, as another connection sees it.
    fn jobs(&self) -> i64 {
        Jobs::of_worker(&self.postgres).waiting().unwrap().0
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < WAIT, "waited for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A worker of which only the name is there.
struct Name(Arc<AtomicBool>);

impl Name {
    fn new(postgres: &Postgres) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let (name, over) = (Jobs::listening_worker(postgres, 2), ended.clone());
        std::thread::spawn(move || {
            while !over.load(Relaxed) {
                let _ = name.heard(Duration::from_millis(100));
            }
            name.close();
        });
        Self(ended)
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[test]
fn workers_find_what_the_server_finds() {
    let Some(house) = House::open() else { return };
    let worker = house.worker();
    house.has_workers(worker.searches());
    let alone = EnginePool::start(2, 1, None, Arc::new(Metrics::new()), Arc::default()).unwrap();
    let games = [("chess", None), ("raumschach", None), ("crazyhouse", None), ("own", Some(OWN))];
    for (id, text) in games {
        let variant = house.variant(id, text);
        let position = opening(&variant.rules.start(), 5, 1, 0);
        let level = spielraum_engine::Level::new(9);
        for limits in [Limits { level, seed: 7, ..Limits::default() }, Limits { multi_pv: 2, ..Limits::nodes(400) }] {
            let there = house.answer(house.move_of(&variant, &position, limits.clone()));
            let (payer, observer) = (Payer::current(), Box::new(|_: &Info| {}));
            let task =
                Task { payer, analysis: false, variant: variant.clone(), position: position.clone(), limits, observer };
            let here = house.answer(alone.search(task).unwrap());
            assert!(here.best.is_some());
            assert_eq!((there.best, there.lines, there.nodes), (here.best, here.lines, here.nodes), "{id}");
        }
    }
    assert_eq!(house.metrics.jobs.get(), 2 * games.len() as u64);
    worker.end();
}

#[test]
fn an_analysis_tells_what_it_finds_and_is_withdrawn() {
    let Some(house) = House::open() else { return };
    let worker = house.worker();
    house.has_workers(worker.searches());
    let chess = house.variant("chess", None);
    let (sender, told) = mpsc::channel();
    let limits = Limits { time: Some(2 * WAIT), ..Limits::default() };
    let analyse = |sender: Sender<u32>| {
        house.search(&chess, &chess.rules.start(), limits.clone(), true, move |info| _ = sender.send(info.depth))
    };
    let search = analyse(sender.clone());
    assert!(told.recv_timeout(WAIT).unwrap() > 0);
    // A move has a thread beside it.
    assert!(house.answer(house.move_of(&chess, &chess.rules.start(), Limits::nodes(100))).best.is_some());
    drop(search);
    let rows = "SELECT 1 / (CASE WHEN EXISTS (SELECT 1 FROM engine_jobs) THEN 0 ELSE 1 END)";
    let database = house.postgres.settings().get_dbname().unwrap();
    until("the job to be withdrawn", || {
        std::panic::catch_unwind(AssertUnwindSafe(|| Cluster::shared().unwrap().run(database, rows))).is_ok()
    });
    // One that goes on when its worker ends in order knows what was found.
    let search = analyse(sender);
    let known = told.iter().find(|depth| *depth >= 4).unwrap();
    let other = house.worker();
    house.has_workers(worker.searches() + other.searches());
    worker.end();
    until("more to be found", || told.try_iter().any(|depth| depth > known));
    drop(search);
    other.end();
}

#[test]
fn a_job_whose_worker_dies_is_done_by_another() {
    let Some(house) = House::open() else { return };
    let (name, dead) = (Name::new(&house.postgres), Jobs::of_worker(&house.postgres));
    house.has_workers(2);
    let chess = house.variant("chess", None);
    let search = house.move_of(&chess, &chess.rules.start(), Limits::nodes(100));
    let mut taken = None;
    until("the job to be taken", || {
        taken = dead.take(ANALYSIS).unwrap();
        taken.is_some()
    });
    let taken = taken.unwrap();
    let worker = house.worker();
    assert_eq!(dead.renew_lease(taken.id, taken.taken).unwrap(), Some(false));
    assert!(house.answer(search).best.is_some());
    assert_eq!((house.metrics.jobs.get(), house.metrics.jobs_retried.get()), (1, 1));
    // What the dead one says is not heard any more.
    assert_eq!(dead.renew_lease(taken.id, taken.taken).unwrap(), None);
    assert!(!dead.finish(&taken, "").unwrap());
    drop(name);
    worker.end();
}

#[test]
fn a_server_without_workers_searches_itself() {
    let Some(house) = House::open() else { return };
    let name = Name::new(&house.postgres);
    house.has_workers(2);
    let chess = house.variant("chess", None);
    let search = house.move_of(&chess, &chess.rules.start(), Limits::nodes(100));
    until("the job to be handed in", || house.jobs() == 1);
    drop(name);
    assert!(house.answer(search).best.is_some());
    house.has_workers(0);
    // What a database forgets is searched here, too.
    let name = Name::new(&house.postgres);
    house.has_workers(2);
    let search = house.move_of(&chess, &chess.rules.start(), Limits::nodes(100));
    until("the job to be handed in", || house.jobs() == 1);
    Cluster::shared().unwrap().run(house.postgres.settings().get_dbname().unwrap(), "TRUNCATE engine_jobs");
    assert!(house.answer(search).best.is_some());
    assert_eq!(house.metrics.jobs.get(), 0);
    // An answer may arrive before its search is counted.
    until("both searches to be counted", || house.metrics.searches.get() == 2);
    drop(name);
}

#[test]
fn moves_come_first_and_everybody_has_jobs_of_their_own() {
    let Some(house) = House::open() else { return };
    let [server, one, two] = [(); 3].map(|()| Jobs::of_worker(&house.postgres));
    for (id, rank) in [(1, ANALYSIS), (2, MOVE), (3, ANALYSIS), (4, MOVE)] {
        server.hand_in(&NewJob { id, node: "none", rank, task: "{}" }).unwrap();
    }
    let taken = |jobs: &Jobs, rank| jobs.take(rank).unwrap().map(|job| job.id);
    assert_eq!([taken(&one, ANALYSIS), taken(&two, ANALYSIS)], [Some(2), Some(4)]);
    assert_eq!([taken(&one, MOVE), taken(&two, ANALYSIS), taken(&one, ANALYSIS)], [None, Some(1), Some(3)]);
    assert_eq!(taken(&two, ANALYSIS), None);
    // One that costs its workers their lives is given up.
    let database = house.postgres.settings().get_dbname().unwrap();
    for taken_again in [Some(2), Some(2), None] {
        Cluster::shared().unwrap().run(database, "UPDATE engine_jobs SET lease = 0 WHERE id = 2");
        assert_eq!(taken(&one, MOVE), taken_again);
    }
    assert!(server.renew_wanted("none").unwrap().iter().any(|state| state.id == 2 && state.is_given_up));
    // A server that is gone wants nothing.
    Cluster::shared().unwrap().run(database, "UPDATE engine_jobs SET wanted_until = 0, lease = 0, taken = 0");
    assert_eq!(taken(&one, ANALYSIS), None);
    server.clear().unwrap();
    assert!(server.renew_wanted("none").unwrap().is_empty());
}
