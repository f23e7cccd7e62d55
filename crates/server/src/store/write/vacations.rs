//! Which vacations there may be.

use crate::domain::{PlayerId, Record};
use crate::store::sql::{self, Connection, OptionalExtension, params};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The vacation of an account in a year.
const MOST: i64 = 30 * DAY;
const YEAR: i64 = 365 * DAY;

/// The vacation of a player that goes on at a time.
pub(crate) fn current(connection: &Connection, player: &PlayerId, now: i64) -> sql::Result<Option<(i64, i64)>> {
    connection
        .prepare_cached(
            "SELECT since, until FROM vacations WHERE player = ? AND since <= ? AND until > ? ORDER BY since LIMIT 1",
        )?
        .query_row(params![player, now, now], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// How many milliseconds of vacation a player has left.
pub(crate) fn left(connection: &Connection, player: &PlayerId, now: i64) -> sql::Result<i64> {
    let mut query = connection.prepare_cached("SELECT since, until FROM vacations WHERE player = ? AND until > ?")?;
    let read = |row: &sql::Row<'_>| -> sql::Result<(i64, i64)> { Ok((row.get(0)?, row.get(1)?)) };
    let had = query.query_map(params![player, now - YEAR], read)?.collect::<Result<Vec<_>, _>>()?;
    let used: i64 = had.into_iter().map(|(since, until)| until - since.max(now - YEAR)).sum();
    Ok((MOST - used).max(0))
}

/// The clock of a new game stands still while its owner is on vacation.
pub(super) fn rest(connection: &Connection, record: &Record, now: i64) -> sql::Result<()> {
    let Some((player, _)) = record.rests_for() else { return Ok(()) };
    let Some((_, until)) = current(connection, player, now)? else { return Ok(()) };
    connection
        .prepare_cached("UPDATE games SET running_since = ?2 WHERE id = ?1 AND running_since < ?2")?
        .execute(params![record.id, until])
        .map(|_| ())
}
