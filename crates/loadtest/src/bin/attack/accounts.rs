//! Attacks by accounts and guests, and on accounts. Each task comes from a network of its own.

use serde_json::json;
use spielraum_loadtest::Player;
use std::net::IpAddr;
use std::time::Duration;

fn attacker(base: &str, number: u8) -> Player {
    Player::from_address(base, Some(IpAddr::from([127, 67, number, 1])))
}

/// Guesses the password of one account, as often as it is let.
pub async fn guesses(base: String, number: u8) {
    let player = attacker(&base, number);
    for time in 0_u64.. {
        player.post("/api/session", json!({ "name": "Ada", "password": format!("guess {number} {time}") })).await;
    }
}

/// Publishes games, has guests play them, and reports them by other guests.
pub async fn spam(base: String, number: u8) {
    let publisher = attacker(&base, number);
    let credentials = json!({ "name": format!("Spammer {number:03}"), "password": "nothing but crummy spam" });
    publisher.post("/api/accounts", credentials).await;
    for time in 0_u64.. {
        let text = format!(
            "title \"Spam {number} {time}\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\n\
             start \"r2/3/2R\"\n"
        );
        let answer = publisher.post("/api/published", json!({ "text": text })).await;
        let Some(id) = answer.body["variant"]["id"].as_str() else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let guest = attacker(&base, number);
        guest.post("/api/games", json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" })).await;
        guest.post(&format!("/api/published/{id}/report"), json!({ "reason": "other", "text": "spam" })).await;
    }
}
