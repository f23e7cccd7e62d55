//! The mixed traffic: some visitors of each kind, who come again and again from networks of their own.

use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Half-moves of a game on one device: pawns on both sides, so that no position comes back.
const MOVES: [&str; 12] =
    ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6"];

/// Networks that each kind of visitor comes from, in turn.
const NETWORKS: u64 = 50;

/// Spectators of one game at once.
const SPECTATORS: usize = 10;

/// The traffic that goes on.
pub struct Traffic {
    tasks: Vec<JoinHandle<()>>,
    visits: Arc<Visits>,
}

#[derive(Default)]
struct Visits {
    ended: AtomicU64,
    failed: AtomicU64,
}

/// What a visitor does.
type Visit = fn(Visitor) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;

/// A visitor who comes once.
struct Visitor {
    player: Player,
    /// The number of the visit among those of its kind.
    number: u64,
    /// How long an ordinary visitor takes between two things that he does.
    pace: Duration,
}

impl Traffic {
    /// Begins the traffic, everybody being `n` times slower than usual.
    pub fn begin(base: &str, slower: u32) -> Self {
        let visits = Arc::<Visits>::default();
        let pace = Duration::from_millis(500) * slower;
        let kinds: [(u8, Visit); 7] = [
            (4, |visitor| Box::pin(game(visitor))),
            (2, |visitor| Box::pin(engine_game(visitor))),
            (2, |visitor| Box::pin(looks(visitor))),
            (1, |visitor| Box::pin(analysis(visitor))),
            (1, |visitor| Box::pin(definition(visitor))),
            (1, |visitor| Box::pin(log_in(visitor))),
            (1, |visitor| Box::pin(spectators(visitor))),
        ];
        let mut tasks = Vec::new();
        for (kind, (count, visit)) in (0_u8..).zip(kinds) {
            for one in 0..count {
                let (base, visits) = (base.to_owned(), visits.clone());
                tasks.push(tokio::spawn(come_again(base, (kind, count, one), visit, pace, visits)));
            }
        }
        Self { tasks, visits }
    }

    /// Ends it.
    pub fn end(self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} visits, {} failed", self.visits.ended.load(Relaxed), self.visits.failed.load(Relaxed))
    }
}

/// One of this many visitors of a kind, who comes again without end, each time as somebody else.
async fn come_again(base: String, (kind, count, one): (u8, u8, u8), visit: Visit, pace: Duration, visits: Arc<Visits>) {
    for time in 0_u64.. {
        let number = time * u64::from(count) + u64::from(one);
        let address = IpAddr::from([127, 90 + kind, (number % NETWORKS) as u8, 1]);
        let visitor = Visitor { player: Player::from_address(&base, Some(address)), number, pace };
        // In a task of its own: what fails ends the visit alone.
        match tokio::spawn(visit(visitor)).await {
            Ok(()) => visits.ended.fetch_add(1, Relaxed),
            Err(_) => visits.failed.fetch_add(1, Relaxed),
        };
        tokio::time::sleep(pace).await;
    }
}

/// Begins a game and gives its id.
async fn begin(player: &Player, variant: &str, opponent: Value) -> String {
    let request = json!({ "variant": variant, "opponent": opponent, "side": "white" });
    player.begin(request).await["id"].as_str().expect("an id").to_owned()
}

/// A variant of the catalogue, another one each time.
fn variant(number: u64) -> &'static str {
    let ids: Vec<&str> = spielraum_catalogue::ids().collect();
    ids[number as usize % ids.len()]
}

/// A game on one device.
async fn game(Visitor { player, pace, .. }: Visitor) {
    let game = begin(&player, "chess", json!({ "kind": "self" })).await;
    let mut socket = player.sit_down(&game).await;
    for (ply, text) in MOVES.into_iter().enumerate() {
        socket.make(ply as u64, text).await;
        tokio::time::sleep(pace).await;
    }
    socket.close().await;
}

