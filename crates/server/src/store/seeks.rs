//! Open seeks in the database.

use super::rows::{color_of, control};
use super::sql::{self, Connection, OptionalExtension, Row};
use super::write::rating;
use super::{Store, StoreError};
use crate::domain::{Challenge, Decline, PlayerId, Range, Seek, SeekId, Sought, Standing, Terms, Wanted, Wish, names};
use crate::time::now;
use spielraum_rules::Color;

const COLUMNS: &str = "SELECT seeks.id, seeks.player, wanted, side, initial_ms, increment_ms, move_ms, seeks.created,
        players.name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player = seeks.player), rated, least, most, help,
        challenged, declined, other.name
    FROM seeks JOIN players ON players.id = seeks.player LEFT JOIN players AS other ON other.id = challenged";

impl Store {
    /// All open seeks, the oldest first.
    pub async fn seeks(&self) -> Result<Vec<Sought>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(&format!("{COLUMNS} ORDER BY seeks.created, seeks.id"))?;
                // What can't be read is nothing that this program has written; `fsck` reports it.
                let all = query.query_map([], read)?.collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
                all.map(|sought| with_rating(connection, sought)).collect()
            })
            .await
    }

    /// An open seek.
    pub async fn seek(&self, id: &SeekId) -> Result<Option<Sought>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                let query = format!("{COLUMNS} WHERE seeks.id = ?");
                let found = connection.prepare_cached(&query)?.query_row([id], read).optional()?.flatten();
                found.map(|sought| with_rating(connection, sought)).transpose()
            })
            .await
    }
}

/// The ids of the seeks that can't be read.
pub(super) fn unreadable(connection: &Connection) -> sql::Result<Vec<String>> {
    let mut query = connection.prepare_cached("SELECT id, wanted FROM seeks ORDER BY id")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<String>(1)?)))?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?.into_iter();
    Ok(rows.filter(|(_, wanted)| serde_json::from_str::<Wanted>(wanted).is_err()).map(|(id, _)| id).collect())
}

fn read(row: &Row<'_>) -> sql::Result<Option<Sought>> {
    let Ok(wanted) = serde_json::from_str(&row.get::<String>(2)?) else { return Ok(None) };
    let side = color_of(&row.get(3)?);
    let control = control([row.get(4)?, row.get(5)?, row.get(6)?]);
    let range = Range { least: row.get(11)?, most: row.get(12)? };
    let wish = Wish { wanted, side, control, rated: row.get(10)?, help: row.get(13)?, range };
    let declined = row.get::<Option<String>>(15)?.map(|word| Decline::read(&word));
    let challenge = row.get::<Option<PlayerId>>(14)?.map(|player| Challenge { player, declined });
    let seek = Seek { id: row.get(0)?, player: row.get(1)?, wish, created: row.get(7)?, challenge };
    let name = names::shown(row.get(8)?, row.get(9)?);
    // Only accounts are challenged.
    Ok(Some(Sought { seek, name, challenged: row.get(16)?, rating: None }))
}

/// The same with the player's rating, if one game is sought and it is rated. Where the sides are rated apart it is not known yet
/// which rating counts.
fn with_rating(connection: &Connection, sought: Sought) -> sql::Result<Sought> {
    let wish = &sought.seek.wish;
    let (Wanted::Games(games), true) = (&wish.wanted, wish.rated) else { return Ok(sought) };
    let [choice] = &games[..] else { return Ok(sought) };
    let terms = Terms::new(&choice.variant, &choice.options, choice.dimensions.is_some(), wish.control);
    let Some(ladder) = terms.ok().map(|terms| terms.ladder(Color::White)) else { return Ok(sought) };
    let rating = rating(connection, &sought.seek.player, &ladder)?;
    Ok(Sought { rating: rating.map(|rating| Standing::of(rating, now())), ..sought })
}
