//! Devices that show notices, and what waits to be sent to them.

use super::sql::{self, OptionalExtension, params};
use super::{Store, StoreError, Write};
use crate::domain::{Device, Language, PlayerId};
use crate::error::ApiResult;

/// How many players are looked up at once.
const AT_ONCE: i64 = 100;

impl Store {
    /// Those for whose devices there are notices from before a time.
    pub async fn push_readers(&self, before: i64) -> Result<Vec<PlayerId>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT DISTINCT player FROM notices JOIN players ON id = player
                     WHERE way = 'push' AND due <= ? AND barred IS NULL LIMIT ?",
                )?;
                query.query_map(params![before, AT_ONCE], |row| row.get(0))?.collect()
            })
            .await
    }

    /// The devices of a player.
    pub async fn devices(&self, player: &PlayerId) -> Result<Vec<Device>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id, endpoint, public, auth, language, next, failed FROM push_devices WHERE player = ?
                     ORDER BY created, id",
                )?;
                let read = |row: &sql::Row<'_>| {
                    Ok(Device {
                        id: row.get(0)?,
                        endpoint: row.get(1)?,
                        public: row.get(2)?,
                        auth: row.get(3)?,
                        language: Language::parse(&row.get::<String>(4)?).unwrap_or(Language::English),
                        next: row.get(5)?,
                        failed: row.get(6)?,
                    })
                };
                query.query_map([player], read)?.collect()
            })
            .await
    }

    /// A secret that all servers on the database share: the one that is stored, or else `new`, which is from now on.
    pub async fn server_key(&self, name: &'static str, new: String) -> ApiResult<String> {
        self.writer.write(vec![Write::ServerKey { name, key: new.clone() }]).await?;
        let found = self.readers.read(move |connection| {
            connection
                .prepare_cached("SELECT key FROM server_keys WHERE name = ?")?
                .query_row([name], |row| row.get(0))
                .optional()
        });
        Ok(found.await?.unwrap_or(new))
    }
}
