//! Attacks that come from many networks at once, each of which asks for little.

use serde_json::json;
use spielraum_loadtest::Player;
use std::net::IpAddr;
use std::time::Duration;
use tokio::task::JoinHandle;

/// A definition that takes long to refuse.
pub const MANY: &str = include_str!("../../../../server/tests/hostile/many-moves.kdl");

/// How many networks there are.
const NETWORKS: u16 = 200;

/// Begins an attack from each of this many networks.
fn each<F: Future<Output = ()> + Send + 'static>(
    networks: u16,
    base: &str,
    attack: fn(Player, u16) -> F,
) -> Vec<JoinHandle<()>> {
    let player = |network: u16| {
        let [high, low] = network.to_be_bytes();
        Player::from_address(base, Some(IpAddr::from([127, 70 + high, low, 1])))
    };
    (0..networks).map(|network| tokio::spawn(attack(player(network), network))).collect()
}

/// Games with the engine at its highest level.
pub fn engines(base: String) -> Vec<JoinHandle<()>> {
    each(NETWORKS, &base, engine_game)
}

/// Log-ins with wrong passwords.
pub fn logins(base: String) -> Vec<JoinHandle<()>> {
    each(230, &base, log_in)
}

/// Definitions that take long, each a new one.
pub fn definitions(base: String) -> Vec<JoinHandle<()>> {
    each(NETWORKS, &base, definition)
}

/// Problems that take as long as there is.
pub fn problems(base: String) -> Vec<JoinHandle<()>> {
    each(20, &base, problem)
}

/// Cards of long games, each another one.
pub fn cards(base: String) -> Vec<JoinHandle<()>> {
    each(20, &base, card)
}

/// Looks at games by a definition with as many moves in a position as there may be.
pub fn looks(base: String) -> Vec<JoinHandle<()>> {
    each(40, &base, look)
}

/// Analyses, each begun anew as soon as it has said something.
pub fn analyses(base: String) -> Vec<JoinHandle<()>> {
    each(NETWORKS, &base, analysis)
}

async fn look(player: Player, network: u16) {
    let text = large(network);
    loop {
        let kept = player.post("/api/workshop", json!({ "text": text })).await;
        let Some(id) = kept.body["id"].as_str() else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
        let game = player.post("/api/games", request).await;
        for _ in 0..20 {
            if let Some(game) = game.body["id"].as_str() {
                player.get(&format!("/api/games/{game}")).await;
            }
            player.post("/api/positions", json!({ "variant": id })).await;
            player.post("/api/threats", json!({ "variant": id })).await;
        }
    }
}

/// A sound definition on 500 cells, of which nearly all moves are legal.
pub fn large(number: u16) -> String {
    let levels = MANY.replace("Nasty", &format!("Large {number}")).replace("a b c d e f g h i j", "a b c d e");
    let kept = levels.lines().filter(|line| !line.starts_with("start") && !line.starts_with("promotion"));
    let empty = "|10/10/10/10/10/10/10/10/10/10".repeat(4);
    let kept: String = kept.map(|line| format!("{line}\n")).collect();
    format!(
        "{kept}promotion \"A\" into=\"B\" touches=\"anywhere\" required=\"never\"\n\
         start \"aaaaaaaaaa/10/10/10/10/10/10/10/10/AAAAAAAAAA{empty}\"\n"
    )
}

async fn analysis(player: Player, _: u16) {
    let wish = json!({ "type": "start", "id": 1, "variant": "chess", "moves": [], "multipv": 3 });
    loop {
        let Ok(mut socket) = player.socket("/api/analysis").await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        socket.send(&wish).await;
        while socket.next().await.is_some() {
            tokio::time::sleep(Duration::from_millis(100)).await;
            socket.send(&wish).await;
        }
    }
}

async fn engine_game(player: Player, _: u16) {
    let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 20 }, "side": "black" });
    loop {
        let answer = player.post("/api/games", request.clone()).await;
        let Some(id) = answer.body["id"].as_str() else {
            tokio::time::sleep(Duration::from_secs(1)).await;
            continue;
        };
        let Ok(mut socket) = player.socket(&format!("/api/games/{id}/socket")).await else { continue };
        while socket.next().await.is_some_and(|message| message["type"] != "move") {}
        socket.ask(json!({ "type": "resign" })).await;
    }
}

async fn log_in(player: Player, network: u16) {
    for attempt in 0_u32.. {
        let body = json!({ "name": format!("nobody {network} {attempt}"), "password": "a wrong password" });
        let status = player.post("/api/session", body).await.status.as_u16();
        if status == 429 {
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    }
}

async fn definition(player: Player, network: u16) {
    for time in 0_u64.. {
        let text = MANY.replace("Nasty", &format!("Nasty {network} {time}"));
        player.post("/api/workshop/check", json!({ "text": text })).await;
    }
}

async fn problem(player: Player, _: u16) {
    let body = json!({ "variant": "chess", "stipulation": "#9", "seconds": 20 });
    loop {
        if !player.post("/api/solve", body.clone()).await.status.is_success() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

async fn card(player: Player, network: u16) {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for time in 0_usize.. {
        let moves: Vec<&str> = knights.into_iter().cycle().take(400 + time % 400).collect();
        let path = format!("/api/variants/chess/picture.png?moves={}", moves.join("%20"));
        if !player.get(&path).await.status.is_success() {
            tokio::time::sleep(Duration::from_millis(100 + u64::from(network))).await;
        }
    }
}
