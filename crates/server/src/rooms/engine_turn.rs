//! The engine's turn.

use super::room::{Room, State};
use crate::app::App;
use crate::engine_pool::{Search, Task};
use crate::error::ApiResult;
use crate::resources::Payer;
use crate::time::point;
use crate::variants::Variant;
use crate::wire::answer::game::limits;
use spielraum_engine::Limits;
use spielraum_rules::Position;
use std::sync::Arc;

/// What the engine thinks about.
pub(super) struct Turn {
    pub game: String,
    pub ply: u32,
    pub payer: Payer,
    pub variant: Arc<Variant>,
    pub position: Position,
    pub limits: Limits,
}

impl Turn {
    /// The engine's turn in a game, if it is.
    pub fn of(state: &State, now: i64) -> Option<Self> {
        let record = &state.record;
        let level = record.engine_to_move(state.game.side_to_move())?;
        Some(Self {
            game: record.id.clone(),
            ply: record.plies,
            payer: Payer::current().with_player(&record.creator),
            variant: state.variant.clone(),
            position: state.game.position().clone(),
            limits: limits(&record.id, level, record.progress.clocks.as_ref(), point(now)),
        })
    }

    fn hand_in(&self, app: &App) -> ApiResult<Search> {
        app.engines.search(Task {
            payer: self.payer.clone(),
            analysis: false,
            variant: self.variant.clone(),
            position: self.position.clone(),
            limits: self.limits.clone(),
            observer: Box::new(|_| {
                #[cfg(test)]
                tests::panic_in(tests::SEARCH);
            }),
        })
    }

    /// Thinks, and makes the move in the room, which calls this search by a number. A search or a move that panics ends the
    /// game: nobody waits for an engine that does not answer.
    pub fn begin(self, app: &App, room: &Arc<Room>, number: u64) -> ApiResult<spielraum_engine::Stop> {
        let mut search = self.hand_in(app)?;
        let stop = search.stop();
        let (payer, asked) = (self.payer.clone(), stop.clone());
        let (mover, watcher) = ((app.clone(), room.clone()), (app.clone(), room.clone()));
        let thinking = async move {
            let (app, room) = mover;
            match search.answer().await {
                Some(best) => {
                    #[cfg(test)]
                    tests::panic_in(tests::MOVE);
                    room.engine_moved(&app, number, best.best, search.action()).await;
                }
                None if asked.is_stopped() => room.search_dropped(&app, number).await,
                None => return false,
            }
            true
        };
        let watching = async move {
            let (app, room) = watcher;
            let failed = match tokio::spawn(Payer::current().pay(thinking)).await {
                Ok(answered) => !answered,
                Err(error) => error.is_panic(),
            };
            if failed {
                tracing::error!(game = self.game, ply = self.ply, "the engine failed");
                room.engine_failed(&app, number).await;
            }
        };
        tokio::spawn(payer.pay(watching));
        Ok(stop)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Server};
    use serde_json::{Value, json};
    use spielraum_loadtest::Player;
    use std::sync::atomic::{AtomicU8, Ordering};
    use tokio::sync::oneshot;

    /// Where the next turn of the engine panics.
    static FAULT: AtomicU8 = AtomicU8::new(NOWHERE);

    const NOWHERE: u8 = 0;
    pub(super) const SEARCH: u8 = 1;
    pub(super) const MOVE: u8 = 2;

    /// Panics where the test wants it, once.
    pub(super) fn panic_in(place: u8) {
        let wanted = FAULT.compare_exchange(place, NOWHERE, Ordering::SeqCst, Ordering::SeqCst);
        assert!(wanted.is_err(), "a fault that a test wants");
    }

    /// Waits until a client is told how the game has ended.
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
        for place in [SEARCH, MOVE] {
            let (player, watcher) = (Player::new(&base), Player::new(&base));
            let request = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "white",
                "clock": { "initial": 300, "increment": 0 } });
            let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
            let (mut at_player, mut at_watcher) = (player.sit_down(&game).await, watcher.sit_down(&game).await);
            FAULT.store(place, Ordering::SeqCst);
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
}
