//! Attacks on the server as a whole, each with an ordinary player beside it who must be served.
//!
//! The attacker comes from another network than the player: Linux has all of 127.0.0.0/8.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// How long an ordinary player waits before the test has failed.
const WAIT: Duration = Duration::from_secs(60);

const ATTACKER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 66, 66, 1));

/// A definition with millions of moves in its first position.
const MANY: &str = include_str!("../hostile/many-moves.kdl");
const MILLIONS: &str = include_str!("../hostile/million-moves.kdl");

fn attacker(server: &Running) -> Player {
    Player::from_address(&server.base, Some(ATTACKER))
}

async fn connect(server: &Running, from: IpAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // A small window: what is not read is soon not sent.
    socket.set_recv_buffer_size(4096)?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(server.base.strip_prefix("http://").unwrap().parse().unwrap()).await
}

/// An ordinary player looks at a page and begins a game.
async fn served(server: &Running) {
    let work = async {
        let player = server.player();
        player.get("/healthz").await.good();
        let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        player.sit_down(&game).await.make(0, "e2e4").await;
    };
    tokio::time::timeout(WAIT, work).await.expect("an ordinary player is served");
}

#[tokio::test]
async fn silent_connections_lock_nobody_out() {
    let server = Running::start_with(|config| {
        config.limits.connections = 16;
        config.limits.patience = Duration::from_millis(500);
    })
    .await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(connect(&server, ATTACKER).await.unwrap());
    }
    served(&server).await;
    // Each was closed without ever having said anything.
    let closed = async {
        for stream in &mut silent {
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    };
    tokio::time::timeout(WAIT, closed).await.expect("silent connections are closed");
    server.end().await;
}

#[tokio::test]
async fn a_network_has_no_more_than_its_connections() {
    let server = Running::start_with(|config| {
        config.limits.connections = 64;
        config.limits.network_connections = 8;
        config.limits.patience = Duration::from_secs(3600);
    })
    .await;
    let mut silent = Vec::new();
    for number in 0..100 {
        // Other addresses of the same network are no help.
        silent.push(connect(&server, IpAddr::from([127, 66, 66, 1 + number % 4])).await.unwrap());
    }
    served(&server).await;
    server.end().await;
}

#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    let server = Running::start_with(|config| config.limits.patience = Duration::from_millis(500)).await;
    let mut deaf = connect(&server, ATTACKER).await.unwrap();
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
    let given_up = async { while deaf.write_all(&request).await.is_ok() {} };
    tokio::time::timeout(WAIT, given_up).await.expect("the server closes the connection");
    served(&server).await;
    server.end().await;
}

/// A client that reads slowly has its answers to the end, however many silent connections want its place.
#[tokio::test]
async fn who_is_being_answered_is_not_silent() {
    const ANSWERS: usize = 40;
    let server = Running::start_with(|config| config.limits.connections = 16).await;
    let mut slow = connect(&server, IpAddr::from([127, 70, 0, 1])).await.unwrap();
    let ask = |how: &str| format!("GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: {how}\r\n\r\n");
    slow.write_all((ask("keep-alive").repeat(ANSWERS - 1) + &ask("close")).as_bytes()).await.unwrap();
    let mut told = vec![slow.read_u8().await.unwrap()];
    // Each from a network of its own: the oldest of all that are silent is closed first.
    let mut silent = Vec::new();
    for network in 1..=40 {
        silent.push(connect(&server, IpAddr::from([127, 71, network, 1])).await.unwrap());
    }
    served(&server).await;
    slow.read_to_end(&mut told).await.unwrap();
    assert_eq!(told.windows(12).filter(|part| part == b"HTTP/1.1 200").count(), ANSWERS);
    server.end().await;
}

