//! Tests of the engines with real searches and problems.

use super::queue::TURN_BEFORE_NEWCOMERS;
use super::*;
use crate::variants::{Options, Variants};
use spielraum_arcade::{Game, Source};
use spielraum_engine::Limits;
use spielraum_matches::{Budget, PlayerKind, PlayerSpec, opening};
use spielraum_rules::Position;
use spielraum_uci::{Host, Output, Server, description};
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

fn from(network: u8) -> Payer {
    Payer::new([10, 0, network, 1].into(), None)
}

fn pool() -> EnginePool {
    EnginePool::start(2, 1, None, Arc::new(Metrics::new()), Arc::default()).unwrap()
}

/// How long something may take before a test has failed.
const WAIT: Duration = Duration::from_secs(120);

#[tokio::test]
async fn analyses_have_turns_and_a_problem_makes_way_and_goes_on() {
    let (pool, variants) = (pool(), Variants::new(usize::MAX, None));
    let chess = variants.compile("chess", None, &Options::new()).unwrap();
    let (begun, finish) = (Stop::new(), Stop::new());
    let (told, end) = (begun.clone(), finish.clone());
    let until = Instant::now() + 2 * WAIT;
    let mut problem = pool
        .solve(from(1), &chess, until, move |wanted: Wanted| {
            told.stop();
            while !end.is_stopped() && wanted() {
                std::thread::sleep(Duration::from_millis(1));
            }
            (wanted(), 1)
        })
        .unwrap();
    while !begun.is_stopped() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // Each would go on for minutes; all hear something.
    let (sender, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let analyses: Vec<Search> = (2..12)
        .map(|network| {
            let (sender, mut deepest) = (sender.clone(), 0);
            let observer = move |info: &Info| {
                assert!(info.depth >= deepest, "what was reported is not reported again");
                deepest = info.depth;
                let _ = sender.send(network);
            };
            let task = Task {
                payer: from(network),
                analysis: true,
                variant: chess.clone(),
                position: chess.rules.start(),
                limits: Limits { time: Some(2 * WAIT), ..Limits::default() },
                observer: Box::new(observer),
            };
            pool.search(task).unwrap()
        })
        .collect();
    let all = async {
        let mut networks = std::collections::BTreeSet::new();
        while networks.len() < 10 {
            networks.extend(heard.recv().await);
        }
    };
    tokio::time::timeout(WAIT, all).await.expect("every analysis has its turn");
    drop(analyses);
    // The problem was wanted all the time.
    finish.stop();
    assert_eq!(tokio::time::timeout(WAIT, problem.answer()).await.unwrap(), Some(true));
}

#[tokio::test]
async fn a_problem_that_is_late_ends_without_a_turn() {
    let (pool, variants) = (pool(), Variants::new(usize::MAX, None));
    let chess = variants.compile("chess", None, &Options::new()).unwrap();
    let until = Instant::now() + Duration::from_millis(500);
    let solve = |network| {
        let work = move |wanted: Wanted| {
            while wanted() && Instant::now() < until + WAIT {
                std::thread::sleep(Duration::from_millis(1));
            }
            ((), 1)
        };
        pool.solve(from(network), &chess, until, work).unwrap()
    };
    // One of the two waits for its turn when its time is over.
    let mut searches = [solve(1), solve(2)];
    let first = async {
        let [one, two] = &mut searches;
        tokio::select! { answer = one.answer() => answer, answer = two.answer() => answer }
    };
    assert_eq!(tokio::time::timeout(WAIT, first).await.unwrap(), Some(()));
}

/// However late problems are, the place of none is lost.
#[tokio::test]
async fn problems_that_are_late_give_their_places_back() {
    let (pool, variants) = (pool(), Variants::new(usize::MAX, None));
    let chess = variants.compile("chess", None, &Options::new()).unwrap();
    for round in 0..10 {
        let until = Instant::now() + TURN_BEFORE_NEWCOMERS + Duration::from_micros(200 * round);
        let searches: Vec<_> = (0..3)
            .map(|network| {
                let work = move |wanted: Wanted| {
                    while wanted() && Instant::now() < until {
                        std::thread::sleep(Duration::from_micros(100));
                    }
                    (wanted(), 1)
                };
                pool.solve(from(network), &chess, until, work).unwrap()
            })
            .collect();
        for mut search in searches {
            tokio::time::timeout(WAIT, search.answer()).await.expect("an answer");
        }
    }
    let all_ended = async {
        while pool.shared.queue().is_running() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(WAIT, all_ended).await.expect("no place is taken by what has ended");
}

#[tokio::test]
async fn the_more_moves_wait_the_less_time_each_has() {
    let (pool, variants) = (pool(), Variants::new(usize::MAX, None));
    let chess = variants.compile("chess", None, &Options::new()).unwrap();
    let begun = Instant::now();
    let level = |number| spielraum_engine::Level::new(number);
    let ask = |network: u8, number: u8| {
        let limits = Limits { level: level(number), time: Some(Duration::from_secs(2)), ..Limits::default() };
        let (variant, position) = (chess.clone(), chess.rules.start());
        let (payer, observer) = (from(network), Box::new(|_: &Info| {}));
        pool.search(Task { payer, analysis: false, variant, position, limits, observer }).unwrap()
    };
    // They would take a hundred seconds.
    let mut searches: Vec<Search> = (0..100).map(|network| ask(network, 10)).collect();
    let mut quick = ask(200, 1);
    assert!(quick.answer().await.unwrap().best.is_some());
    let mut times = Vec::new();
    for search in &mut searches {
        let best = search.answer().await.unwrap();
        assert!(best.best.is_some());
        times.push(best.time);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    assert!(times.iter().max() > times.iter().min());
}

/// Everyone who plays with our engine meets the same engine: in the browser, in a match, in a UCI program.
#[tokio::test]
async fn the_server_and_uci_and_matches_choose_the_same_moves() {
    let (pool, variants) = (pool(), Variants::new(usize::MAX, None));
    let (said, mut uci, mut differing) = (Said::default(), None, Vec::new());
    for id in spielraum_catalogue::ids() {
        let variant = variants.compile(id, None, &Options::new()).unwrap();
        let position = opening(&variant.rules.start(), 12, 1, 0);
        let hides = variant.rules.spec().hides();
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
            let host = Host { timer: None, seed: || 1, tables: |_, _| Err(String::new()), alone: false };
            Server::new(game, Box::new(|_: &Position| String::new()), Output::to(said.clone()), host).unwrap()
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

        // A UCI program sees everything (docs/uci.md).
        if played != served || (spoken != served && !hides) {
            let texts = [served, played, spoken].map(|m| position.move_text(m));
            differing.push(format!("{id}: {texts:?} in {}", position.fen()));
        }
    }
    assert!(differing.is_empty(), "server, match and UCI differ:\n{}", differing.join("\n"));
}
