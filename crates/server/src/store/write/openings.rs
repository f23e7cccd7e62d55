//! What is written of openings.

use crate::domain::Record;
use crate::domain::opening::{Explored, Source, Step};
use crate::store::rows::status_word;
use crate::store::sql::{self, Connection, params};
use spielraum_play::{Opponent, Status};
use spielraum_rules::Color;

/// The latest games that are kept of a position.
const GAMES: i64 = 8;

/// Whether a game ends with how it stands now, and is to be looked at for its opening.
pub(super) fn ends(connection: &Connection, record: &Record) -> sql::Result<bool> {
    if record.status() != Status::Finished || record.pairing.opponent == Opponent::OneScreen {
        return Ok(false);
    }
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE id = ? AND status <> ?)")?
        .query_row(params![record.id, status_word(Status::Finished)], |row| row.get(0))
}

/// Notes that a game is to be looked at.
pub(super) fn wait(connection: &Connection, record: &Record) -> sql::Result<()> {
    connection
        .prepare_cached("INSERT INTO unexplored (game) VALUES (?) ON CONFLICT (game) DO NOTHING")?
        .execute([&record.id])
        .map(|_| ())
}

/// Counts what a game says, unless that was done.
pub(super) fn explored(connection: &Connection, explored: &Explored) -> sql::Result<()> {
    let Explored { game, source, winner, at, steps } = explored;
    let waited = connection.prepare_cached("DELETE FROM unexplored WHERE game = ?")?.execute([game])?;
    let Some(source) = source.filter(|_| waited > 0) else { return Ok(()) };
    let won = |by: Option<Color>| i64::from(*winner == by);
    let [white, drawn, black] = [Some(Color::White), None, Some(Color::Black)].map(won);
    for Step { position, text, points } in steps {
        connection
            .prepare_cached(
                "INSERT INTO openings (position, source, move, white, drawn, black, points) VALUES (?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (position, source, move) DO UPDATE SET white = openings.white + excluded.white,
                    drawn = openings.drawn + excluded.drawn, black = openings.black + excluded.black,
                    points = openings.points + excluded.points",
            )?
            .execute(params![position, source.word(), text, white, drawn, black, points])?;
        // A game against the engine is its player's: it counts, and is not shown.
        if source == Source::Engine {
            continue;
        }
        connection
            .prepare_cached(
                "INSERT INTO opening_games (position, source, game, move, at) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (position, source, game) DO NOTHING",
            )?
            .execute(params![position, source.word(), game, text, at])?;
        connection
            .prepare_cached(
                "DELETE FROM opening_games WHERE position = ?1 AND source = ?2 AND game NOT IN
                    (SELECT game FROM opening_games WHERE position = ?1 AND source = ?2 ORDER BY at DESC, game LIMIT ?3)",
            )?
            .execute(params![position, source.word(), GAMES])?;
    }
    Ok(())
}
