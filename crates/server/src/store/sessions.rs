//! Who is logged in where.

use super::write::{DAY, expired};
use super::{Store, StoreError};
use rusqlite::OptionalExtension;

/// A session that lives.
pub(crate) struct Session {
    pub player: String,
    /// Whether it is long enough ago that its use was noted.
    pub stale: bool,
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
