//! Games by correspondence: conditional moves, and notes that a player keeps.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Answer, Method, Player};
use std::time::Duration;
use tempfile::TempDir;

async fn put(player: &Player, path: &str, body: Value) -> Answer {
    player.send(Method::PUT, path, Some(&body)).await
}

async fn plan(player: &Player, game: &str, ply: u32, lines: Value) -> Answer {
    put(player, &format!("/api/games/{game}/plan"), json!({ "ply": ply, "lines": lines })).await
}

async fn seen(player: &Player, game: &str) -> Value {
    player.get(&format!("/api/games/{game}")).await.good()
}

/// Somebody who has been here, with a cookie.
fn again(server: &Running, cookie: &str) -> Player {
    let player = server.player();
    player.set_cookie(cookie);
    player
}

async fn by_days(server: &Running) -> Pair {
    Pair::sit_down(server, with_friend("chess", json!({ "days": 3 }))).await
}

#[tokio::test]
async fn conditional_moves_are_played_at_once_and_seen_by_their_player_alone() {
    let server = Running::start().await;
    let mut pair = by_days(&server).await;
    let mut watching = server.player().sit_down(&pair.game).await;
    watching.next_of("game").await;
    pair.play(&["e2e4"]).await;
    watching.next_of("move").await;
    let lines = json!([["e5", "Nf3", "Nc6", "Bb5"], ["c7c5", "g1f3"]]);
    let read = json!([["e7e5", "g1f3", "b8c6", "f1b5"], ["c7c5", "g1f3"]]);
    assert_eq!(plan(&pair.white, &pair.game, 1, lines).await.good()["plan"], read);
    assert_eq!(pair.at_white.next_of("game").await["game"]["plan"], read);
    for player in [&pair.black, &server.player()] {
        assert_eq!(seen(player, &pair.game).await.get("plan"), None);
    }

    // The move and its answer come as two moves, to everybody.
    pair.at_black.make(1, "e7e5").await;
    let rest = json!([["b8c6", "f1b5"]]);
    for (socket, left) in [(&mut pair.at_white, Some(&rest)), (&mut pair.at_black, None), (&mut watching, None)] {
        let (first, second) = (socket.next_of("move").await, socket.next_of("move").await);
        assert_eq!((&first["move"]["text"], &second["move"]["text"]), (&json!("e7e5"), &json!("g1f3")));
        assert_eq!(second.get("plan"), left, "{second}");
    }
    let game = seen(&pair.black, &pair.game).await;
    // White's three days are all there, since the answer took no time.
    assert!(game["clock"]["white"].as_i64().unwrap() > 3 * 24 * 60 * 60 * 1000 - 30_000, "{}", game["clock"]);

    // What was not foreseen ends them.
    pair.at_black.make(3, "d7d6").await;
    assert_eq!(pair.at_white.next_of("move").await.get("plan"), None);
    let game = seen(&pair.white, &pair.game).await;
    assert_eq!((game["moves"].as_array().unwrap().len(), game.get("plan")), (4, None));
    server.end().await;
}

