//! Attacks by games: definitions that take much memory, and texts that take long to draw.

use super::networks::large;
use serde_json::{Value, json};
use spielraum_loadtest::Player;
use std::net::IpAddr;
use std::time::Duration;

/// A title of this many bytes is refused; drawing it would take seconds.
const TITLE: usize = 244 << 10;

/// As many games with running clocks as one guest may have, each by a large definition of its own, and looks at all of them.
pub async fn clocks(base: String) {
    let player = Player::from_address(&base, Some(IpAddr::from([127, 66, 66, 1])));
    let (mut games, mut first) = (Vec::new(), Value::Null);
    for number in 0_u16.. {
        if let Some(game) = begin(&player, number, &mut first).await {
            games.push(game);
        } else {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        for game in games.iter().rev().take(4) {
            player.get(&format!("/api/games/{game}")).await;
        }
    }
}

/// Begins a game in which the clock runs; `first` is its first move, once it is known.
async fn begin(player: &Player, number: u16, first: &mut Value) -> Option<String> {
    let kept = player.post("/api/workshop", json!({ "text": large(number) })).await.body;
    let id = kept["id"].as_str()?;
    let clock = json!({ "initial": 3600, "increment": 0 });
    let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white", "clock": clock });
    let game = player.post("/api/games", request).await.body["id"].as_str()?.to_owned();
    if first.is_null() {
        let position = player.post("/api/positions", json!({ "variant": id })).await.body;
        *first = position["moves"][0]["text"].clone();
    }
    let mut socket = player.socket(&format!("/api/games/{game}/socket")).await.ok()?;
    socket.send(&json!({ "type": "move", "id": "1", "ply": 0, "text": first })).await;
    while socket.next().await.is_some_and(|message| message["id"] != "1") {}
    socket.close().await;
    Some(game)
}

/// Definitions with titles as long as books.
pub async fn titles(base: String, number: u8) {
    let player = Player::from_address(&base, Some(IpAddr::from([127, 67, number, 1])));
    let title = "long ".repeat(TITLE / 5);
    for time in 0_u64.. {
        let text = format!(
            "title \"{title}{number} {time}\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" {{ slide \"orthogonal\" }}\n\
             start \"r2/3/2R\"\n"
        );
        player.post("/api/workshop/check", json!({ "text": text })).await;
    }
}
