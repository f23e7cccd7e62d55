//! Game rooms: games that somebody looks at or whose clock runs, in memory.

mod actions;
mod broadcast;
mod engine_turn;
mod outbox;
mod room;

pub(crate) use outbox::{Inbox, Outbox, WeakOutbox, outbox};
pub(crate) use room::{Room, Wish, written};

use crate::app::App;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::store::Write;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, RwLock};

type Cell = Arc<OnceCell<Arc<Room>>>;

/// The rooms in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<String, Cell>>,
    /// Held for reading while a room is opened.
    opening: RwLock<()>,
}

impl Rooms {
    /// The room of a game; it is opened if it is not open yet.
    pub async fn room(&self, app: &App, id: &str) -> ApiResult<Arc<Room>> {
        let _opening = self.opening.read().await;
        let cell = self.rooms().entry(id.to_owned()).or_default().clone();
        // Whoever comes meanwhile waits for the same room.
        let room = cell.get_or_try_init(|| Room::load(app, id)).await.cloned();
        if room.is_err() {
            let mut rooms = self.rooms();
            if rooms.get(id).is_some_and(|cell| !cell.initialized()) {
                rooms.remove(id);
            }
        }
        room
    }

    /// Closes the rooms that nobody needs, or one of them.
    pub fn sweep(&self, metrics: &Metrics) {
        let mut rooms = self.rooms();
        // Nobody can get hold of a room while the map is locked; who has one already is counted.
        rooms.retain(|_, cell| {
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(|room| Arc::strong_count(room) > 1 || !room.is_idle())
        });
        metrics.rooms.set(rooms.len() as i64);
    }

    /// Forgets a game that was removed.
    pub fn forget(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// Gives one player's games to another, in the database and in the rooms.
    pub async fn hand_over(app: &App, from: PlayerId, to: PlayerId) -> ApiResult<()> {
        let app = app.clone();
        // It goes on even if nobody waits for the answer: the rooms must not differ from the database.
        let handing_over = async move {
            // A room opened meanwhile could be of a game as it was before.
            let _none_opened = app.rooms.opening.write().await;
            let rooms: Vec<Arc<Room>> = app.rooms.rooms().values().filter_map(|cell| cell.get().cloned()).collect();
            // Nothing happens in these rooms until all is done. Nobody else waits for a second room.
            let mut theirs = Vec::new();
            for room in &rooms {
                let state = room.state.lock().await;
                if state.record.people().any(|id| id == from) {
                    theirs.push(state);
                }
            }
            app.store.writer().write(vec![Write::HandOver { from: from.clone(), to: to.clone() }]).await?;
            for state in &mut theirs {
                state.handed_over(&app, &from, &to).await;
            }
            Ok(())
        };
        tokio::spawn(handing_over).await.map_err(ApiError::internal)?
    }

    /// Ends the visits of a player everywhere: the sessions that they began with are over. Who has another one comes
    /// again.
    pub async fn send_away(&self, player: &str) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().filter_map(|cell| cell.get().cloned()).collect();
        for room in rooms {
            room.state.lock().await.visitors.retain(|visitor| visitor.player.as_deref() != Some(player));
        }
    }

    /// Opens the rooms of all games whose clocks run.
    pub async fn wake(&self, app: &App) -> ApiResult<usize> {
        let running = app.store.running().await?;
        for id in &running {
            if let Err(error) = self.room(app, id).await {
                tracing::error!(game = id, error.message, "a game with running clocks can't go on");
            }
        }
        Ok(running.len())
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
