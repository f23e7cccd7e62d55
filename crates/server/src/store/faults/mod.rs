//! The disk fails at each of its calls, in each of some ways, while a recorded session goes on. What was acknowledged must
//! be seen by another connection at once, and be there after a restart; the file must be sound. What was refused must
//! not be there. Only where the disk does nothing any more, or the machine has failed, and so nobody could take it back,
//! one request that was not acknowledged may be there after the restart, and then all of it.
//!
//! The tests take a sample; `make faults` takes every call, and writes the table in docs/reliability.md.

mod report;
pub(crate) mod session;
pub(super) mod witness;

use super::schema;
use super::sql::Connection;
use super::tests::open;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use report::{Came, Mode, Report};
use session::Step;
use spielraum_faultfs::{Calls, Disk, Failure, Plan, unharmed};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;
use witness::Acknowledged;

/// How many calls a restart makes, about.
const RESTART: u64 = 40;

/// A place at which the disk fails.
#[derive(Clone, Copy, Debug)]
struct Point {
    mode: &'static Mode,
    call: u64,
    seed: u64,
}

/// A folder of a disk.
fn folder() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().canonicalize().unwrap();
    (folder, path)
}

/// Runs the session with a plan, and restarts after it.
async fn run(steps: &[Step], point: Point) -> Came {
    let Point { mode, call, .. } = point;
    let (_first, path) = folder();
    let disk = Disk::new(&path);
    disk.plan(Plan { calls: mode.calls, at: call, failure: mode.failure, for_ever: mode.for_ever });
    let mut acknowledged = Acknowledged::new();
    let mut came = Came::default();
    let mut open_questions = Vec::new();
    match open(&path).await {
        Err(_) => came.not_started = true,
        Ok(store) => {
            let witness = unharmed(|| Connection::from(schema::connect(&path.join(super::FILE)).unwrap()));
            for step in steps {
                if disk.is_off() {
                    break;
                }
                if !witness::is_possible(&mut acknowledged, step) {
                    continue;
                }
                match step {
                    Step::Write(writes) => match store.writer.write(writes.clone()).await {
                        Ok(()) => {
                            came.acknowledged += 1;
                            acknowledged.take_up(writes);
                        }
                        Err(_) => {
                            came.refused += 1;
                            open_questions.push(writes.as_slice());
                        }
                    },
                    // Every answer is true.
                    Step::Game(id) => {
                        if let Ok(found) = store.game(id).await {
                            assert_eq!(found.map(|(_, made)| made.texts), acknowledged.moves(id), "{point:?}: read");
                        }
                    }
                    Step::Checkpoint => store.writer.checkpoint(),
                    Step::Ready => came.refused += usize::from(store.writer.ready().await.is_err()),
                }
                if !disk.is_off() {
                    let seen = unharmed(|| witness::seen(&witness).unwrap());
                    assert!(seen == acknowledged.seen(), "{point:?}: another connection sees otherwise after {step:?}");
                }
            }
            unharmed(|| drop(witness));
            store.close().await;
        }
    }
    restarted(disk, acknowledged, &open_questions, point, &mut came).await;
    came
}

/// Starts again with what is left on the disk, which has no faults any more.
async fn restarted(
    disk: Disk,
    mut acknowledged: Acknowledged,
    open_questions: &[&[super::Write]],
    point: Point,
    came: &mut Came,
) {
    let mut random = StdRng::seed_from_u64(point.seed);
    let (mut _kept, mut path) = folder();
    disk.restart(&path, || random.random_bool(point.mode.survival)).unwrap();
    if point.mode.again {
        let disk = Disk::new(&path);
        let at = random.random_range(0..RESTART);
        disk.plan(Plan { calls: Calls::Changes, at, failure: Failure::PowerCut, for_ever: true });
        if let Ok(store) = open(&path).await {
            store.close().await;
        }
        let (third, path_of_third) = folder();
        disk.restart(&path_of_third, || random.random_bool(point.mode.survival)).unwrap();
        (_kept, path) = (third, path_of_third);
    }
    let store = open(&path).await.unwrap_or_else(|error| panic!("{point:?}: no restart: {error}"));
    let file = path.join(super::FILE);
    let witness = Connection::from(schema::connect(&file).unwrap());
    sound(witness.sqlite().unwrap(), point);
    let seen = witness::seen(&witness).unwrap();
    if seen != acknowledged.seen() {
        let whole = open_questions.iter().any(|writes| acknowledged.with(writes) == seen);
        assert!(
            whole && point.mode.leaves_open(),
            "{point:?}: after the restart\n{seen}\ninstead of\n{}",
            acknowledged.seen()
        );
        came.appeared = true;
    }
    let last = super::tests::player("after-all");
    store.writer.write(vec![last]).await.unwrap_or_else(|error| panic!("{point:?}: {}", error.message));
    assert!(super::tests::stored(&path, "after-all"), "{point:?}");
    drop(witness);
    store.close().await;
}

