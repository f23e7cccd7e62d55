//! A disk that hangs: a client that waits for something to be stored waits, no other does, and what was acknowledged is there
//! after a power cut. `make chaos` has more games, and lets the disk hang for longer.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_faultfs::{Calls, Disk, Failure, Plan};
use spielraum_loadtest::Player;
use std::time::Duration;
use tempfile::TempDir;

/// How often the disk hangs.
const TIMES: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_hangs_delays_what_is_stored_and_nothing_else() {
    let large = std::env::var_os("CHAOS").is_some();
    let (games, time) = if large { (200, Duration::from_secs(10)) } else { (3, Duration::from_millis(50)) };
    let folder = TempDir::new().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let disk = Disk::new(&path);
    let server = Running::start_in(&path, |config| config.limits.network_connections = 2_000).await;
    let mut pairs = Vec::new();
    for _ in 0..games {
        pairs.push(Pair::sit_down(&server, with_friend("chess", Value::Null)).await);
    }
    for (ply, text) in TIMES.into_iter().enumerate() {
        disk.plan(Plan { calls: Calls::Syncs, at: 0, failure: Failure::Hang, for_ever: true });
        let asked = json!({ "type": "move", "id": "slow", "ply": ply, "text": text });
        for pair in &mut pairs {
            let socket = if ply % 2 == 0 { &mut pair.at_white } else { &mut pair.at_black };
            socket.send(&asked).await;
        }
        while disk.calls() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        others_are_served(&server).await;
        tokio::time::sleep(time).await;
        others_are_served(&server).await;
        // Nothing that the disk may lose was reported to anybody.
        let stored = Player::new(&server.base).get("/api/games?status=playing").await.good();
        assert!(stored["games"].as_array().unwrap().iter().all(|game| game["ply"] == ply), "{stored}");
        disk.go_on();
        for pair in &mut pairs {
            let (mover, other) = match ply % 2 {
                0 => (&mut pair.at_white, &mut pair.at_black),
                _ => (&mut pair.at_black, &mut pair.at_white),
            };
            assert_eq!(mover.next_of("ack").await["id"], "slow");
            assert_eq!(other.next_of("move").await["move"]["text"], text);
        }
    }
    let after = TempDir::new().unwrap();
    let path = after.path().canonicalize().unwrap();
    disk.restart(&path, || false).unwrap();
    let restarted = Running::start_in(&path, |_| {}).await;
    for pair in &pairs {
        let seen = Player::new(&restarted.base).get(&format!("/api/games/{}", pair.game)).await.good();
        assert_eq!(seen["moves"], json!(TIMES));
    }
    restarted.end().await;
    server.end().await;
}

/// What needs nothing to be stored is answered while the disk hangs.
async fn others_are_served(server: &Running) {
    let visitor = server.player();
    visitor.get("/healthz").await.good();
    visitor.get("/api/variants").await.good();
    visitor.get("/api/games?status=finished").await.good();
    visitor.post("/api/positions", json!({ "variant": "chess", "moves": ["e2e4"] })).await.good();
}
