//! How long servers have run on a database. A machine's clock may be wrong by years, and the age of what is removed for
//! it must not depend on it: only time that a server has itself seen pass counts.

use super::sql::{self, Connection};
use crate::time::{Moment, milliseconds, now};
use std::time::Instant;

/// For how long servers have run on the database, as it was noted with the transaction that there is.
pub(super) const LIVED: &str = "(SELECT lived FROM server_state)";

/// The time for which servers have run on a database, all their runs together. The time between two runs is no part of
/// it, nor what a run saw in its last minutes if it was killed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lived {
    before: i64,
    begun: Instant,
}

impl Lived {
    /// Goes on where the run before has ended.
    pub(super) fn go_on(connection: &Connection) -> sql::Result<Self> {
        let before = connection.query_row("SELECT lived FROM server_state", [], |row| row.get(0))?;
        Ok(Self { before, begun: Instant::now() })
    }

    /// Milliseconds until now.
    pub fn now(&self) -> i64 {
        self.before.saturating_add(milliseconds(self.begun.elapsed()))
    }

    /// This point in time by both clocks.
    pub fn moment(&self) -> Moment {
        Moment { time: now(), lived: self.now() }
    }
}
