//! The shelf: definitions that somebody has published.

use super::{Place, Store, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Games of a page of the shelf.
const PAGE: usize = 12;

/// A definition that somebody has published.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    /// The definition's id.
    pub definition: String,
    /// Who has published it, and the name that others see.
    pub player: String,
    pub name: String,
    /// What the gallery tells of it, as JSON.
    pub summary: String,
    /// When the game was published, and when this version of it, in milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    /// Whether the server's keeper has taken it down.
    pub taken_down: bool,
}

impl Published {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            definition: row.get(0)?,
            player: row.get(1)?,
            name: row.get(2)?,
            summary: row.get(3)?,
            created: row.get(4)?,
            updated: row.get(5)?,
            taken_down: row.get(6)?,
        })
    }
}

/// What [`Published::read`] reads. Only accounts publish, whose names are shown as they are.
const COLUMNS: &str =
    "SELECT definition, player, players.name, summary, published.created, updated, taken_down IS NOT NULL
     FROM published JOIN players ON players.id = player";

impl Store {
    /// A published definition.
    pub async fn published(&self, definition: &str) -> Result<Option<Published>, StoreError> {
        let definition = definition.to_owned();
        self.readers
            .read(move |connection| {
                let query = format!("{COLUMNS} WHERE definition = ?");
                connection.prepare_cached(&query)?.query_row([definition], Published::read).optional()
            })
            .await
    }

    /// How many games a player has published, with those that were taken down.
    #[cfg(test)]
    pub async fn published_by(&self, player: &str) -> Result<i64, StoreError> {
        let player = player.to_owned();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT count(*) FROM published WHERE player = ?")?
                    .query_row([player], |row| row.get(0))
            })
            .await
    }

    /// A page of the shelf, the newest game first, and where the next one begins if there are more. Without a player it
    /// is what everybody sees: nothing that was taken down, and nothing of those who are barred.
    pub async fn shelf(
        &self,
        player: Option<&str>,
        after: Option<Place>,
    ) -> Result<(Vec<Published>, Option<Place>), StoreError> {
        let player = player.map(str::to_owned);
        let reading = move |connection: &Connection| {
            let whose = match player {
                Some(_) => "player = ?1",
                None => "?1 IS NULL AND taken_down IS NULL AND players.barred IS NULL",
            };
            let query = format!(
                "{COLUMNS} WHERE {whose} AND (?2 IS NULL OR (published.created, definition) < (?2, ?3))
                 ORDER BY published.created DESC, definition DESC LIMIT {}",
                PAGE + 1
            );
            let (at, id) = after.map(|place| (place.updated, place.id)).unzip();
            let mut query = connection.prepare_cached(&query)?;
            query.query_map(params![player, at, id], Published::read)?.collect::<Result<Vec<_>, _>>()
        };
        let mut games = self.readers.read(reading).await?;
        let more = games.len() > PAGE;
        games.truncate(PAGE);
        let place = |last: &Published| Place { updated: last.created, id: last.definition.clone() };
        let next = games.last().filter(|_| more).map(place);
        Ok((games, next))
    }
}