fn sound(connection: &rusqlite::Connection, point: Point) {
    let found = connection.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
    assert_eq!(found.as_deref(), Ok("ok"), "{point:?}");
    let mut query = connection.prepare("PRAGMA foreign_key_check").unwrap();
    assert!(!query.exists([]).unwrap(), "{point:?}: a row belongs to nothing");
}

/// How many calls of a kind a session makes that nothing befalls.
fn calls(runtime: &tokio::runtime::Runtime, steps: &[Step], calls: Calls) -> u64 {
    let (_folder, path) = folder();
    let disk = Disk::new(&path);
    disk.plan(Plan { calls, at: u64::MAX, failure: Failure::Error, for_ever: false });
    runtime.block_on(async {
        let store = open(&path).await.unwrap();
        for step in steps {
            match step {
                Step::Write(writes) => store.writer.write(writes.clone()).await.unwrap(),
                Step::Game(id) => _ = store.game(id).await.unwrap().unwrap(),
                Step::Checkpoint => store.writer.checkpoint(),
                Step::Ready => store.writer.ready().await.unwrap(),
            }
        }
        store.close().await;
    });
    disk.calls()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// The points of a mode: all, or this many spread evenly.
fn points(mode: &'static Mode, calls: u64, most: Option<u64>) -> Vec<Point> {
    let all = calls * mode.seeds;
    let step = most.map_or(1, |most| (all / most).max(1));
    // The steps and the seeds have no common pattern.
    (0..all).step_by(step as usize).map(|n| Point { mode, call: n / mode.seeds, seed: n }).collect()
}

/// Every call of the disk may fail, and be the last before a power cut. `FAULTS=all` takes all of them, `FAULTS=1000`
/// this many of each mode; with `UPDATE=1`, as in `make faults`, the table of docs/reliability.md is written.
#[test]
fn every_call_of_the_disk_may_fail() {
    let asked = std::env::var("FAULTS").ok();
    let most = match asked.as_deref() {
        Some("all") => None,
        text => Some(text.and_then(|text| text.parse().ok()).unwrap_or(15)),
    };
    let steps = session::record();
    let counted = [Calls::Changes, Calls::Writes, Calls::Reads].map(|kind| (kind, calls(&runtime(), &steps, kind)));
    let calls = |kind| counted.iter().find(|(counted, _)| *counted == kind).unwrap().1;
    let points: Vec<Point> = Mode::ALL.iter().flat_map(|mode| points(mode, calls(mode.calls), most)).collect();
    let (next, report) = (AtomicUsize::new(0), Report::new(points.len(), asked.is_some()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let runtime = runtime();
                while let Some(&point) = points.get(next.fetch_add(1, Ordering::Relaxed)) {
                    report.take_up(point.mode, runtime.block_on(run(&steps, point)));
                }
            });
        }
    });
    report.check(asked.is_none());
    if asked.is_some() {
        println!("{}", report.table(&counted, steps.len()));
    }
    if asked.as_deref() == Some("all") && std::env::var_os("UPDATE").is_some() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reliability.md");
        report::publish(&page, &report.table(&counted, steps.len()));
    }
}
