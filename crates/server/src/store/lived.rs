//! How long servers have run on a database. A machine's clock may be wrong by years, and the age of what is removed for
//! it must not depend on it: only time that a server has itself seen pass counts.

use super::sql::{self, Connection};
use crate::time::{Moment, milliseconds, now};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

/// For how long servers have run on the database, as it was noted with the transaction that there is.
pub(super) const LIVED: &str = "(SELECT lived FROM server_state)";

/// The time for which servers have run on a database, all their runs together. The time between two runs is no part of
/// it, nor what a run saw in its last minutes if it was killed.
#[derive(Clone, Debug)]
pub(crate) struct Lived {
    /// What others have noted may become known later.
    before: Arc<AtomicI64>,
    begun: Instant,
}

impl Lived {
    /// Goes on where the run before has ended.
    pub(super) fn go_on(connection: &Connection) -> sql::Result<Self> {
        let before: i64 = connection.query_row("SELECT lived FROM server_state", [], |row| row.get(0))?;
        Ok(Self { before: Arc::new(before.into()), begun: Instant::now() })
    }

    /// That of a node before it has seen the database.
    pub(super) fn unknown() -> Self {
        Self { before: Arc::default(), begun: Instant::now() }
    }

    /// Takes up that servers have run for so long until now.
    pub(super) fn catch_up(&self, lived: i64) {
        self.before.fetch_max(lived.saturating_sub(milliseconds(self.begun.elapsed())), Ordering::Relaxed);
    }

    /// Milliseconds until now.
    pub fn now(&self) -> i64 {
        self.before.load(Ordering::Relaxed).saturating_add(milliseconds(self.begun.elapsed()))
    }

    /// This point in time by both clocks.
    pub fn moment(&self) -> Moment {
        Moment { time: now(), lived: self.now() }
    }
}

/// Running clocks go on from when a server last was known to run.
pub(super) fn clocks_go_on(connection: &Connection) -> sql::Result<()> {
    let now = now();
    // What the clock of the side to move shows is what it showed at the last heartbeat.
    let heartbeat: Option<i64> = connection.query_row("SELECT max(at) FROM heartbeat", [], |row| row.get(0))?;
    connection.execute(
        "UPDATE games SET running_since = CASE WHEN running_since + ?2 < ?1 THEN running_since + ?2 ELSE ?1 END
         WHERE running_since IS NOT NULL AND NOT (running_since > ?1 AND move_ms IS NOT NULL
            AND EXISTS (SELECT 1 FROM vacations WHERE player IN (white, black) AND until >= running_since))",
        [now, (now - heartbeat.unwrap_or(now)).max(0)],
    )?;
    // Should the wall clock have jumped, the next start reckons from here.
    connection.execute("UPDATE heartbeat SET at = ?", [now])?;
    Ok(())
}