#[tokio::test]
async fn what_can_t_be_planned_is_refused() {
    let server = Running::start().await;
    let mut pair = by_days(&server).await;
    let (game, one) = (pair.game.clone(), json!([["e7e5", "g1f3"]]));
    assert_eq!(plan(&pair.white, &game, 0, json!([["e2e4"]])).await.refused(), (409, "your-turn".to_owned()));
    pair.play(&["e2e4"]).await;
    assert_eq!(plan(&server.player(), &game, 1, one.clone()).await.refused(), (403, "not-a-player".to_owned()));
    assert_eq!(plan(&pair.white, &game, 0, one.clone()).await.refused(), (409, "stale".to_owned()));
    let bad = [
        json!([["e7e5"]]),
        json!([["e7e6", "e4e6"]]),
        json!([["e7e5", "g1f3"], ["e7e5", "b1c3"]]),
        json!(vec![["e7e5", "g1f3"]; 13]),
        json!([["e7e5", "x".repeat(65)]]),
    ];
    for lines in bad {
        assert_eq!(plan(&pair.white, &game, 1, lines).await.refused(), (422, "bad-plan".to_owned()));
    }
    assert_eq!(seen(&pair.white, &game).await.get("plan"), None);
    // One that was removed is not played.
    plan(&pair.white, &game, 1, one.clone()).await.good();
    assert_eq!(plan(&pair.white, &game, 1, json!([])).await.good().get("plan"), None);
    pair.play(&["e7e5"]).await;
    assert_eq!(seen(&pair.white, &game).await["moves"].as_array().unwrap().len(), 2);

    let mut live = Pair::sit_down(&server, with_friend("chess", json!({ "initial": 300, "increment": 3 }))).await;
    live.play(&["e2e4"]).await;
    assert_eq!(plan(&live.white, &live.game, 1, one).await.refused(), (409, "not-by-correspondence".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn an_offer_is_answered_before_a_conditional_move_is_made() {
    let server = Running::start().await;
    let mut pair = by_days(&server).await;
    pair.play(&["e2e4"]).await;
    plan(&pair.white, &pair.game, 1, json!([["e7e5", "g1f3"]])).await.good();
    assert_eq!(pair.at_black.ask(json!({ "type": "offer", "what": "draw" })).await["type"], "ack");
    pair.at_black.make(1, "e7e5").await;
    let game = seen(&pair.white, &pair.game).await;
    assert_eq!((&game["offers"]["draw"], &game["plan"]), (&json!("black"), &json!([["g1f3"]])));
    assert_eq!(pair.at_white.ask(json!({ "type": "decline", "what": "draw" })).await["type"], "ack");
    assert_eq!(seen(&pair.white, &pair.game).await["moves"], json!(["e2e4", "e7e5", "g1f3"]));

    // What is taken back takes conditional moves with it.
    plan(&pair.white, &pair.game, 3, json!([["b8c6", "f1b5"]])).await.good();
    assert_eq!(pair.at_white.ask(json!({ "type": "offer", "what": "takeback" })).await["type"], "ack");
    assert_eq!(pair.at_black.ask(json!({ "type": "accept", "what": "takeback" })).await["type"], "ack");
    let game = seen(&pair.white, &pair.game).await;
    assert_eq!((game["moves"].as_array().unwrap().len(), game.get("plan")), (2, None));
    server.end().await;
}

#[tokio::test]
async fn conditional_moves_and_notes_outlive_the_server() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let mut pair = by_days(&server).await;
    let note = format!("/api/games/{}/note", pair.game);
    pair.play(&["e2e4"]).await;
    plan(&pair.white, &pair.game, 1, json!([["e7e5", "g1f3", "b8c6", "f1b5"]])).await.good();
    assert_eq!(pair.white.get(&note).await.good(), json!({ "text": "" }));
    assert_eq!(put(&pair.white, &note, json!({ "text": "Trap on f7?" })).await.status.as_u16(), 204);
    assert_eq!(pair.black.get(&note).await.good(), json!({ "text": "" }));
    assert_eq!(server.player().get(&note).await.refused().0, 403);
    let long = json!({ "text": "x".repeat(4_001) });
    assert_eq!(put(&pair.black, &note, long).await.refused(), (413, "too-large".to_owned()));
    let [white, black] = [&pair.white, &pair.black].map(|player| format!("{}; Path=/", player.cookies().unwrap()));
    server.end().await;

    let server = Running::start_in(folder.path(), |_| ()).await;
    let (white, black) = (again(&server, &white), again(&server, &black));
    assert_eq!(white.get(&note).await.good(), json!({ "text": "Trap on f7?" }));
    black.sit_down(&pair.game).await.make(1, "e7e5").await;
    assert_eq!(seen(&white, &pair.game).await["plan"], json!([["b8c6", "f1b5"]]));
    assert_eq!(put(&white, &note, json!({ "text": "" })).await.status.as_u16(), 204);
    assert_eq!(white.get(&note).await.good(), json!({ "text": "" }));
    server.end().await;

    // A server that has ended between the move and its answer makes it when it starts, though nobody comes.
    let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
    let due = "UPDATE plans SET player = (SELECT black FROM games), lines = '[[\"b8c6\"]]'";
    assert_eq!(database.execute(due, []).unwrap(), 1);
    drop(database);
    let server = Running::start_in(folder.path(), |_| ()).await;
    let white = again(&server, &format!("{}; Path=/", white.cookies().unwrap()));
    let mut waited = 0;
    while white.get("/api/games?turn=true").await.good()["games"].as_array().unwrap().is_empty() {
        waited += 1;
        assert!(waited < 600, "the conditional move is not made");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(seen(&white, &pair.game).await["moves"], json!(["e2e4", "e7e5", "g1f3", "b8c6"]));
    server.end().await;
}
