//! A server for a test.

use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use spielraum_server::{Config, Ended, Server};
use std::path::Path;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs in the test's own process.
pub struct Running {
    pub base: String,
    /// Where it serves metrics; `None` if it does not.
    pub metrics: String,
    end: Option<oneshot::Sender<()>>,
    ended: JoinHandle<Ended>,
    _folder: Option<TempDir>,
}

impl Running {
    /// A server with usual limits, except that all clients come from one address.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// A server with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = TempDir::new().unwrap();
        let mut server = Self::start_in(folder.path(), change).await;
        server._folder = Some(folder);
        server
    }

    /// A server with its data in a folder that stays.
    pub async fn start_in(folder: &Path, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(folder.to_path_buf());
        config.hash_mb = 1;
        config.limits.requests = 100_000;
        config.limits.newcomers = 100_000;
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let base = format!("http://{}", server.address());
        let metrics = server.metrics_address().map_or(String::new(), |address| format!("http://{address}"));
        let (end, ending) = oneshot::channel();
        let ended = tokio::spawn(server.run(async move { _ = ending.await }));
        Self { base, metrics, end: Some(end), ended, _folder: None }
    }

    /// A new player.
    pub fn player(&self) -> Player {
        Player::new(&self.base)
    }

    /// Ends the server in order.
    pub async fn end(mut self) {
        drop(self.end.take());
        self.ended.await.unwrap();
    }
}

/// What a game between two people begins with.
pub fn with_friend(variant: &str, clock: Value) -> Value {
    json!({ "variant": variant, "opponent": { "kind": "friend" }, "side": "white", "clock": clock })
}

/// Two players at their sockets, the first messages heard: White, Black, and the game's id.
pub struct Pair {
    pub white: Player,
    pub black: Player,
    pub at_white: Socket,
    pub at_black: Socket,
    pub game: String,
}

impl Pair {
    pub async fn sit_down(server: &Running, request: Value) -> Self {
        let (white, black) = (server.player(), server.player());
        let game = white.begin(request).await["id"].as_str().unwrap().to_owned();
        let joined = black.post(&format!("/api/games/{game}/join"), json!({})).await.good();
        assert_eq!((&joined["you"], &joined["status"]), (&json!("black"), &json!("playing")));
        let (mut at_white, mut at_black) = (white.sit_down(&game).await, black.sit_down(&game).await);
        at_white.next_of("game").await;
        at_black.next_of("game").await;
        Self { white, black, at_white, at_black, game }
    }

    /// Makes moves in turn; both sides hear of each.
    pub async fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let made =
                self.white.get(&format!("/api/games/{}", self.game)).await.good()["moves"].as_array().unwrap().len();
            let mover = if made.is_multiple_of(2) { &mut self.at_white } else { &mut self.at_black };
            mover.make(made as u64, text).await;
            for socket in [&mut self.at_white, &mut self.at_black] {
                let heard = socket.next_of("move").await;
                assert_eq!((&heard["move"]["text"], &heard["ply"]), (&json!(text), &json!(made + 1)));
            }
        }
    }

    /// The game as an outsider sees it.
    pub async fn seen(&self) -> Value {
        Player::new(self.white.url("/").as_str()).get(&format!("/api/games/{}", self.game)).await.good()
    }
}
