//! Clients that mean no good, or know no better.

use crate::server::{Pair, Running, with_friend};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Socket};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Any JSON, with words of the interface in it now and then.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("chess".to_owned()),
        Just("variant".to_owned()),
        Just("moves".to_owned()),
        Just("cell".to_owned()),
        Just("e2e4".to_owned()),
        Just("white".to_owned()),
        ".{0,12}"
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.clone().prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn many<T>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Bodies that are nearly right: a field of a good one replaced by anything.
fn spoilt(good: &Value, count: usize) -> Vec<Value> {
    let fields: Vec<String> = good.as_object().unwrap().keys().cloned().collect();
    many((prop::sample::select(fields), any_json()), count)
        .into_iter()
        .map(|(field, value)| {
            let mut body = good.clone();
            body[field] = value;
            body
        })
        .collect()
}

#[tokio::test]
async fn no_body_breaks_the_server() {
    let server = Running::start_with(|config| config.limits.games_each = 10_000).await;
    let player = server.player();
    let position =
        json!({ "variant": "chess", "options": {}, "fen": null, "moves": ["e2e4"], "cell": 4, "side": "white" });
    let setup = json!({ "variant": "chess", "options": {}, "pieces": [[4, 0, "white"]], "hands": { "white": [], "black": [] }, "side": "white" });
    let game = json!({ "variant": "chess", "options": {}, "fen": null, "opponent": { "kind": "self" }, "side": "white", "clock": null });
    let problem = json!({ "variant": "chess", "options": {}, "fen": null, "to": null, "stipulation": "#1", "tries": 1, "set_play": true, "duplex": true, "seconds": 1, "nodes": 1_000 });
    let name = json!({ "name": "Ada", "password": "analytical engine" });
    let text = json!({ "text": "game: chess" });
    let tournament = json!({ "title": "T", "form": { "kind": "swiss", "rounds": 3 }, "wanted": { "kind": "group", "group": "any" },
        "clock": { "days": 1 }, "rated": true, "start": { "kind": "with", "players": 3 }, "most": 8 });
    for (path, good) in [
        ("/api/positions", &position),
        ("/api/lines", &position),
        ("/api/threats", &position),
        ("/api/setups", &setup),
        ("/api/solve", &problem),
        ("/api/games", &game),
        ("/api/import", &text),
        ("/api/workshop/check", &text),
        ("/api/workshop", &text),
        ("/api/session", &name),
        ("/api/tournaments", &tournament),
    ] {
        for body in spoilt(good, 40).into_iter().chain(many(any_json(), 20)) {
            let answer = player.post(path, body.clone()).await;
            assert!(answer.status.as_u16() < 500, "{path} {body}: {} {}", answer.status, answer.body);
            if !answer.status.is_success() {
                answer.refused();
            }
        }
    }
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    let (plan, note) = (json!({ "ply": 1, "lines": [["e7e5", "g1f3"]] }), json!({ "text": "?" }));
    for (path, good) in [("plan", &plan), ("note", &note)] {
        for body in spoilt(good, 20).into_iter().chain(many(any_json(), 10)) {
            let answer = pair.white.send(Method::PUT, &format!("/api/games/{}/{path}", pair.game), Some(&body)).await;
            assert!(answer.status.as_u16() < 500, "{path} {body}: {} {}", answer.status, answer.body);
        }
    }
    assert_eq!(player.get("/healthz").await.good(), "ok\n");
    server.end().await;
}

#[tokio::test]
async fn no_frame_breaks_a_game() {
    let server = Running::start_with(|config| config.limits.messages = 100_000).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    let good = json!({ "type": "move", "id": "x", "ply": 1, "text": "e7e6", "what": "draw" });
    let say = json!({ "type": "say", "id": "x", "channel": "players", "text": "Hello" });
    let frames = spoilt(&good, 100).into_iter().filter(|frame| *frame != good && frame["text"] != "e7e6");
    let frames = frames.chain(spoilt(&say, 50));
    for frame in frames.chain(many(any_json(), 50)) {
        pair.at_black.send(&frame).await;
    }
    for text in many(".{0,40}", 50) {
        pair.at_black.send_text(&text).await;
    }
    let answer = pair.at_black.ask(json!({ "type": "move", "ply": 1, "text": "e7e5" })).await;
    assert_eq!(answer["type"], "ack", "{answer}");
    assert_eq!(pair.seen().await["moves"], json!(["e2e4", "e7e5"]));
    // A frame that is too large ends its own socket only.
    pair.at_black.send_text(&"x".repeat(100 << 10)).await;
    while pair.at_black.next().await.is_some() {}
    assert_eq!(pair.seen().await["status"], "playing");
    pair.at_white.make(2, "g1f3").await;
    server.end().await;
}

