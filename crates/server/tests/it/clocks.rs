//! What clocks show.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_faultfs::{Calls, Disk, Failure, Plan};
use std::time::Duration;
use tempfile::TempDir;

#[tokio::test]
async fn takebacks_put_the_clocks_back_over_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut player = server.player();
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white",
        "clock": { "initial": 60, "increment": 60 } });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    let made = ["e2e4", "e7e5", "g1f3", "b8c6"];
    for (ply, text) in made.into_iter().enumerate() {
        socket.make(ply as u64, text).await;
    }
    drop(socket);
    server.end().await;
    // The moves that are taken back were made before the restart.
    let server = Running::start_in(folder.path(), |_| {}).await;
    let cookie = format!("{}; Path=/", player.cookies().unwrap());
    player = server.player();
    player.set_cookie(&cookie);
    let mut socket = player.sit_down(&game).await;
    for _ in 0..2 {
        socket.ask(json!({ "type": "offer", "what": "takeback" })).await;
    }
    for _ in 0..5 {
        socket.make(2, "g1f3").await;
        socket.ask(json!({ "type": "offer", "what": "takeback" })).await;
    }
    let seen = player.get(&format!("/api/games/{game}")).await.good();
    assert_eq!(seen["moves"], json!(["e2e4", "e7e5"]));
    let clock = |side: &str| seen["clock"][side].as_i64().unwrap();
    assert!(clock("white") <= 60_000 && clock("black") <= 120_000, "{}", seen["clock"]);
    assert!(clock("white") > 30_000 && clock("black") > 90_000, "{}", seen["clock"]);
    drop(socket);
    server.end().await;
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pays_for_a_disk_that_hangs() {
    const HANGS: Duration = Duration::from_secs(3);
    let folder = TempDir::new().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let disk = Disk::new(&path);
    let server = Running::start_in(&path, |_| {}).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "initial": 60, "increment": 0 }))).await;
    pair.play(&["e2e4", "e7e5"]).await;
    disk.plan(Plan { calls: Calls::Syncs, at: 0, failure: Failure::Hang, for_ever: true });
    let sent = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    pair.at_white.send(&json!({ "type": "move", "id": "slow", "ply": 2, "text": "g1f3" })).await;
    while disk.calls() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(HANGS).await;
    disk.go_on();
    let told = pair.at_black.next_of("move").await;
    let left = |told: &Value, side: &str| told["clock"][side].as_i64().unwrap();
    // Neither the mover, who had moved, nor the other, who had not heard of it.
    assert!(left(&told, "white") > 58_000 && left(&told, "black") > 58_000, "{}", told["clock"]);
    let seen = pair.seen().await;
    assert!(left(&seen, "black") > 58_000, "{}", seen["clock"]);
    // Nor after a restart: Black's clock is soon stored as it runs, from long after the move was handed in.
    let stored = || {
        let database = rusqlite::Connection::open(path.join("spielraum.sqlite")).unwrap();
        database.query_row("SELECT running_since FROM games", [], |row| row.get::<_, i64>(0)).unwrap()
    };
    while stored() < sent + 2_000 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.end().await;
}
