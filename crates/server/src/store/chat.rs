//! What was said beside games, in the database.

use super::sql::{OptionalExtension, Row, params};
use super::{Store, StoreError};
use crate::domain::chat::{Channel, Message};
use crate::domain::{GameId, PlayerId, names};

/// Messages of a channel that are read at once.
const LAST: u32 = 200;

impl Store {
    /// The latest messages in a channel of a game, in order, each with the name of its author; those of banned players are hidden.
    pub async fn chat(&self, game: &GameId, channel: Channel) -> Result<Vec<(Message, String)>, StoreError> {
        let game = game.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT number, player, text, at, name,
                        EXISTS (SELECT 1 FROM accounts WHERE accounts.player = chat.player)
                     FROM chat JOIN players ON players.id = chat.player
                     WHERE game = ? AND channel = ? AND barred IS NULL ORDER BY number DESC LIMIT ?",
                )?;
                let read = |row: &Row<'_>| {
                    let message = Message {
                        channel,
                        number: row.get(0)?,
                        player: row.get(1)?,
                        text: row.get(2)?,
                        at: row.get(3)?,
                    };
                    Ok((message, names::shown(row.get(4)?, row.get(5)?)))
                };
                let mut said =
                    query.query_map(params![game, channel.word(), LAST], read)?.collect::<Result<Vec<_>, _>>()?;
                said.reverse();
                Ok(said)
            })
            .await
    }

    /// Who has written a message, and what.
    pub async fn message(
        &self,
        game: &GameId,
        channel: Channel,
        number: u32,
    ) -> Result<Option<(PlayerId, String)>, StoreError> {
        let game = game.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT player, text FROM chat WHERE game = ? AND channel = ? AND number = ?")?
                    .query_row(params![game, channel.word(), number], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .await
    }

    /// The number of the last message in a channel of a game, or 0.
    pub async fn last_said(&self, game: &GameId, channel: Channel) -> Result<u32, StoreError> {
        let game = game.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT coalesce(max(number), 0) FROM chat WHERE game = ? AND channel = ?")?
                    .query_row(params![game, channel.word()], |row| row.get(0))
            })
            .await
    }
}
