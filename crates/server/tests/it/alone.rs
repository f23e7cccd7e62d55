//! Games against the engine and with both players on one device.

use crate::server::Running;
use serde_json::{Value, json};

#[tokio::test]
async fn the_engine_answers_and_takes_back() {
    let server = Running::start().await;
    let player = server.player();
    let request = json!({ "variant": "minishogi", "opponent": { "kind": "engine", "level": 1 }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    let first = player.post("/api/positions", json!({ "variant": "minishogi" })).await.good();
    let text = first["moves"][0]["text"].as_str().unwrap().to_owned();
    socket.make(0, &text).await;
    assert_eq!(socket.next_of("move").await["ply"], 1);
    assert_eq!(socket.next_of("thinking").await["side"], "black");
    assert_eq!(socket.next_of("move").await["ply"], 2);
    assert_eq!(socket.refused(json!({ "type": "offer", "what": "draw" })).await, "declined");
    assert_eq!(socket.ask(json!({ "type": "offer", "what": "takeback" })).await["type"], "ack");
    assert_eq!(player.get(&format!("/api/games/{game}")).await.good()["moves"], json!([]));
    socket.make(0, &text).await;
    socket.next_of("thinking").await;
    assert_eq!(socket.ask(json!({ "type": "resign" })).await["type"], "ack");
    // In this game the side that moves first is called Black.
    let ended = player.get(&format!("/api/games/{game}")).await.good();
    assert_eq!(ended["result"]["text"], "White wins: Black resigned");
    let listed = player.get("/api/games?mine=true").await.good();
    assert_eq!(listed["games"][0]["result"], ended["result"]);
    server.end().await;
}

#[tokio::test]
async fn the_engine_begins_when_somebody_comes() {
    let server = Running::start().await;
    let player = server.player();
    let request = json!({ "variant": "raumschach", "opponent": { "kind": "engine", "level": 2 }, "side": "black",
        "clock": { "initial": 300, "increment": 0 } });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    let made = socket.next_of("move").await;
    assert_eq!((&made["ply"], &made["clock"]["running"]), (&json!(1), &json!("black")));
    server.end().await;
}

#[tokio::test]
async fn at_one_screen_both_sides_are_ones_own() {
    let server = Running::start().await;
    let player = server.player();
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "random" });
    let begun = player.begin(request).await;
    assert_eq!(begun["you"], "both");
    let game = begun["id"].as_str().unwrap();
    let mut socket = player.sit_down(game).await;
    for (ply, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        socket.make(ply as u64, text).await;
    }
    // Even the end can be taken back.
    assert_eq!(socket.ask(json!({ "type": "offer", "what": "takeback" })).await["type"], "ack");
    let seen = player.get(&format!("/api/games/{game}")).await.good();
    assert_eq!(
        (&seen["status"], &seen["result"], &seen["position"]["ply"]),
        (&json!("playing"), &Value::Null, &json!(3))
    );
    let removed = player.send(spielraum_loadtest::Method::DELETE, &format!("/api/games/{game}"), None).await;
    assert_eq!(removed.status.as_u16(), 204);
    assert_eq!(player.get(&format!("/api/games/{game}")).await.refused(), (404, "no-such-game".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn games_begin_only_as_they_can() {
    let server = Running::start_with(|config| config.limits.games_each = 2).await;
    let player = server.player();
    let with = |change: Value| {
        let mut request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
        request.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        request
    };
    for (change, code) in [
        (json!({ "variant": "no-such" }), "no-such-variant"),
        (json!({ "opponent": { "kind": "engine", "level": 21 } }), "bad-level"),
        (json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }), "bad-fen"),
        (json!({ "fen": "k7/8/1K6/8/8/8/8/8 w - - 0 1" }), "over"),
        (json!({ "clock": { "initial": 0, "increment": 0 } }), "bad-clock"),
        (json!({ "clock": { "initial": 60, "increment": 9999 } }), "bad-clock"),
        (json!({ "options": { "castling": "on" } }), "bad-options"),
        (json!({ "side": "green" }), "bad-body"),
    ] {
        assert_eq!(player.post("/api/games", with(change.clone())).await.refused().1, code, "{change}");
    }
    player.begin(with(json!({}))).await;
    player.begin(with(json!({}))).await;
    assert_eq!(player.post("/api/games", with(json!({}))).await.refused(), (429, "too-many-requests".to_owned()));
    server.end().await;
}
