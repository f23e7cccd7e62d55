//! Tests of what becomes of a game in which the engine panics.

use crate::rooms::faults;
use crate::{Config, Server};
use serde_json::{Value, json};
use spielraum_loadtest::Player;
use tokio::sync::oneshot;

/// Waits until a client knows how the game has ended.
async fn result(socket: &mut spielraum_loadtest::Socket) -> Value {
    loop {
        let game = socket.next_of("game").await["game"].take();
        if game["status"] == "finished" {
            return game["result"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_panics_ends_its_game_for_all_to_see() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut config = Config::new(folder.path().to_path_buf());
    config.hash_mb = 1;
    let server = Server::start(config).await.unwrap();
    let base = format!("http://{}", server.address());
    let (end, ending) = oneshot::channel::<()>();
    let ended = tokio::spawn(server.run(async move { _ = ending.await }));
    let told = json!({ "winner": "white", "reason": "failure", "text": "White wins: the engine failed" });
    for place in [faults::SEARCH, faults::MOVE] {
        let (player, watcher) = (Player::new(&base), Player::new(&base));
        let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "white",
            "clock": { "initial": 300, "increment": 0 } });
        let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
        let (mut at_player, mut at_watcher) = (player.sit_down(&game).await, watcher.sit_down(&game).await);
        faults::want(place);
        at_player.make(0, "e2e4").await;
        assert_eq!((result(&mut at_player).await, result(&mut at_watcher).await), (told.clone(), told.clone()));
        let stored = watcher.get(&format!("/api/games/{game}")).await.good();
        assert_eq!((&stored["result"], &stored["clock"]["running"]), (&told, &Value::Null));
    }
    // The engines go on.
    let player = Player::new(&base);
    let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "black" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    assert_eq!(player.sit_down(&game).await.next_of("move").await["ply"], 1);
    drop(end);
    ended.await.unwrap();
}
