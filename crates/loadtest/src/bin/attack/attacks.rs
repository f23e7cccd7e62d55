//! The attacks. Those in this file come from one network that is not the ordinary player's: Linux has all of 127.0.0.0/8.

use super::networks::{self, MANY};
use super::{accounts, games, streams};
use serde_json::json;
use spielraum_loadtest::Player;
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// Connections that are opened at once, at most.
const CONNECTIONS: u32 = 2_000;

/// An attack: its name, and what begins it.
pub struct Attack {
    pub name: &'static str,
    /// Further arguments of the server, whose log nobody reads then.
    pub arguments: &'static [&'static str],
    begin: fn(String) -> Vec<JoinHandle<()>>,
}

impl Attack {
    pub const ALL: &[Self] = &[
        Self::new("none", |_| Vec::new()),
        Self::new("silent", |base| vec![tokio::spawn(silent(base))]),
        Self::new("slow-heads", |base| vec![tokio::spawn(slow_heads(base))]),
        Self::new("deaf", |base| vec![tokio::spawn(deaf(base))]),
        Self::new("workshop", |base| several(10, base, workshop)),
        Self::new("engines", |base| several(30, base, engine_game)),
        Self::new("threats", |base| several(10, base, threats)),
        Self::new("newcomers", |base| several(40, base, crowding)),
        Self::new("spectators", |base| several(20, base, spectators)),
        Self::new("presence", |base| several(4, base, coming_and_going)),
        Self::new("races", |base| several(4, base, races)),
        Self::new("illegal", |base| several(3, base, illegal_moves)),
        Self::new("engines-of-many", networks::engines),
        Self::new("logins-of-many", networks::logins),
        Self::new("definitions-of-many", networks::definitions),
        Self::new("problems-of-many", networks::problems),
        Self::new("cards-of-many", networks::cards),
        Self::new("looks-of-many", networks::looks),
        Self::new("analyses-of-many", networks::analyses),
        Self::new("frames", streams::frames),
        Self::new("codings", streams::codings),
        Self::new("guesses", |base| several(50, base, accounts::guesses)),
        Self::new("spam", |base| several(20, base, accounts::spam)),
        Self::new("sessions", |base| several(20, base, accounts::sessions)),
        Self::new("clocks", |base| vec![tokio::spawn(games::clocks(base))]),
        Self::new("titles", |base| several(20, base, games::titles)),
        Self { arguments: &["--log", "json"], ..Self::new("unread-log", |base| several(4, base, requests)) },
    ];

    const fn new(name: &'static str, begin: fn(String) -> Vec<JoinHandle<()>>) -> Self {
        Self { name, arguments: &[], begin }
    }

    /// Begins the attack; it ends with the runtime that it begins on.
    pub fn begin(&self, base: &str) {
        drop((self.begin)(base.to_owned()));
    }
}

fn several<F: Future<Output = ()> + Send + 'static>(
    count: u8,
    base: String,
    attack: fn(String, u8) -> F,
) -> Vec<JoinHandle<()>> {
    (0..count).map(|number| tokio::spawn(attack(base.clone(), number))).collect()
}

fn address(number: u8) -> IpAddr {
    IpAddr::from([127, 66, 66, 1 + number % 200])
}

fn attacker(base: &str, number: u8) -> Player {
    Player::from_address(base, Some(address(number)))
}

async fn connect(base: &str, number: u8) -> Option<TcpStream> {
    let to: SocketAddr = base.strip_prefix("http://")?.parse().ok()?;
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(SocketAddr::new(address(number), 0)).ok()?;
    tokio::time::timeout(Duration::from_secs(5), socket.connect(to)).await.ok()?.ok()
}

/// Connections on which nothing is ever said, opened anew when they are all there.
async fn silent(base: String) {
    loop {
        let mut open = Vec::new();
        for number in 0..CONNECTIONS {
            open.extend(connect(&base, number as u8).await);
        }
        tokio::time::sleep(Duration::from_secs(20)).await;
    }
}

