//! What many clients at once may use: memory for variants, what comes in over sockets, packed answers, log-ins.

use crate::server::Running;
use serde_json::json;
use spielraum_loadtest::{Player, raw};
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long something may take before a test has failed.
const WAIT: Duration = Duration::from_secs(60);

fn definition(number: u32) -> String {
    format!(
        "title \"Large {number}\"\nboard files=10 ranks=10\npiece \"K\" \"King\" royal=#true {{ step \"radial\" }}\n\
        piece \"Q\" \"Queen\" {{ slide \"radial\" }}\nstart \"qk8/10/10/10/10/10/10/10/10/QK8\"\n"
    )
}

#[tokio::test]
async fn games_by_many_definitions_make_room_for_others_and_are_opened_again() {
    let server = Running::start_with(|config| {
        config.limits.variants = 1 << 20;
        config.limits.sockets_each = 64;
    })
    .await;
    let player = Player::from_address(&server.base, Some(IpAddr::from([127, 66, 66, 1])));
    let (mut games, mut sockets) = (Vec::new(), Vec::new());
    for number in 0..40 {
        let kept = player.post("/api/workshop", json!({ "text": definition(number) })).await.good();
        let clock = json!({ "initial": 600, "increment": 0 });
        let request = json!({
            "variant": kept["id"], "opponent": { "kind": "self" }, "side": "white", "clock": clock
        });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        // The clock runs from the first move.
        let mut socket = player.sit_down(&game).await;
        socket.make(0, "a1a2").await;
        games.push(game);
        sockets.push(socket);
    }
    // Who looked at a game all the time was sent away, and comes again.
    let mut sent_away = 0;
    for socket in sockets.iter_mut().take(5) {
        while let Ok(message) = tokio::time::timeout(Duration::from_millis(500), socket.next()).await {
            if message.is_none() {
                sent_away += 1;
                break;
            }
        }
    }
    assert!(sent_away > 0, "this many definitions have room");
    for game in &games {
        let seen = player.get(&format!("/api/games/{game}")).await.good();
        assert_eq!((&seen["moves"], &seen["clock"]["running"]), (&json!(["a1a2"]), &json!("black")), "{seen}");
    }
    // A game of the catalogue has room whatever else is played.
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let game = server.player().begin(request).await["id"].as_str().unwrap().to_owned();
    server.player().get(&format!("/api/games/{game}")).await.good();
    server.end().await;
}

