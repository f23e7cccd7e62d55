//! Open seeks in the database.

use super::rows::{color_of, control};
use super::{Store, StoreError};
use crate::domain::{Seek, SeekId, Sought, Wanted, Wish, names};
use rusqlite::{Connection, OptionalExtension, Row};

const COLUMNS: &str = "SELECT seeks.id, seeks.player, wanted, side, initial_ms, increment_ms, move_ms, seeks.created,
        players.name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player = seeks.player)
    FROM seeks JOIN players ON players.id = seeks.player";

impl Store {
    /// All open seeks, the oldest first.
    pub async fn seeks(&self) -> Result<Vec<Sought>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(&format!("{COLUMNS} ORDER BY seeks.created, seeks.id"))?;
                // What can't be read is nothing that this program has written; `fsck` reports it.
                Ok(query.query_map([], read)?.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            })
            .await
    }

    /// An open seek.
    pub async fn seek(&self, id: &SeekId) -> Result<Option<Sought>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                let query = format!("{COLUMNS} WHERE seeks.id = ?");
                Ok(connection.prepare_cached(&query)?.query_row([id], read).optional()?.flatten())
            })
            .await
    }
}

/// The ids of the seeks that can't be read.
pub(super) fn unreadable(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT id, wanted FROM seeks ORDER BY id")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?.into_iter();
    Ok(rows.filter(|(_, wanted)| serde_json::from_str::<Wanted>(wanted).is_err()).map(|(id, _)| id).collect())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Option<Sought>> {
    let Ok(wanted) = serde_json::from_str(&row.get::<_, String>(2)?) else { return Ok(None) };
    let side = color_of(&row.get(3)?);
    let wish = Wish { wanted, side, control: control([row.get(4)?, row.get(5)?, row.get(6)?]) };
    let seek = Seek { id: row.get(0)?, player: row.get(1)?, wish, created: row.get(7)? };
    Ok(Some(Sought { seek, name: names::shown(row.get(8)?, row.get(9)?) }))
}