/// Some moves against the engine.
async fn engine_game(Visitor { player, number, pace }: Visitor) {
    let game = begin(&player, "chess", json!({ "kind": "engine", "level": 1 + number % 4 })).await;
    let mut socket = player.sit_down(&game).await;
    for (round, text) in ["a2a3", "h2h3"].into_iter().enumerate() {
        socket.make(2 * round as u64, text).await;
        while socket.next_of("move").await["ply"] != 2 * (round + 1) {}
        tokio::time::sleep(pace).await;
    }
    socket.ask(json!({ "type": "resign" })).await;
    socket.close().await;
}

/// Looks at a game's pages: its variant, positions, lines, threats, a picture, the archive.
async fn looks(Visitor { player, number, pace }: Visitor) {
    let id = variant(number);
    player.get("/").await;
    player.get(&format!("/api/variants/{id}")).await.good();
    tokio::time::sleep(pace).await;
    player.post("/api/positions", json!({ "variant": id })).await.good();
    player.post("/api/threats", json!({ "variant": id })).await;
    tokio::time::sleep(pace).await;
    player.get(&format!("/api/variants/{id}/picture.svg")).await;
    player.get("/api/games").await.good();
}

/// An analysis of some seconds.
async fn analysis(Visitor { player, number, pace }: Visitor) {
    let mut socket: Socket = player.socket("/api/analysis").await.expect("a socket");
    socket.send(&json!({ "type": "start", "variant": variant(number), "moves": [], "multipv": 2 })).await;
    socket.next_of("info").await;
    tokio::time::sleep(pace).await;
    socket.send(&json!({ "type": "stop" })).await;
    socket.close().await;
    tokio::time::sleep(4 * pace).await;
}

/// Checks a definition that nobody has seen, keeps it and begins a game with it.
async fn definition(Visitor { player, number, pace }: Visitor) {
    let text = format!(
        "title \"Soak {number}\"\nboard files=8 ranks=8\npiece \"K\" \"King\" royal=#true {{ step \"radial\" }}\n\
         piece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\nstart \"k6r/8/8/8/8/8/8/K6R\"\n"
    );
    let checked = player.post("/api/workshop/check", json!({ "text": text })).await.good();
    let id = checked["variant"]["id"].as_str().expect("a sound definition").to_owned();
    tokio::time::sleep(pace).await;
    let game = begin(&player, &id, json!({ "kind": "self" })).await;
    let mut socket = player.sit_down(&game).await;
    socket.make(0, "a1b1").await;
    socket.close().await;
    tokio::time::sleep(4 * pace).await;
}

/// Registers, logs out, and logs in, first with a wrong password.
async fn log_in(Visitor { player, number, pace }: Visitor) {
    let credentials = |password: &str| json!({ "name": format!("Soak {number}"), "password": password });
    player.post("/api/accounts", credentials("a quiet long evening")).await.good();
    tokio::time::sleep(pace).await;
    player.send(spielraum_loadtest::Method::DELETE, "/api/session", None).await;
    player.post("/api/session", credentials("a quiet long morning")).await.refused();
    tokio::time::sleep(pace).await;
    player.post("/api/session", credentials("a quiet long evening")).await.good();
    tokio::time::sleep(4 * pace).await;
}

/// Some who watch a game for a while.
async fn spectators(Visitor { player, pace, .. }: Visitor) {
    let game = begin(&player, "chess", json!({ "kind": "self" })).await;
    let path = format!("/api/games/{game}/socket");
    let mut watching = Vec::new();
    for _ in 0..SPECTATORS {
        watching.push(player.socket(&path).await.expect("a socket"));
    }
    let mut socket = player.sit_down(&game).await;
    for (ply, text) in MOVES.into_iter().take(4).enumerate() {
        socket.make(ply as u64, text).await;
        tokio::time::sleep(2 * pace).await;
    }
    for socket in watching {
        socket.close().await;
    }
    socket.close().await;
}
