//! The rooms in memory.

use super::room::Room;
use crate::metrics::Metrics;
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, RwLock};

type Cell = Arc<OnceCell<Arc<Room>>>;

/// The rooms in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<String, Cell>>,
    /// Held for reading while a room that was loaded takes its place, for writing by what concerns several games.
    pub(super) opening: RwLock<()>,
    /// How often something concerned several games.
    pub(super) changes: AtomicU64,
}

impl Rooms {
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

    /// How many games are in memory.
    #[cfg(unix)]
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// Ends the visits of a player everywhere: the sessions that they began with are over. Who has another one comes
    /// again.
    pub async fn send_away(&self, player: &str) {
        for room in self.open() {
            room.state.lock().await.visitors.retain(|visitor| visitor.player.as_deref() != Some(player));
        }
    }

    /// The rooms that are open.
    pub(super) fn open(&self) -> Vec<Arc<Room>> {
        self.rooms().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