#[tokio::test]
async fn paths_lead_nowhere_they_should_not() {
    let server = Running::start().await;
    let player = server.player();
    for path in [
        "/api/variants/..%2f..%2fetc%2fpasswd",
        "/api/variants/lib%2fchess-pieces",
        "/api/games/..%2f..%2fkey",
        "/api/games/%00",
        "/api/nothing",
        "/%2e%2e/%2e%2e/etc/passwd.txt",
        "/assets/..%2f..%2fkey.txt",
    ] {
        let answer = player.get(path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}: {}", answer.body);
    }
    // What is no file is a page of the client.
    assert!(player.get("/game/abc").await.good().as_str().unwrap().contains("<title>Spielraum"));
    server.end().await;
}

#[tokio::test]
async fn bodies_are_limited() {
    let server = Running::start().await;
    let player = server.player();
    let moves: Vec<String> = vec!["e2e4".to_owned(); 30_000];
    let long = player.post("/api/positions", json!({ "variant": "chess", "moves": moves })).await;
    assert_eq!(long.refused(), (413, "too-large".to_owned()));
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(7_000).collect();
    let many = player.post("/api/positions", json!({ "variant": "chess", "moves": moves })).await;
    assert_eq!(many.refused(), (422, "too-many-moves".to_owned()));
    server.end().await;
}

/// Sends bytes and reads until the server closes the connection.
async fn raw(base: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(base.strip_prefix("http://").unwrap()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let _ = tokio::time::timeout(Duration::from_secs(60), read).await.expect("the connection is closed in the end");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let server = Running::start_with(|config| config.limits.patience = Duration::from_millis(300)).await;
    // A head that does not end, and a body that does not come.
    raw(&server.base, b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n").await;
    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    let answer = raw(&server.base, head.as_bytes()).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    let nonsense = raw(&server.base, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n").await;
    assert!(nonsense.is_empty() || nonsense.starts_with("HTTP/1.1 400"), "{nonsense}");
    assert_eq!(server.player().get("/healthz").await.good(), "ok\n");
    server.end().await;
}

#[tokio::test]
async fn requests_and_newcomers_are_limited_by_address() {
    let server = Running::start_with(|config| {
        config.limits.requests = 5;
        config.limits.newcomers = 2;
    })
    .await;
    let player = server.player();
    let mut refused = 0;
    for _ in 0..40 {
        refused += usize::from(player.get("/api/me").await.status.as_u16() == 429);
    }
    assert!(refused >= 10, "{refused} of 40 were refused");
    // Two browsers of a network open the gallery. Pictures of games with other options are counted.
    let picture = "/api/variants/chess/picture.svg?theme=light";
    for _ in 0..60 {
        assert_eq!(player.get(picture).await.status.as_u16(), 200);
    }
    let mut refused = 0;
    for _ in 0..20 {
        refused += usize::from(player.get(&format!("{picture}&castling=off")).await.status.as_u16() == 429);
    }
    assert!(refused >= 5, "{refused} of 20 were refused");
    server.end().await;
    let server = Running::start_with(|config| config.limits.newcomers = 2).await;
    for status in [201, 201, 429] {
        let begun = server.player().post("/api/games", with_friend("chess", Value::Null)).await;
        assert_eq!(begun.status.as_u16(), status);
    }
    server.end().await;
}

#[tokio::test]
async fn sockets_are_limited_and_other_sites_kept_out() {
    let server = Running::start_with(|config| config.limits.sockets_each = 3).await;
    let player = server.player();
    let game = player.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{game}/socket");
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(player.socket(&path).await.unwrap());
    }
    assert_eq!(player.socket(&path).await.err(), Some(429));
    drop(open.pop());
    // The place is free as soon as the server has seen that the socket is closed.
    let mut again = player.socket(&path).await;
    while again.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = player.socket(&path).await;
    }
    let url = player.url(&path).as_str().replacen("http", "ws", 1);
    assert_eq!(Socket::open(&url, None, Some("http://evil.example")).await.err(), Some(403));
    assert_eq!(player.socket("/api/games/nothing/socket").await.err(), Some(404));
    server.end().await;
}
