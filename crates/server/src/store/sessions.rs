//! Who is logged in where.

use super::{Store, StoreError};
use rusqlite::OptionalExtension;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// How long a session of somebody without an account lives without being used. It has no other end: with it all of
/// the guest's games would be lost.
const GUEST: i64 = 180 * DAY;

/// How long a session of an account lives without being used, and in all.
const IDLE: i64 = 60 * DAY;
const WHOLE: i64 = 365 * DAY;

/// A session that lives.
pub(crate) struct Session {
    pub player: String,
    /// Whether it is long enough ago that its use was noted.
    pub stale: bool,
}

/// The times since which a guest's session must have been used, one of an account used, and begun.
pub(super) fn expired(now: i64) -> [i64; 3] {
    [now - GUEST, now - IDLE, now - WHOLE]
}

impl Store {
    /// The session with the hash of a token, unless it has expired.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let (token, now) = (token.to_owned(), crate::time::now());
        self.readers
            .read(move |connection| {
                let [guests, idle, oldest] = expired(now);
                connection
                    .prepare_cached(
                        "SELECT player, used FROM sessions WHERE token = ?1
                            AND iif(EXISTS (SELECT 1 FROM accounts WHERE accounts.player = sessions.player),
                                used >= ?3 AND created >= ?4, used >= ?2)",
                    )?
                    .query_row((token, guests, idle, oldest), |row| {
                        Ok(Session { player: row.get(0)?, stale: row.get::<_, i64>(1)? < now - DAY })
                    })
                    .optional()
            })
            .await
    }
}
