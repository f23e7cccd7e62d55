//! What everybody may see of an account: since when it is there, and how it has played.

use super::games::{Filter, PAGE};
use super::sql::{OptionalExtension, Row, params};
use super::{Store, StoreError};
use crate::domain::{GameId, PlayerId, Record};

/// How many of the latest games the results of a player are counted from.
const LOOKED_AT: usize = 5_000;

/// Games whose results are counted apart, at most.
const VARIANTS: usize = 200;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// For how many days it is counted how many games ended.
const DAYS: i64 = 371;

/// How the games of a player against others ended, of one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    pub variant: String,
    pub title: String,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// An account as everybody sees it.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub player: PlayerId,
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
}

impl Store {
    /// The account of a name, upper and lower case being the same, unless it is closed.
    pub async fn profile(&self, name: &str) -> Result<Option<Profile>, StoreError> {
        let name = name.to_owned();
        self.readers
            .read(move |connection| {
                let read = |row: &Row<'_>| Ok(Profile { player: row.get(0)?, name: row.get(1)?, created: row.get(2)? });
                connection
                    .prepare_cached(
                        "SELECT player, accounts.name, accounts.created FROM accounts JOIN players ON id = player
                         WHERE accounts.name = ? AND barred IS NULL",
                    )?
                    .query_row([name], read)
                    .optional()
            })
            .await
    }

    /// How a player's latest games against others ended, for each variant, the most played first.
    pub async fn results(&self, player: &PlayerId) -> Result<Vec<Results>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT variant, max(title), count(*) FILTER (WHERE winner = side),
                        count(*) FILTER (WHERE winner IS NULL), count(*) FILTER (WHERE winner <> side)
                     FROM ({}) GROUP BY variant ORDER BY count(*) DESC, variant LIMIT {VARIANTS}",
                    finished("variant, title, winner")
                ))?;
                let read = |row: &Row<'_>| {
                    Ok(Results {
                        variant: row.get(0)?,
                        title: row.get(1)?,
                        won: row.get(2)?,
                        drawn: row.get(3)?,
                        lost: row.get(4)?,
                    })
                };
                query.query_map(params![player], read)?.collect()
            })
            .await
    }

    /// On which days, counted from 1970, how many of a player's latest games against others ended within a year.
    pub async fn activity(&self, player: &PlayerId) -> Result<Vec<(i64, u32)>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT updated / {DAY} AS day, count(*) FROM ({}) WHERE updated > ?2 GROUP BY day ORDER BY day",
                    finished("updated")
                ))?;
                let since = crate::time::now() - DAYS * DAY;
                query.query_map(params![player, since], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
            })
            .await
    }

    /// Some of a player's games with their moves, the latest first, and where the next ones begin if there are more.
    pub async fn with_moves(
        &self,
        filter: Filter,
    ) -> Result<(Vec<(Record, Vec<String>)>, Option<super::Place>), StoreError> {
        let (records, next) = self.games(filter).await?;
        debug_assert!(records.len() <= PAGE);
        let ids: Vec<GameId> = records.iter().map(|record| record.id.clone()).collect();
        let moves: Vec<Vec<String>> = self
            .readers
            .read(move |connection| {
                let mut query = connection.prepare_cached("SELECT text FROM moves WHERE game = ? ORDER BY ply")?;
                ids.iter().map(|id| query.query_map([id], |row| row.get(0))?.collect()).collect()
            })
            .await?;
        // A move may have been stored in between.
        let shortened = |(record, mut moves): (Record, Vec<String>)| {
            moves.truncate(record.plies as usize);
            (record, moves)
        };
        Ok((records.into_iter().zip(moves).map(shortened).collect(), next))
    }
}

/// Some columns of a player's latest games against others (`?1`) that were played to an end, and the side that was the player's.
fn finished(columns: &str) -> String {
    let of = |side: &str| {
        format!(
            "SELECT * FROM (SELECT {columns}, '{side}' AS side FROM games
                WHERE {side} = ?1 AND +opponent = 'friend' AND status = 'finished' AND reason IS DISTINCT FROM 'aborted'
                ORDER BY updated DESC, id DESC LIMIT {LOOKED_AT})"
        )
    };
    format!("{} UNION ALL {}", of("white"), of("black"))
}
