//! What a player keeps of a game alone: conditional moves and a note.

use super::sql::{self, Connection, OptionalExtension, params};
use super::{Store, StoreError};
use crate::domain::{GameId, PlayerId};
use spielraum_play::Plan;
use std::collections::HashMap;

impl Store {
    /// The conditional moves of a game's players.
    pub async fn plans(&self, game: &GameId) -> Result<HashMap<PlayerId, Plan>, StoreError> {
        let game = game.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached("SELECT player, lines FROM plans WHERE game = ?")?;
                let rows = query.query_map([game], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
                let rows = rows.collect::<Result<Vec<_>, _>>()?.into_iter();
                // What can't be read is nothing that this program has written; `fsck` reports it.
                Ok(rows.filter_map(|(player, lines)| Some((player, read(&lines)?))).collect())
            })
            .await
    }

    /// The games in which a conditional move is to be made: a server has ended between two moves.
    pub async fn due(&self) -> Result<Vec<GameId>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(
                    "SELECT games.id FROM plans JOIN games ON games.id = plans.game
                     WHERE status = 'playing' AND plans.player = CASE to_move WHEN 'white' THEN white ELSE black END",
                )?;
                query.query_map([], |row| row.get(0))?.collect()
            })
            .await
    }

    /// What a player has noted on a game.
    pub async fn note(&self, game: &GameId, player: &PlayerId) -> Result<Option<String>, StoreError> {
        let (game, player) = (game.clone(), player.clone());
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT text FROM notes WHERE game = ? AND player = ?")?
                    .query_row(params![game, player], |row| row.get(0))
                    .optional()
            })
            .await
    }
}

fn read(lines: &str) -> Option<Plan> {
    Plan::stored(serde_json::from_str(lines).ok()?)
}

/// The games with conditional moves that can't be read.
pub(super) fn unreadable(connection: &Connection) -> sql::Result<Vec<String>> {
    let mut query = connection.prepare_cached("SELECT game, lines FROM plans ORDER BY game, player")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?.into_iter();
    Ok(rows.filter(|(_, lines)| read(lines).is_none()).map(|(game, _)| game).collect())
}
