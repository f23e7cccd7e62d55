//! The rooms in memory.

use super::room::Room;
use crate::domain::GameId;
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, RwLock};
use tokio::task::AbortHandle;

type Cell = Arc<OnceCell<Arc<Room>>>;

/// The rooms in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<GameId, Cell>>,
    alarms: Mutex<HashMap<GameId, AbortHandle>>,
    /// Held for reading while a room that was loaded takes its place, for writing by what concerns several games.
    pub(super) opening: RwLock<()>,
    /// How often something concerned several games.
    pub(super) changes: AtomicU64,
}

impl Rooms {
    /// Ends the visits in games by the largest variants, until those use this many bytes less. The visitors come again. Where a
    /// clock runs the engine moves at once by what it has found, since nothing else would make it go on.
    pub fn send_away_from_the_largest(&self, bytes: usize) {
        let mut strange = Vec::new();
        for room in self.open() {
            // One in which something goes on is not idle for long.
            let Ok(variant) = room.state.try_lock().map(|state| state.variant.clone()) else { continue };
            if !variant.is_usual() {
                strange.push((variant.memory(), variant.key.clone(), room));
            }
        }
        strange.sort_unstable_by(|(a, key_a, _), (b, key_b, _)| b.cmp(a).then_with(|| key_a.cmp(key_b)));
        let (mut freed, mut last) = (0, String::new());
        for (memory, key, room) in strange {
            if key != last {
                if freed >= bytes {
                    return;
                }
                freed += memory;
                last = key;
            }
            let Ok(mut state) = room.state.try_lock() else { continue };
            state.send_away(|_| true);
            match &state.thinking {
                Some(thinking) if state.flag.is_some() => thinking.stop.stop(),
                _ => state.thinking = None,
            }
        }
    }

    /// The waits for clocks to fall in games that are not in memory.
    pub(super) fn alarms(&self) -> MutexGuard<'_, HashMap<GameId, AbortHandle>> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a game that was removed.
    pub fn forget(&self, id: &GameId) {
        self.rooms().remove(id);
        self.ring_no_more(id);
    }

    /// Ends the wait for the clock of a game that is in memory, or was removed.
    pub(super) fn ring_no_more(&self, id: &GameId) {
        if let Some(alarm) = self.alarms().remove(id) {
            alarm.abort();
        }
    }

    /// How many games are in memory.
    #[cfg(unix)]
    pub fn count(&self) -> usize {
        self.rooms().len()
    }

    /// The rooms that are open.
    pub(super) fn open(&self) -> Vec<Arc<Room>> {
        self.rooms().values().filter_map(|cell| cell.get().cloned()).collect()
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Cell>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