/// Requests whose heads come a byte a second.
async fn slow_heads(base: String) {
    let mut open = Vec::new();
    for number in 0..CONNECTIONS / 4 {
        open.extend(connect(&base, number as u8).await);
    }
    for byte in b"GET / HTTP/1.1\r\nx: y\r\n".iter().cycle() {
        for stream in &mut open {
            let _ = stream.write_all(&[*byte]).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Clients that ask and don't read.
async fn deaf(base: String) {
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
    let mut open = Vec::new();
    for number in 0..100 {
        open.extend(connect(&base, number).await);
    }
    for stream in &mut open {
        let _ = tokio::time::timeout(Duration::from_millis(100), stream.write_all(&request)).await;
    }
    std::future::pending::<()>().await;
}

/// Definitions that take long, each a new one.
async fn workshop(base: String, number: u8) {
    let player = attacker(&base, number);
    for time in 0_u64.. {
        let text = MANY.replace("Nasty", &format!("Nasty {number} {time}"));
        player.post("/api/workshop/check", json!({ "text": text })).await;
    }
}

/// A guest against the engine at its highest level, in one game after another.
async fn engine_game(base: String, number: u8) {
    let player = attacker(&base, number);
    let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 20 }, "side": "black" });
    loop {
        let answer = player.post("/api/games", request.clone()).await;
        let Some(id) = answer.body["id"].as_str() else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let mut socket = player.sit_down(id).await;
        socket.next_of("move").await;
        socket.ask(json!({ "type": "resign" })).await;
    }
}

/// The longest games there may be, asked about again and again.
async fn threats(base: String, number: u8) {
    let player = attacker(&base, number);
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(6_000).collect();
    let body = json!({ "variant": "chess", "moves": moves });
    loop {
        player.post("/api/threats", body.clone()).await;
    }
}

/// Moves that are not legal, as fast as they are taken.
async fn illegal_moves(base: String, number: u8) {
    let player = attacker(&base, number);
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let answer = player.post("/api/games", request).await;
    let Some(id) = answer.body["id"].as_str() else { return };
    let said = json!({ "type": "move", "id": "illegal", "ply": 0, "text": "a1h8" });
    // A client that says too much is sent away, and comes again.
    loop {
        let Ok(mut socket) = player.socket(&format!("/api/games/{id}/socket")).await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        socket.send(&said).await;
        while socket.next().await.is_some() {
            socket.send(&said).await;
        }
    }
}

/// An address of another network for each number.
fn network(number: u8) -> IpAddr {
    IpAddr::from([127, 67, number, 1])
}

/// Silent connections of one of many networks: together they are more than the server has places, and they are opened
/// anew as they are closed.
async fn crowding(base: String, number: u8) {
    let Some(to) = base.strip_prefix("http://").and_then(|to| to.parse::<SocketAddr>().ok()) else { return };
    let mut open = VecDeque::new();
    loop {
        let connecting = async {
            let socket = TcpSocket::new_v4().ok()?;
            socket.bind(SocketAddr::new(network(number), 0)).ok()?;
            socket.connect(to).await.ok()
        };
        open.extend(connecting.await);
        if open.len() > 120 {
            open.pop_front();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A game on one device, of somebody of a network.
async fn begin_alone(player: &Player) -> Option<String> {
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    player.post("/api/games", request).await.body["id"].as_str().map(str::to_owned)
}

/// A hundred who watch a game in which a move is made and taken back all the time.
async fn spectators(base: String, number: u8) {
    let player = Player::from_address(&base, Some(network(number)));
    let Some(game) = begin_alone(&player).await else { return };
    let mut watching = Vec::new();
    for _ in 0..100 {
        let visitor = Player::from_address(&base, Some(network(number)));
        watching.extend(visitor.socket(&format!("/api/games/{game}/socket")).await);
    }
    let reading =
        watching.into_iter().map(|mut socket| tokio::spawn(async move { while socket.next().await.is_some() {} }));
    let _reading: Vec<_> = reading.collect();
    let mut socket = player.sit_down(&game).await;
    loop {
        socket.ask(json!({ "type": "move", "ply": 0, "text": "e2e4" })).await;
        socket.ask(json!({ "type": "offer", "what": "takeback" })).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Spectators of one game who come and go as fast as they are let in, while others stay.
async fn coming_and_going(base: String, number: u8) {
    let player = Player::from_address(&base, Some(network(100 + number)));
    let Some(game) = begin_alone(&player).await else { return };
    let path = format!("/api/games/{game}/socket");
    let mut staying = Vec::new();
    for _ in 0..150 {
        staying.extend(Player::from_address(&base, Some(network(100 + number))).socket(&path).await);
    }
    loop {
        match Player::from_address(&base, Some(network(100 + number))).socket(&path).await {
            Ok(socket) => socket.close().await,
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Many requests at once to begin a game more than one may have.
async fn races(base: String, number: u8) {
    let player = Arc::new(Player::from_address(&base, Some(network(200 + number))));
    loop {
        let asking: Vec<_> = (0..40)
            .map(|_| {
                let player = player.clone();
                tokio::spawn(async move { begin_alone(&player).await })
            })
            .collect();
        for one in asking {
            let _ = one.await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Requests that fill the log.
async fn requests(base: String, number: u8) {
    let player = Player::from_address(&base, Some(network(number)));
    loop {
        player.get("/healthz").await;
    }
}
