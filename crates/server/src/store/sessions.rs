//! Who is logged in where.

use super::attended::Attendance;
use super::sql::{self, OptionalExtension, params};
use super::write::{NOTED, expired};
use super::{Store, StoreError};
use crate::domain::{PlayerId, Scope, SessionId};

/// A session that lives.
pub(crate) struct Session {
    pub player: PlayerId,
    /// If it is a token for programs: what they may do.
    pub scopes: Option<Vec<Scope>>,
    /// Whether it is long enough ago that its use was noted.
    pub stale: bool,
}

/// A token for programs, without its secret.
pub(crate) struct Token {
    pub session: SessionId,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Milliseconds since 1970.
    pub created: i64,
    pub used: i64,
}

/// A browser in which a player is known.
pub(crate) struct Login {
    pub session: SessionId,
    /// Which browser, as far as it is known.
    pub device: Option<String>,
    /// Milliseconds since 1970.
    pub created: i64,
    pub used: i64,
}

impl Store {
    /// Where the owner of an account is logged in, the browser first that was used last.
    pub async fn logins(&self, player: &PlayerId) -> Result<Vec<Login>, StoreError> {
        let (player, lived) = (player.clone(), self.lived.now());
        self.readers
            .read(move |connection| {
                let [_, idle, oldest] = expired(lived);
                let mut query = connection.prepare_cached(
                    "SELECT token, name, created, used FROM sessions
                     WHERE player = ? AND scopes IS NULL AND seen >= ? AND begun >= ? ORDER BY used DESC, token",
                )?;
                let read = |row: &sql::Row<'_>| {
                    Ok(Login { session: row.get(0)?, device: row.get(1)?, created: row.get(2)?, used: row.get(3)? })
                };
                query.query_map(params![player, idle, oldest], read)?.collect()
            })
            .await
    }

    /// The tokens of a player, the latest first.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT token, coalesce(name, ''), scopes, created, used FROM sessions
                     WHERE player = ? AND scopes IS NOT NULL ORDER BY created DESC, token",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let scopes = Scope::read(&row.get::<String>(2)?);
                    Ok(Token {
                        session: row.get(0)?,
                        name: row.get(1)?,
                        scopes,
                        created: row.get(3)?,
                        used: row.get(4)?,
                    })
                };
                query.query_map([player], read)?.collect()
            })
            .await
    }

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
                        "SELECT player, seen, scopes FROM sessions WHERE token = ?1
                            AND CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE accounts.player = sessions.player)
                                THEN seen >= ?3 AND begun >= ?4 ELSE seen >= ?2 END",
                    )?
                    .query_row(params![token, guests, idle, oldest], |row| {
                        let scopes: Option<String> = row.get(2)?;
                        let (player, stale) = (row.get(0)?, row.get::<i64>(1)? < lived - NOTED);
                        Ok(Session { player, scopes: scopes.map(|words| Scope::read(&words)), stale })
                    })
                    .optional()
            })
            .await
    }
}
