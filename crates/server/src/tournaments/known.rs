//! What is known of tournaments in memory: when something is due in each, and how those look that are looked at.

use crate::domain::{Held, TournamentId};
use crate::error::ApiResult;
use crate::present;
use crate::store::Store;
use crate::time::now;
use crate::wire;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// What is known of tournaments in memory.
#[derive(Default)]
pub(crate) struct Tournaments {
    known: Mutex<Known>,
    /// Something is due earlier than it was.
    pub(super) woken: Notify,
}

#[derive(Default)]
pub(super) struct Known {
    /// When something is due in each tournament that is not over, in milliseconds since 1970.
    pub(super) due: BTreeMap<TournamentId, i64>,
    /// How often something has changed.
    pub(super) changes: u64,
    /// Those that were looked at since they last changed, and which names held then.
    pub(super) views: HashMap<TournamentId, (u64, Arc<View>)>,
    /// When something last could not be stored, by the time for which servers have run: nobody could move then.
    pub(super) held_up: i64,
}

/// Views that are kept.
const VIEWS: usize = 64;

/// A tournament as it is shown.
pub(crate) struct View {
    pub held: Held,
    /// The same for a viewer who has no part in it.
    pub shown: wire::Tournament,
}

impl Tournaments {
    /// Has a tournament looked at as soon as possible: something in it has changed.
    pub fn touch(&self, id: &TournamentId) {
        self.is_due(id, 0);
        self.woken.notify_one();
    }

    /// A tournament as it stands, which is kept a while for those who ask next.
    pub async fn view(&self, store: &Store, id: &TournamentId) -> ApiResult<Arc<View>> {
        let names = *store.seeks_changed().borrow();
        let before = {
            let known = self.known();
            if let Some((then, view)) = known.views.get(id)
                && *then == names
            {
                return Ok(view.clone());
            }
            known.changes
        };
        let held = store.tournament(id).await?.ok_or_else(TournamentId::unknown)?;
        let view = Arc::new(View { shown: present::tournament(&held, now()), held });
        let mut known = self.known();
        // It may have changed while it was read.
        if known.changes == before {
            if known.views.len() >= VIEWS {
                known.views.clear();
            }
            known.views.insert(id.clone(), (names, view.clone()));
        }
        Ok(view)
    }

    /// Something is due at a time, unless it is earlier.
    pub(super) fn is_due(&self, id: &TournamentId, at: i64) {
        let mut known = self.known();
        let due = known.due.entry(id.clone()).or_insert(at);
        *due = at.min(*due);
        known.changes += 1;
        known.views.remove(id);
    }

    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