#[tokio::test]
async fn the_clock_of_a_game_that_is_not_in_memory_falls() {
    let server = Running::start_with(|config| config.limits.variants = 1 << 20).await;
    let player = server.player();
    let checked = player.post("/api/workshop/check", json!({ "text": definition(0) })).await.good();
    let clock = json!({ "initial": 3, "increment": 0 });
    let request = json!({
        "variant": checked["variant"]["id"], "opponent": { "kind": "self" }, "side": "white", "clock": clock
    });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    socket.make(0, "a1a2").await;
    socket.close().await;
    // Others need the room.
    for number in 1..12 {
        player.post("/api/workshop/check", json!({ "text": definition(number) })).await.good();
    }
    // The list comes from the database, and opens no game.
    let fallen = async {
        loop {
            let listed = player.get("/api/games?mine=true&status=finished").await.good();
            if listed["games"].as_array().unwrap().iter().any(|one| one["id"] == game.as_str()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(WAIT, fallen).await.expect("the clock falls");
    server.end().await;
}

/// The code with which a server closes a WebSocket that is flooded with frames.
async fn code_after(stream: TcpStream, frame: [u8; 6]) -> u16 {
    let (mut reading, mut writing) = stream.into_split();
    let flood = tokio::spawn(async move {
        let many = frame.repeat(1_000);
        // It ends when the socket is closed.
        while writing.write_all(&many).await.is_ok() {}
    });
    let closed = async {
        let (mut answers, mut some) = (Vec::new(), [0; 4096]);
        loop {
            let count = reading.read(&mut some).await.unwrap_or(0);
            assert!(count > 0, "it is closed without a word after {} bytes", answers.len());
            answers.extend_from_slice(&some[..count]);
            // Answers to pings, and the server's own, are two bytes each.
            let frames = answers.chunks(2).skip_while(|frame| matches!(frame, [0x89 | 0x8a, 0]));
            let rest: Vec<u8> = frames.flatten().copied().collect();
            if let [0x88, _, high, low, ..] = *rest {
                return u16::from_be_bytes([high, low]);
            }
        }
    };
    let code = tokio::time::timeout(WAIT, closed).await.expect("the socket is closed");
    flood.abort();
    code
}

#[tokio::test]
async fn frames_that_are_no_messages_are_charged() {
    let server = Running::start_with(|config| config.limits.messages = 20).await;
    let attacker = Some(IpAddr::from([127, 66, 66, 1]));
    for frame in [raw::PING, raw::PONG, raw::GOES_ON] {
        let mut stream = raw::raw_socket(&server.base, attacker, "/api/analysis").await.unwrap();
        if frame == raw::GOES_ON {
            stream.write_all(&raw::BEGINS).await.unwrap();
        }
        assert_eq!(code_after(stream, frame).await, 1008, "{frame:?}");
    }
    // Another network is served meanwhile, and pings as clients send them are nothing.
    let mut ordinary = raw::raw_socket(&server.base, None, "/api/analysis").await.unwrap();
    for _ in 0..40 {
        ordinary.write_all(&raw::PING).await.unwrap();
        let mut answer = [0x89, 0];
        // The server itself asks now and then.
        while answer == [0x89, 0] {
            ordinary.read_exact(&mut answer).await.unwrap();
        }
        assert_eq!(answer, [0x8a, 0]);
    }
    server.end().await;
}

/// The head and the length of the body of an answer to a request for a path with some header.
async fn fetched(server: &Running, path: &str, header: &str) -> (String, usize) {
    let host = server.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{header}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    (String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase(), answer.len() - end)
}

#[tokio::test]
async fn answers_are_packed_for_those_who_take_that() {
    let server = Running::start().await;
    for path in ["/api/openapi.json", "/api/variants", "/api/variants/chess"] {
        let (head, plain) = fetched(&server, path, "accept: */*").await;
        assert!(!head.contains("content-encoding") && head.contains("vary: accept-encoding"), "{head}");
        for header in [
            "accept-encoding: gzip",
            "accept-encoding: x-gzip",
            "accept-encoding: *",
            "Accept-Encoding: br;q=1, GZIP;q=0.1",
        ] {
            let (head, packed) = fetched(&server, path, header).await;
            assert!(
                head.contains("content-encoding: gzip") && packed < plain / 2,
                "{path}, {header}: {packed} of {plain}"
            );
            assert!(!head.contains(&format!("content-length: {plain}")), "{head}");
        }
        for header in ["accept-encoding: gzip;q=0", "accept-encoding: br", "accept-encoding: identity, gzip;q=0.5"] {
            let (head, length) = fetched(&server, path, header).await;
            assert!(!head.contains("content-encoding") && length == plain, "{path}, {header}");
        }
    }
    // What is short is sent as it is.
    assert!(!fetched(&server, "/api/me", "accept-encoding: gzip").await.0.contains("content-encoding"));
    server.end().await;
}

#[tokio::test]
async fn log_ins_from_many_networks_hold_up_nobody() {
    let server = Running::start().await;
    let tries: Vec<_> = (0..60)
        .map(|network| {
            let player = Player::from_address(&server.base, Some(IpAddr::from([127, 70, network, 1])));
            tokio::spawn(async move {
                let body = json!({ "name": format!("nobody {network}"), "password": "a wrong password" });
                player.post("/api/session", body).await.refused()
            })
        })
        .collect();
    let player = server.player();
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    player.sit_down(&game).await.make(0, "e2e4").await;
    for one in tries {
        let (status, code) = one.await.unwrap();
        assert!(matches!((status, &*code), (403, "wrong-password") | (503, "busy")), "{status} {code}");
    }
    server.end().await;
}
