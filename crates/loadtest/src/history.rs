//! Games at several nodes on one PostgreSQL, to which something happens meanwhile. Whatever was acknowledged, or read once, must
//! be there from then on, in order and once, at whichever node one asks.

use crate::{Cluster, Player, Program, Socket, free_port, start_node};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use spielraum_catalogue::{Compile, Source, load};
use spielraum_rules::{Color, Position, Rules};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long an answer is waited for before another node is asked.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long one who reads waits: longer than a node is stopped.
const LONG: Duration = Duration::from_secs(20);

/// For so long a node is stopped: longer than it stays in charge without being heard of.
const STOPPED: Duration = Duration::from_millis(9_500);

/// The time between two moves of a game.
const PAUSE: Duration = Duration::from_millis(100);

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The node in charge ends at once (`kill -9`), and is started again.
    Kill,
    /// The node in charge stops until another one has taken charge, and goes on.
    Stop,
    /// The node in charge loses the database, which does not hear of that, until another one has taken charge.
    Cut,
    /// The node in charge is shut down, and is started again.
    End,
    /// All nodes end at once, and are started again.
    KillAll,
    /// A node that is not in charge ends at once, and is started again.
    KillOther,
    /// PostgreSQL ends as a failing machine does, and is started again.
    Database,
    /// PostgreSQL ends as a failing machine does, and its replica takes its place.
    FailOver,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Kill, Self::Stop, Self::Cut, Self::End, Self::KillAll, Self::KillOther, Self::Database, Self::FailOver];

    /// The cluster for a run: its own one if it is to be killed.
    ///
    /// # Panics
    ///
    /// If there is no PostgreSQL.
    pub fn cluster(self, shared: &Arc<Cluster>) -> Arc<Cluster> {
        if ![Self::Database, Self::FailOver].contains(&self) {
            return shared.clone();
        }
        let own = Cluster::start().expect("a PostgreSQL");
        if self == Self::FailOver {
            own.replicate();
        }
        Arc::new(own)
    }
}

/// What became of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// The moves that were acknowledged.
    pub acknowledged: usize,
    /// How often a game was read while it was played.
    pub reads: usize,
    /// The longest time in which a game had no acknowledged move.
    pub longest: Duration,
    /// What was not as it must be.
    pub problems: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acknowledged, reads, longest, problems } = self;
        let (longest, faults) = (longest.as_secs_f64(), problems.len());
        write!(f, "{acknowledged} moves, {reads} reads, {longest:.1} s without a move at most, {faults} faults")?;
        problems.iter().take(5).try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

/// What is known of a game.
struct History {
    /// The moves that were acknowledged, or read.
    made: Vec<String>,
    /// Moves that were asked for after these, of which it is not known whether they were made.
    unsure: Vec<String>,
    acknowledged: usize,
    last: Instant,
    longest: Duration,
    ended: bool,
}

/// A game and its players.
struct Game {
    id: String,
    cookies: [String; 2],
    history: Mutex<History>,
}

impl Game {
    fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The nodes, and what all clients share.
struct Site {
    bases: [String; 2],
    games: Vec<Game>,
    rules: Rules,
    client: reqwest::Client,
    over: AtomicBool,
    problems: Mutex<Vec<String>>,
}

impl Site {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn problem(&self, game: &Game, what: &str) {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{}: {what}", game.id));
    }

