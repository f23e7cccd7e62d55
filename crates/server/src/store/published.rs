//! The shelf: definitions that somebody has published.

use super::sql::{self, Connection, OptionalExtension, Row, params};
use super::{Place, Store, StoreError};
use crate::domain::{DefinitionId, PlayerId};

/// Games of a page of the shelf.
const PAGE: usize = 12;

/// A definition that somebody has published.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    /// The definition's id.
    pub definition: DefinitionId,
    /// Who has published it, and the name that others see.
    pub player: PlayerId,
    pub name: String,
    /// What the gallery shows of it, as JSON.
    pub summary: String,
    /// When the game was published, and when this version of it, in milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    /// Whether an administrator has taken it down.
    pub taken_down: bool,
    /// Since when it is listed for everybody.
    pub shown: Option<i64>,
}

impl Published {
    fn read(row: &Row<'_>) -> sql::Result<Self> {
        Ok(Self {
            definition: row.get(0)?,
            player: row.get(1)?,
            name: row.get(2)?,
            summary: row.get(3)?,
            created: row.get(4)?,
            updated: row.get(5)?,
            taken_down: row.get(6)?,
            shown: row.get(7)?,
        })
    }
}

/// What [`Published::read`] reads. Only accounts publish, whose names are shown as they are.
const COLUMNS: &str =
    "SELECT definition, player, players.name, summary, published.created, updated, taken_down IS NOT NULL, shown
     FROM published JOIN players ON players.id = player";

impl Store {
    /// A published definition.
    pub async fn published(&self, definition: &DefinitionId) -> Result<Option<Published>, StoreError> {
        let definition = definition.clone();
        self.readers
            .read(move |connection| {
                let query = format!("{COLUMNS} WHERE definition = ?");
                connection.prepare_cached(&query)?.query_row([definition], Published::read).optional()
            })
            .await
    }

    /// How many games a player has published, with those that were taken down.
    #[cfg(test)]
    pub async fn published_by(&self, player: &PlayerId) -> Result<i64, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT count(*) FROM published WHERE player = ?")?
                    .query_row([player], |row| row.get(0))
            })
            .await
    }

    /// The definitions that were taken down.
    pub async fn taken_down(&self) -> Result<Vec<DefinitionId>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query =
                    connection.prepare_cached("SELECT definition FROM published WHERE taken_down IS NOT NULL")?;
                query.query_map([], |row| row.get(0))?.collect()
            })
            .await
    }

    /// Whether a published definition waits for somebody to play it first, and a player is not its publisher.
    pub async fn awaits_player(&self, definition: &DefinitionId, player: &PlayerId) -> Result<bool, StoreError> {
        let (definition, player) = (definition.clone(), player.clone());
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(
                        "SELECT EXISTS (SELECT 1 FROM published
                            WHERE definition = ? AND player <> ? AND shown IS NULL AND taken_down IS NULL)",
                    )?
                    .query_row(params![definition, player], |row| row.get(0))
            })
            .await
    }

    /// A page of the shelf and where the next one begins if there are more. Without a player it is what everybody sees, what
    /// was shown last first: nothing that waits for its first play or was taken down, and nothing of those who are barred.
    /// With one it is all that the player has published, the newest game first.
    pub async fn shelf(
        &self,
        player: Option<&PlayerId>,
        after: Option<Place>,
    ) -> Result<(Vec<Published>, Option<Place>), StoreError> {
        let own = player.is_some();
        let player = player.cloned();
        let reading = move |connection: &Connection| {
            let (whose, time) = match player {
                Some(_) => ("player = ?1", "published.created"),
                None => ("?1 IS NULL AND shown IS NOT NULL AND taken_down IS NULL AND players.barred IS NULL", "shown"),
            };
            let query = format!(
                "{COLUMNS} WHERE {whose} AND (?2 IS NULL OR ({time}, definition) < (?2, ?3))
                 ORDER BY {time} DESC, definition DESC LIMIT {}",
                PAGE + 1
            );
            let (at, id) = after.map(|place| (place.updated, place.id)).unzip();
            let mut query = connection.prepare_cached(&query)?;
            query.query_map(params![player, at, id], Published::read)?.collect::<Result<Vec<_>, _>>()
        };
        let mut games = self.readers.read(reading).await?;
        let more = games.len() > PAGE;
        games.truncate(PAGE);
        let at = |last: &Published| if own { last.created } else { last.shown.unwrap_or_default() };
        let place = |last: &Published| Place { updated: at(last), id: last.definition.to_string() };
        let next = games.last().filter(|_| more).map(place);
        Ok((games, next))
    }
}
