//! What players have to do with each other besides games, and how they leave.

use super::sql::{self, OptionalExtension, params};
use super::{Store, StoreError};
use crate::domain::ids::DELETED;
use crate::domain::{GameId, PlayerId};

/// Guests that are forgotten at once.
const GUESTS: usize = 50;

/// A player whom another has blocked.
pub(crate) struct Block {
    pub id: String,
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
}

impl Store {
    /// Whether either of two players wants to play with the other no more.
    pub async fn blocked(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError> {
        let pair = [one.clone(), other.clone()];
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(
                        "SELECT EXISTS (SELECT 1 FROM blocks
                            WHERE (player = ?1 AND blocked = ?2) OR (player = ?2 AND blocked = ?1))",
                    )?
                    .query_row(pair, |row| row.get(0))
            })
            .await
    }

    /// The players whom a player blocks, the latest first.
    pub async fn blocks(&self, player: &PlayerId) -> Result<Vec<Block>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT blocks.id, name, blocks.created, EXISTS (SELECT 1 FROM accounts WHERE player = blocked)
                     FROM blocks JOIN players ON players.id = blocked WHERE player = ? ORDER BY blocks.created DESC",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let name = crate::domain::names::shown(row.get(1)?, row.get(3)?);
                    Ok(Block { id: row.get(0)?, name, created: row.get(2)? })
                };
                query.query_map([player], read)?.collect()
            })
            .await
    }

    /// When somebody was last here, by the clock of [`Moment::lived`](crate::time::Moment::lived), which is noted within
    /// [`NOTED`](super::NOTED).
    pub async fn last_seen(&self, player: &PlayerId) -> Result<Option<i64>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT seen FROM players WHERE id = ?")?
                    .query_row([player], |row| row.get(0))
                    .optional()
            })
            .await
    }

    /// The games of a player against others that go on.
    pub async fn playing(&self, player: &PlayerId) -> Result<Vec<GameId>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id FROM games WHERE (white = ?1 OR black = ?1) AND opponent = 'friend' AND status = 'playing'",
                )?;
                query.query_map([player], |row| row.get(0))?.collect()
            })
            .await
    }

    /// Those with days for each move in which it is the player's turn.
    pub async fn playing_by_days(&self, player: &PlayerId) -> Result<Vec<GameId>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id FROM games WHERE (white = ?1 OR black = ?1) AND opponent = 'friend' AND status = 'playing'
                        AND move_ms IS NOT NULL AND ?1 = CASE to_move WHEN 'white' THEN white ELSE black END",
                )?;
                query.query_map([player], |row| row.get(0))?.collect()
            })
            .await
    }

    /// Guests who can't come back: all their sessions have expired, and they were not here for as long.
    pub async fn lost_guests(&self) -> Result<Vec<PlayerId>, StoreError> {
        let [since, ..] = super::write::expired(self.lived.now());
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id FROM players WHERE seen < ?1 AND id <> ?2
                        AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = players.id)
                        AND NOT EXISTS (SELECT 1 FROM accounts WHERE player = players.id) LIMIT ?3",
                )?;
                query.query_map(params![since, DELETED, GUESTS as i64], |row| row.get(0))?.collect()
            })
            .await
    }
}
