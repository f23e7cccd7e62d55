//! Who is logged in where.

use super::attended::Attendance;
use super::write::{NOTED, expired};
use super::{Store, StoreError};
use crate::domain::{PlayerId, SessionId};
use rusqlite::OptionalExtension;

/// A session that lives.
pub(crate) struct Session {
    pub player: PlayerId,
    /// Whether it is long enough ago that its use was noted.
    pub stale: bool,
}

impl Store {
    /// Notes that a player opens a socket in a session, or that somebody does who is no player.
    pub fn attend(&self, session: Option<(&SessionId, &PlayerId)>) -> Attendance {
        self.attended.attend(session)
    }

    /// Ends the sockets of sessions that have expired.
    pub async fn end_expired(&self) -> Result<(), StoreError> {
        for token in self.attended.sessions() {
            if self.session(&token).await?.is_none() {
                self.attended.end(&token);
            }
        }
        Ok(())
    }

    /// The session with the hash of a token, unless it has expired.
    pub async fn session(&self, token: &SessionId) -> Result<Option<Session>, StoreError> {
        let (token, lived) = (token.clone(), self.lived.now());
        self.readers
            .read(move |connection| {
                let [guests, idle, oldest] = expired(lived);
                connection
                    .prepare_cached(
                        "SELECT player, seen FROM sessions WHERE token = ?1
                            AND iif(EXISTS (SELECT 1 FROM accounts WHERE accounts.player = sessions.player),
                                seen >= ?3 AND begun >= ?4, seen >= ?2)",
                    )?
                    .query_row((token, guests, idle, oldest), |row| {
                        Ok(Session { player: row.get(0)?, stale: row.get::<_, i64>(1)? < lived - NOTED })
                    })
                    .optional()
            })
            .await
    }
}