/// A definition whose first position has nearly as many moves as any may have.
fn large() -> String {
    let empty = "|10/10/10/10/10/10/10/10/10/10".repeat(4);
    let kept = MANY.lines().filter(|line| !line.starts_with("start") && !line.starts_with("promotion"));
    let mut text: String = kept.map(|line| format!("{}\n", line.replace("a b c d e f g h i j", "a b c d e"))).collect();
    text += "promotion \"A\" into=\"B\" touches=\"anywhere\" required=\"never\"\n";
    text += &format!("start \"aaaaaaaaaa/10/10/10/10/10/10/10/10/AAAAAAAAAA{empty}\"\n");
    text
}

/// Checks a definition that is sound, and gives its id.
async fn checked(player: &Player, text: &str) -> String {
    let answer = player.post("/api/workshop/check", json!({ "text": text })).await.good();
    answer["variant"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[tokio::test]
async fn positions_of_many_moves_are_answered_within_bounds() {
    let server = Running::start().await;
    let attacker = attacker(&server);
    for text in [MANY, MILLIONS] {
        let answer = attacker.post("/api/workshop/check", json!({ "text": text })).await.good();
        assert!(!answer["faults"].as_array().unwrap().is_empty(), "{answer}");
    }
    let id = checked(&attacker, &large()).await;
    let position = attacker.post("/api/positions", json!({ "variant": id })).await.good();
    let moves = position["moves"].as_array().unwrap();
    assert!((5_000..=20_000).contains(&moves.len()), "{} moves", moves.len());
    assert!(position.to_string().len() < 4 << 20);
    served(&server).await;
    server.end().await;
}

#[tokio::test]
async fn illegal_moves_of_others_stop_nobody() {
    let server = Running::start_with(|config| config.limits.messages = 100_000).await;
    let bad = attacker(&server);
    let id = checked(&bad, &large()).await;
    let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
    let game = bad.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut socket = bad.sit_down(&game).await;
        for id in 0..20 {
            socket.send(&json!({ "type": "move", "id": id.to_string(), "ply": 0, "text": "zz9zz9" })).await;
        }
        sockets.push(socket);
    }
    let play = async {
        let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
        pair.play(&["e2e4", "e7e5"]).await;
    };
    tokio::time::timeout(WAIT, play).await.expect("two ordinary players play");
    server.end().await;
}

#[tokio::test]
async fn long_games_asked_about_stop_nobody() {
    let server = Running::start().await;
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(6_000).collect();
    let body = json!({ "variant": "chess", "moves": moves, "side": "white" });
    let mut asking = Vec::new();
    for _ in 0..20 {
        let (base, body) = (server.base.clone(), body.clone());
        asking.push(tokio::spawn(async move {
            Player::from_address(&base, Some(ATTACKER)).post("/api/threats", body).await.status.as_u16()
        }));
    }
    served(&server).await;
    for task in asking {
        // A client that asks for too much is refused.
        let status = task.await.unwrap();
        assert!(matches!(status, 200 | 422 | 429 | 503), "{status}");
    }
    server.end().await;
}

/// How many moves were made in these games since they were last looked at.
async fn moves_heard(guests: &mut [(Player, Socket)]) -> usize {
    let mut moves = 0;
    for (_, socket) in guests {
        while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(1), socket.next()).await {
            moves += usize::from(message["type"] == "move");
        }
    }
    moves
}

#[tokio::test]
async fn engines_and_workshop_are_shared_by_network() {
    let server = Running::start_with(|config| config.engines = 2).await;
    let mut guests = Vec::new();
    for number in 0..30 {
        // Thirty guests of one network, each with a game at full strength; with one game each they are thirty players.
        let guest = Player::from_address(&server.base, Some(IpAddr::from([127, 66, 66, 1 + number])));
        let request =
            json!({ "variant": "raumschach", "opponent": { "kind": "engine", "level": 20 }, "side": "black" });
        let game = guest.begin(request).await["id"].as_str().unwrap().to_owned();
        let socket = guest.sit_down(&game).await;
        guests.push((guest, socket));
    }
    let mut checks = Vec::new();
    for number in 0..10 {
        let (base, text) = (server.base.clone(), large().replace("Nasty", &format!("Nasty {number}")));
        checks.push(tokio::spawn(async move {
            let player = Player::from_address(&base, Some(ATTACKER));
            player.post("/api/workshop/check", json!({ "text": text })).await.status
        }));
    }
    let mut player = server.player();
    let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "black" });
    let game = player.begin(request.clone()).await["id"].as_str().unwrap().to_owned();
    moves_heard(&mut guests).await;
    let answered = async { player.sit_down(&game).await.next_of("move").await };
    tokio::time::timeout(WAIT, answered).await.expect("the engine answers an ordinary player");
    // Nearly all of the moves that were waited for before are waited for still.
    let meanwhile = moves_heard(&mut guests).await;
    assert!(meanwhile < 10, "{meanwhile} guests were served before an ordinary player");
    player = server.player();
    player.begin(request).await;
    server.end().await;
    for check in checks {
        check.abort();
    }
}

