//! What a rated game changes when it ends.

use crate::domain::{Ladder, PlayerId, Rating, Record, Score};
use crate::store::sql::{self, Connection, OptionalExtension, Row, params};
use spielraum_rules::{ByColor, Color};

/// Changes the ratings of both players if a game has ended that counts, unless it has counted already.
pub(super) fn count(connection: &Connection, record: &Record) -> sql::Result<()> {
    let Some((terms, of_white)) = record.counts() else { return Ok(()) };
    let counted: bool = connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM rated WHERE game = ?)")?
        .query_row([&record.id], |row| row.get(0))?;
    let (Some(white), Some(black)) = (record.pairing.person(Color::White), record.pairing.person(Color::Black)) else {
        return Ok(());
    };
    if counted {
        return Ok(());
    }
    let (ladders, players) = (terms.ladders(), ByColor { white, black });
    let before = ByColor {
        white: rating(connection, white, &ladders.white)?.unwrap_or_else(Rating::first),
        black: rating(connection, black, &ladders.black)?.unwrap_or_else(Rating::first),
    };
    let number: i64 =
        connection.prepare_cached("SELECT coalesce(max(number), 0) + 1 FROM rated")?.query_row([], |row| row.get(0))?;
    for side in Color::BOTH {
        let score = if side == Color::White { of_white } else { of_white.of_opponent() };
        let after = before[side].after(score, before[!side], record.updated);
        let ladder = ladders[side].to_string();
        connection
            .prepare_cached(
                "INSERT INTO rated (game, side, number, player, ladder, score, at, points_before, deviation_before,
                    volatility_before, at_before, points, deviation, volatility)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                record.id,
                side.name(),
                number,
                players[side],
                ladder,
                score.halves(),
                record.updated,
                before[side].points,
                before[side].deviation,
                before[side].volatility,
                before[side].at,
                after.points,
                after.deviation,
                after.volatility,
            ])?;
        let [won, drawn, lost] = [Score::Win, Score::Draw, Score::Loss].map(|each| i64::from(each == score));
        connection
            .prepare_cached(
                "INSERT INTO ratings (player, ladder, points, deviation, volatility, at, won, drawn, lost)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (player, ladder) DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
                    volatility = excluded.volatility, at = excluded.at, won = won + excluded.won,
                    drawn = drawn + excluded.drawn, lost = lost + excluded.lost",
            )?
            .execute(params![
                players[side],
                ladder,
                after.points,
                after.deviation,
                after.volatility,
                record.updated,
                won,
                drawn,
                lost,
            ])?;
    }
    Ok(())
}

/// A player's rating in a ladder, if any game has counted there.
pub(crate) fn rating(connection: &Connection, player: &PlayerId, ladder: &Ladder) -> sql::Result<Option<Rating>> {
    connection
        .prepare_cached("SELECT points, deviation, volatility, at FROM ratings WHERE player = ? AND ladder = ?")?
        .query_row(params![player, ladder.to_string()], read)
        .optional()
}

/// A rating in the first four columns of a row.
fn read(row: &Row<'_>) -> sql::Result<Rating> {
    Ok(Rating { points: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)?, at: row.get(3)? })
}