    /// The moves of a game, if a node gives them.
    async fn moves(&self, base: &str, game: &Game, patience: Duration) -> Option<Vec<String>> {
        let asked = self.client.get(format!("{base}/api/games/{}", game.id)).timeout(patience).send().await.ok()?;
        let body: Value = asked.error_for_status().ok()?.json().await.ok()?;
        Some(body["moves"].as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Takes up the moves of a game that somebody has read who plays it.
    fn take_up(&self, game: &Game, position: &mut Position, stored: &[String]) {
        let mut history = game.history();
        match stored.strip_prefix(&*history.made) {
            Some([]) => {}
            Some([one]) if history.unsure.contains(one) => {
                make(position, one);
                history.made.push(one.clone());
                history.unsure.clear();
            }
            _ => {
                let what =
                    format!("{stored:?} was read, and {:?} was made, {:?} perhaps", history.made, history.unsure);
                drop(history);
                self.problem(game, &what);
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Plays a game by random moves until all is over: each player asks a node, and the other one if it does not answer.
    async fn play(&self, game: &Game) {
        let mut position = self.rules.start();
        let mut sockets: [Option<Socket>; 2] = [None, None];
        let mut tries = 0;
        while !self.is_over() {
            let side = usize::from(position.side_to_move() == Color::Black);
            let Some(socket) = &mut sockets[side] else {
                let base = &self.bases[(side + tries) % self.bases.len()];
                tries += 1;
                if let Some(stored) = self.moves(base, game, PATIENCE).await {
                    self.take_up(game, &mut position, &stored);
                    let side = usize::from(position.side_to_move() == Color::Black);
                    let url = format!("{base}/api/games/{}/socket", game.id).replacen("http", "ws", 1);
                    let opening = Socket::try_open(None, &url, Some(&game.cookies[side]), None);
                    sockets[side] = tokio::time::timeout(PATIENCE, opening).await.ok().and_then(Result::ok);
                }
                if sockets[side].is_none() {
                    tokio::time::sleep(PAUSE).await;
                }
                continue;
            };
            let legal = position.legal_moves();
            let (None, Some(&m)) = (position.outcome(), legal.choose(&mut rand::rng())) else {
                game.history().ended = true;
                return;
            };
            let text = position.move_text(m);
            let ply = {
                let mut history = game.history();
                history.unsure.push(text.clone());
                history.made.len()
            };
            let asking = socket.try_ask(json!({ "type": "move", "ply": ply, "text": text }));
            let answer = tokio::time::timeout(PATIENCE, asking).await.ok().flatten();
            if answer.is_some_and(|answer| answer["type"] == "ack") {
                position.make(m);
                let mut history = game.history();
                history.made.push(text);
                history.unsure.clear();
                history.acknowledged += 1;
                history.longest = history.longest.max(history.last.elapsed());
                history.last = Instant::now();
            } else {
                sockets[side] = None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads the games at all nodes in turn: nobody sees less than was acknowledged before.
    async fn read(&self) -> usize {
        let mut reads = 0;
        while !self.is_over() {
            for game in &self.games {
                let asked = self.bases.each_ref().map(|base| async move {
                    let made = game.history().made.clone();
                    let Some(stored) = self.moves(base, game, LONG).await else { return 0 };
                    if !stored.starts_with(&made) {
                        self.problem(game, &format!("{base} gave {stored:?} after {made:?} was made"));
                    }
                    1
                });
                let [first, second] = asked;
                let (first, second) = tokio::join!(first, second);
                reads += first + second;
            }
            tokio::time::sleep(PAUSE).await;
        }
        reads
    }

    /// Compares what the nodes have in the end with what was made.
    async fn compare(&self) {
        for game in &self.games {
            for base in &self.bases {
                let begun = Instant::now();
                let stored = loop {
                    match self.moves(base, game, PATIENCE).await {
                        None if begun.elapsed() < 2 * LONG => tokio::time::sleep(PAUSE).await,
                        stored => break stored,
                    }
                };
                let history = game.history();
                let fits = stored.as_ref().is_some_and(|stored| match stored.strip_prefix(&*history.made) {
                    Some([]) => true,
                    Some([one]) => history.unsure.contains(one),
                    _ => false,
                });
                if !fits {
                    let what = format!("{base} has {stored:?} in the end, and {:?} was made", history.made);
                    drop(history);
                    self.problem(game, &what);
                }
            }
        }
    }

    /// Waits until a node has ended.
    fn must_end(&self, node: Program) {
        if tokio::task::block_in_place(|| node.ended_within(LONG)).is_none() {
            self.problem(&self.games[0], "a node did not end");
        }
    }

    /// Waits until each game has had an acknowledged move since, or a long time has passed.
    async fn goes_on(&self, since: Instant) {
        let going = || self.games.iter().all(|game| game.history().ended || game.history().last > since);
        while !going() && !self.is_over() {
            if since.elapsed() > 3 * LONG {
                self.problem(&self.games[0], "no move was acknowledged for a minute");
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Makes a move of a text, which is legal.
fn make(position: &mut Position, text: &str) {
    let made = position.legal_moves().iter().copied().find(|m| position.move_text(*m) == text);
    position.make(made.expect("a legal move"));
}

/// Seats the players of this many games, the two of each at different nodes.
async fn seat(bases: &[String; 2], games: usize) -> Vec<Game> {
    let mut seated = Vec::new();
    for _ in 0..games {
        let [white, black] = bases.each_ref().map(|base| Player::new(base));
        let request = json!({
            "variant": "chess", "opponent": { "kind": "friend" }, "side": "white",
            "clock": { "initial": 3600, "increment": 1 },
        });
        let id = white.begin(request).await["id"].as_str().expect("an id").to_owned();
        black.post(&format!("/api/games/{id}/join"), json!({})).await.good();
        let cookies = [white, black].map(|player| player.cookies().expect("a cookie"));
        let (now, none) = (Instant::now(), Duration::ZERO);
        let (made, unsure) = (Vec::new(), Vec::new());
        let history = History { made, unsure, acknowledged: 0, last: now, longest: none, ended: false };
        seated.push(Game { id, cookies, history: history.into() });
    }
    seated
}

/// Has games played at two nodes while something happens to them, or to the [cluster](Fault::cluster).
///
/// # Panics
///
/// If a node does not start.
pub async fn run(program: &Path, cluster: &Cluster, fault: Fault, games: usize) -> Report {
    let (store, folder) = tokio::task::block_in_place(|| (cluster.database(), Folder::new()));
    let ports = [free_port(), free_port()];
    let wire = Wire::lay(&cluster.socket(), &folder.0.join("wire"));
    let start = |node: usize| {
        let store = if node == 0 && fault == Fault::Cut {
            store.replace(&cluster.folder(), &wire.folder())
        } else {
            store.clone()
        };
        tokio::task::block_in_place(|| start_node(program, &folder.0.join(node.to_string()), &store, ports[node]))
    };
    // The first one is in charge.
    let (mut first, mut second) = (start(0), start(1));
    let bases = [first.base.clone(), second.base.clone()];
    let game = load(Source::Builtin("chess"), &[]).unwrap_or_else(|report| panic!("{report}"));
    let site = Arc::new(Site {
        games: seat(&bases, games).await,
        bases,
        rules: game.rules().unwrap_or_else(|report| panic!("{report}")),
        client: reqwest::Client::new(),
        over: AtomicBool::new(false),
        problems: Mutex::default(),
    });
    let players: Vec<_> = (0..games)
        .map(|number| {
            let site = site.clone();
            tokio::spawn(async move { site.play(&site.games[number]).await })
        })
        .collect();
    let reader = tokio::spawn({
        let site = site.clone();
        async move { site.read().await }
    });
    let moment = rand::rng().random_range(500..1_500);
    tokio::time::sleep(Duration::from_millis(moment)).await;
    match fault {
        Fault::Kill => {
            tokio::task::block_in_place(|| first.kill());
            site.goes_on(Instant::now()).await;
            first = start(0);
        }
        Fault::Stop => {
            first.signal("STOP");
            tokio::time::sleep(STOPPED).await;
            first.signal("CONT");
            // It sees that it is not in charge any more, and ends.
            site.must_end(first);
            first = start(0);
        }
        Fault::Cut => {
            wire.cut(true);
            tokio::time::sleep(STOPPED).await;
            wire.cut(false);
            site.must_end(first);
            first = start(0);
        }
        Fault::KillAll => {
            tokio::task::block_in_place(|| {
                first.kill();
                second.kill();
            });
            (first, second) = (start(0), start(1));
        }
        Fault::End => {
            first.signal("TERM");
            site.must_end(first);
            first = start(0);
        }
        Fault::KillOther => {
            tokio::task::block_in_place(|| second.kill());
            second = start(1);
        }
        Fault::Database => {
            let pause = Duration::from_millis(rand::rng().random_range(0..3_000));
            tokio::task::block_in_place(|| {
                cluster.kill();
                std::thread::sleep(pause);
                cluster.restart();
            });
        }
        Fault::FailOver => tokio::task::block_in_place(|| {
            cluster.kill();
            cluster.promote();
        }),
    }
    site.goes_on(Instant::now()).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    site.over.store(true, Ordering::Relaxed);
    for player in players {
        player.await.expect("a player who does not break");
    }
    let reads = reader.await.expect("a reader who does not break");
    site.compare().await;
    tokio::task::block_in_place(|| drop((first, second)));
    let problems = std::mem::take(&mut *site.problems.lock().unwrap_or_else(PoisonError::into_inner));
    let mut report = Report { reads, problems, ..Report::default() };
    for game in &site.games {
        let history = game.history();
        report.acknowledged += history.acknowledged;
        report.longest = report.longest.max(history.longest);
    }
    report
}

/// A connection to PostgreSQL by way of this process, which can be cut.
struct Wire {
    folder: PathBuf,
    cut: watch::Sender<bool>,
    laid: JoinHandle<()>,
}

impl Wire {
    /// Passes on what comes to the socket of PostgreSQL in a folder.
    fn lay(socket: &Path, folder: &Path) -> Self {
        std::fs::create_dir_all(folder).expect("a folder");
        let listener = UnixListener::bind(folder.join(socket.file_name().expect("a name"))).expect("a socket");
        let (cut, socket, folder) = (watch::Sender::new(false), socket.to_owned(), folder.to_owned());
        let is_cut = cut.subscribe();
        let laid = tokio::spawn(async move {
            while let Ok((here, _)) = listener.accept().await {
                let (socket, is_cut) = (socket.clone(), is_cut.clone());
                tokio::spawn(async move {
                    let Ok(there) = UnixStream::connect(socket).await else { return };
                    let ((from_here, to_here), (from_there, to_there)) = (here.into_split(), there.into_split());
                    tokio::join!(pass(from_here, to_there, is_cut.clone()), pass(from_there, to_here, is_cut));
                });
            }
        });
        Self { folder, cut, laid }
    }

    fn folder(&self) -> String {
        self.folder.display().to_string()
    }

    fn cut(&self, cut: bool) {
        self.cut.send_replace(cut);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.laid.abort();
    }
}

/// Passes on what comes, also that it ends, while the wire is not cut.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut is_cut: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        // If the sender is gone, so is who is interested.
        let _ = is_cut.wait_for(|cut| !cut).await;
        if read == 0 || to.write_all(&bytes[..read]).await.is_err() {
            let _ = to.shutdown().await;
            return;
        }
    }
}

/// A folder for the data of the nodes, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("spielraum-nodes-{}-{:x}", std::process::id(), rand::random::<u64>());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("can't remove {}: {error}", self.0.display());
        }
    }
}
