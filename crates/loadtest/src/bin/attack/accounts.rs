//! Attacks by accounts and guests, and on accounts. Each task comes from a network of its own.

use serde_json::json;
use spielraum_loadtest::{Method, Player};
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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

/// Logs in, begins to ask for something, logs out, and only then goes on to ask.
pub async fn sessions(base: String, number: u8) {
    let player = attacker(&base, number);
    let name = format!("Latecomer {number:03}");
    let credentials = json!({ "name": name, "password": "never quite on time" });
    player.post("/api/accounts", credentials.clone()).await;
    loop {
        let game = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
        let game = player.post("/api/games", game).await.body["id"].as_str().unwrap_or_default().to_owned();
        let socket = player.socket(&format!("/api/games/{game}/socket")).await;
        if let Err(error) = late(&base, &player).await {
            eprintln!("a late request broke: {error}");
        }
        drop(socket);
        while !player.post("/api/session", credentials.clone()).await.status.is_success() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

/// A request to begin a game whose body ends when its session has ended.
async fn late(base: &str, player: &Player) -> io::Result<()> {
    let host = base.strip_prefix("http://").unwrap_or(base);
    let body = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" }).to_string();
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncookie: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        player.cookies().unwrap_or_default(),
        body.len()
    );
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(head.as_bytes()).await?;
    // The head is read, and whose session it is known.
    tokio::time::sleep(Duration::from_millis(100)).await;
    player.send(Method::DELETE, "/api/session", None).await;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    if answer.starts_with("HTTP/1.1 2") { Err(io::Error::other("it was done after its session")) } else { Ok(()) }
}
