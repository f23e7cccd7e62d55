//! How players leave a game, each other and the server.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use std::path::Path;

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "analytical engine" })
}

/// Asks the database of a server that has ended.
fn count(folder: &Path, query: &str) -> u32 {
    let database = rusqlite::Connection::open(folder.join("spielraum.sqlite")).unwrap();
    database.query_row(query, [], |row| row.get(0)).unwrap()
}

/// The same player at a server that was started again.
fn again(server: &Running, player: &Player) -> Player {
    let same = server.player();
    same.set_cookie(&format!("{}; Path=/", player.cookies().unwrap()));
    same
}

async fn act(player: &Player, game: &str, what: &str) -> spielraum_loadtest::Answer {
    player.post(&format!("/api/games/{game}/{what}"), json!({})).await
}

#[tokio::test]
async fn who_is_deleted_has_no_name_any_more() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.white.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    pair.at_white = pair.white.sit_down(&pair.game).await;
    pair.at_white.next_of("game").await;
    pair.play(&["e2e4", "e7e5"]).await;
    let alone = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let alone = pair.white.begin(alone).await["id"].as_str().unwrap().to_owned();
    let open = pair.white.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let elsewhere = server.player();
    elsewhere.post("/api/session", credentials("Ada Lovelace")).await.good();

    let wrong = json!({ "password": "difference engine" });
    assert_eq!(pair.white.post("/api/me/deletion", wrong).await.refused(), (403, "wrong-password".to_owned()));
    assert_eq!(pair.white.post("/api/me/deletion", json!({})).await.refused().0, 403);
    assert_eq!(server.player().post("/api/me/deletion", json!({})).await.refused(), (403, "nobody".to_owned()));
    let right = json!({ "password": "analytical engine" });
    assert_eq!(pair.white.post("/api/me/deletion", right).await.status.as_u16(), 204);

    let told = pair.at_black.next_of("game").await["game"].clone();
    assert_eq!(told["result"]["reason"], "resignation");
    let seen = pair.seen().await;
    assert_eq!((&seen["players"]["white"]["name"], &seen["winner"]), (&json!("deleted player"), &Value::Null));
    assert_eq!(seen["moves"], json!(["e2e4", "e7e5"]));
    for gone in [alone, open] {
        assert_eq!(server.player().get(&format!("/api/games/{gone}")).await.refused().0, 404);
    }
    for player in [&pair.white, &elsewhere] {
        assert_eq!(player.get("/api/me").await.good(), json!({ "name": "Guest", "account": false }));
    }
    assert_eq!(elsewhere.post("/api/session", credentials("Ada Lovelace")).await.refused().0, 403);
    // The name is free again, and nobody can be called as if deleted.
    elsewhere.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let name = json!({ "name": "Deleted Player" });
    assert_eq!(elsewhere.send(Method::PUT, "/api/me", Some(&name)).await.refused().1, "reserved-name");
    elsewhere.post("/api/me/deletion", json!({ "password": "analytical engine" })).await;
    server.end().await;
    for table in ["accounts", "sessions WHERE player NOT IN (SELECT black FROM games)", "games WHERE opponent = 'self'"]
    {
        assert_eq!(count(folder.path(), &format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
    assert_eq!(count(folder.path(), "SELECT count(*) FROM players"), 2);
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn two_who_are_deleted_leave_their_game() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    for player in [&pair.white, &pair.black] {
        assert_eq!(player.post("/api/me/deletion", json!({})).await.status.as_u16(), 204);
    }
    let seen = pair.seen().await;
    assert_eq!((&seen["opponent"]["kind"], &seen["result"]["reason"]), (&json!("friend"), &json!("aborted")));
    assert!(["white", "black"].iter().all(|side| seen["players"][side]["name"] == "deleted player"));
    server.end().await;
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn guests_who_cannot_come_back_are_forgotten() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    server.end().await;
    let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
    // As if servers had run for half a year since White was last here, and Black had come every day.
    let old = "UPDATE server_state SET lived = lived + 181 * 86400000;
        UPDATE sessions SET seen = seen + 180 * 86400000 WHERE player = (SELECT black FROM games);
        UPDATE players SET seen = seen + 180 * 86400000 WHERE id = (SELECT black FROM games)";
    database.execute_batch(old).unwrap();
    drop(database);
    let server = Running::start_in(folder.path(), |_| {}).await;
    let black = again(&server, &pair.black);
    let mut seen = Value::Null;
    while seen["players"]["white"]["name"] != "deleted player" {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        seen = black.get(&format!("/api/games/{}", pair.game)).await.good();
    }
    assert_eq!(seen["you"], "black");
    server.end().await;
}

#[tokio::test]
async fn what_one_has_is_handed_out() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    act(&pair.white, &pair.game, "block").await.good();
    let lines = pair.white.get("/api/me/export").await.good();
    let lines: Vec<Value> = lines.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|line| line.get(kind).is_some()).count();
    assert_eq!(["player", "session", "game", "moves", "block", "end"].map(of), [1; 6]);
    assert_eq!(lines[0]["export"]["player"], lines[1]["player"]["id"]);
    assert!(lines.iter().all(|line| line["session"]["token"].is_null()));
    assert_eq!(server.player().get("/api/me/export").await.refused(), (403, "nobody".to_owned()));
    let parts = server.player().get("/api/privacy").await.good();
    assert!(parts.as_array().unwrap().iter().all(|part| part["kept"].as_str().unwrap().ends_with('.')));
    server.end().await;
}