#[tokio::test]
async fn addresses_are_what_the_proxy_says_and_nothing_else() {
    let server = Running::start_with(|config| {
        config.trusted_proxies = 1;
        config.limits.requests = 2;
    })
    .await;
    let mut refused = 0;
    for number in 0..40 {
        // The client chooses the first line; the proxy adds the second.
        let chosen = format!("10.{number}.1.1");
        refused += usize::from(forwarded(&server, &[&chosen, "192.0.2.1"]).await == 429);
    }
    assert!(refused >= 20, "{refused} of 40 were refused");
    assert_eq!(forwarded(&server, &["192.0.3.1"]).await, 200);
    // No address is no address, and not the server's own.
    assert_eq!(forwarded(&server, &[]).await, 400);
    assert_eq!(forwarded(&server, &["unknown"]).await, 400);
    server.end().await;
}

/// The status of a request to a server behind a proxy, with these lines of `X-Forwarded-For`.
async fn forwarded(server: &Running, lines: &[&str]) -> u16 {
    let host = server.base.strip_prefix("http://").unwrap();
    let lines: String = lines.iter().map(|line| format!("x-forwarded-for: {line}\r\n")).collect();
    status_of(host, &format!("GET /api/me HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{lines}\r\n")).await
}

/// The status of the answer to a request as it is written.
async fn status_of(host: &str, request: &str) -> u16 {
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let _ = tokio::time::timeout(WAIT, read).await.expect("an answer");
    String::from_utf8_lossy(&answer).split(' ').nth(1).expect("a status").parse().expect("a number")
}

#[tokio::test]
async fn names_of_others_that_lead_here_are_refused() {
    let server = Running::start_with(|config| config.hosts = vec!["chess.example".to_owned()]).await;
    let address = server.base.strip_prefix("http://").unwrap();
    for (host, status) in [(address, 200), ("localhost", 200), ("chess.example", 200), ("evil.example", 421)] {
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        assert_eq!(status_of(address, &request).await, status, "{host}");
    }
    server.end().await;
}

#[tokio::test]
async fn figures_are_told_at_an_address_of_their_own() {
    let server = Running::start_with(|config| config.metrics = Some("127.0.0.1:0".parse().unwrap())).await;
    let text = Player::new(&server.metrics).get("/metrics").await.good();
    assert!(text.as_str().unwrap().contains("spielraum_sockets"), "{text}");
    let text = server.player().get("/metrics").await.body;
    assert!(!text.as_str().unwrap().contains("spielraum_sockets"), "{text}");
    assert_eq!(Player::new(&server.metrics).get("/healthz").await.status.as_u16(), 404);
    server.end().await;
}

/// Each would be a row of the metrics for ever.
#[tokio::test]
async fn made_up_methods_are_counted_as_one() {
    let server = Running::start_with(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    for number in 0..20 {
        let mut stream = connect(&server, ATTACKER).await.unwrap();
        let request = format!("MADE-UP-{number} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    }
    let told = Player::new(&server.metrics).get("/metrics").await.good();
    let rows: Vec<&str> = told.as_str().unwrap().lines().filter(|row| row.contains("status=\"405\"")).collect();
    assert_eq!(rows, ["spielraum_requests_total{method=\"_OTHER\",path=\"\",status=\"405\"} 20"]);
    server.end().await;
}