#[tokio::test]
async fn a_blocked_player_comes_no_more() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let stranger = server.player();
    stranger.begin(with_friend("chess", Value::Null)).await;
    assert_eq!(act(&stranger, &pair.game, "block").await.refused(), (403, "no-opponent".to_owned()));
    for _ in 0..2 {
        act(&pair.white, &pair.game, "block").await.good();
    }
    for (one, other) in [(&pair.white, &pair.black), (&pair.black, &pair.white)] {
        let game = one.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
        assert_eq!(act(other, &game, "join").await.refused(), (403, "blocked".to_owned()));
    }
    pair.at_white.ask(json!({ "type": "resign" })).await;
    assert_eq!(pair.at_black.refused(json!({ "type": "offer", "what": "rematch" })).await, "blocked");
    // The player who has blocked can end it, and nobody else.
    assert_eq!(pair.black.get("/api/blocks").await.good(), json!([]));
    let blocks = pair.white.get("/api/blocks").await.good();
    let path = format!("/api/blocks/{}", blocks[0]["id"].as_str().unwrap());
    pair.black.send(Method::DELETE, &path, None).await.good();
    assert_eq!(pair.white.get("/api/blocks").await.good(), blocks);
    pair.white.send(Method::DELETE, &path, None).await.good();
    assert_eq!(pair.at_black.ask(json!({ "type": "offer", "what": "rematch" })).await["type"], "ack");
    // The administrator gets the report.
    let report = |text: String| json!({ "reason": "name", "text": text });
    let path = format!("/api/games/{}/report", pair.game);
    pair.black.post(&path, report("Rude".to_owned())).await.good();
    assert_eq!(pair.black.post(&path, report("x".repeat(1001))).await.refused(), (413, "too-large".to_owned()));
    assert_eq!(stranger.post(&path, report(String::new())).await.refused(), (403, "no-opponent".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn a_game_is_called_off_at_its_beginning_only() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "initial": 60, "increment": 0 }))).await;
    pair.play(&["e2e4"]).await;
    assert_eq!(act(&server.player(), &pair.game, "abort").await.refused(), (403, "not-a-player".to_owned()));
    let ended = act(&pair.black, &pair.game, "abort").await.good();
    assert_eq!((&ended["result"]["reason"], &ended["result"]["winner"]), (&json!("aborted"), &Value::Null));
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4", "e7e5"]).await;
    assert_eq!(act(&pair.black, &pair.game, "abort").await.refused(), (409, "not-at-its-beginning".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn who_has_left_for_long_loses() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4", "e7e5", "g1f3"]).await;
    let claim = pair.white.get(&format!("/api/games/{}", pair.game)).await.good()["claim"].as_i64();
    assert!(claim.is_some());
    assert_eq!(pair.black.get(&format!("/api/games/{}", pair.game)).await.good().get("claim"), None);
    assert_eq!(act(&pair.white, &pair.game, "claim").await.refused(), (409, "not-left".to_owned()));
    server.end().await;
    let aged = |what: &str| {
        let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
        database.execute(what, []).unwrap();
    };
    let refused = (409, "not-left".to_owned());
    // A clock that is weeks ahead says nothing.
    aged(&format!("UPDATE games SET updated = updated - {0}, created = created - {0}", 15 * DAY));
    let server = Running::start_in(folder.path(), |_| {}).await;
    assert_eq!(act(&again(&server, &pair.white), &pair.game, "claim").await.refused(), refused);
    server.end().await;
    // Servers have run for so long, in which an offer counts for nothing; a player who was here a moment less than seven days ago may
    // still come.
    let days = |days: f64| (days * DAY as f64) as i64;
    for (since, seen) in [(6.9, 6.9), (8.0, 6.1), (29.0, 0.1)] {
        aged(&format!("UPDATE server_state SET lived = lived + {}", days(40.0)));
        aged(&format!("UPDATE games SET changed = (SELECT lived FROM server_state) - {}", days(since)));
        aged(&format!("UPDATE players SET seen = (SELECT lived FROM server_state) - {}", days(seen)));
        let server = Running::start_in(folder.path(), |_| {}).await;
        let (white, black) = (again(&server, &pair.white), again(&server, &pair.black));
        assert_eq!(act(&white, &pair.game, "claim").await.refused(), refused, "{since} {seen}");
        assert_eq!(act(&black, &pair.game, "claim").await.refused(), refused);
        server.end().await;
    }
    for (since, seen) in [(7.1, 7.1), (30.1, 0.1)] {
        aged(&format!("UPDATE games SET changed = (SELECT lived FROM server_state) - {}", days(since)));
        aged(&format!("UPDATE players SET seen = (SELECT lived FROM server_state) - {}", days(seen)));
        let kept = std::fs::read(folder.path().join("spielraum.sqlite")).unwrap();
        let server = Running::start_in(folder.path(), |_| {}).await;
        let white = again(&server, &pair.white);
        white.sit_down(&pair.game).await.ask(json!({ "type": "offer", "what": "draw" })).await;
        let ended = act(&white, &pair.game, "claim").await.good();
        assert_eq!(
            ended["result"],
            json!({ "winner": "white", "reason": "left", "text": "White wins: Black has left" })
        );
        server.end().await;
        assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
        std::fs::write(folder.path().join("spielraum.sqlite"), kept).unwrap();
    }
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}
