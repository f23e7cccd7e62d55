//! Openings in the database.

use super::rows::color_of;
use super::sql::{self, params};
use super::{Store, StoreError};
use crate::domain::opening::{OpeningGame, OpeningMove, Source};
use crate::domain::{GameId, names};
use spielraum_rules::{ByColor, Color};

/// Moves of a position and games with it that are read.
const MOVES: i64 = 300;
const GAMES: i64 = 24;

impl Store {
    /// Some games that have ended and whose openings were not looked at, by their ids.
    pub async fn unexplored(&self, after: Option<GameId>, most: i64) -> Result<Vec<GameId>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection
                    .prepare_cached("SELECT game FROM unexplored WHERE game > coalesce(?, '') ORDER BY game LIMIT ?")?;
                query.query_map(params![after, most], |row| row.get(0))?.collect()
            })
            .await
    }

    /// The ratings that the players of a game had in it, if it has changed them.
    pub async fn ratings_in(&self, game: &GameId) -> Result<Option<ByColor<i64>>, StoreError> {
        let game = game.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached("SELECT side, points_before FROM rated WHERE game = ?")?;
                // Hundredths of a point.
                let read = |row: &sql::Row<'_>| Ok((row.get::<String>(0)?, (row.get::<i64>(1)? + 50).div_euclid(100)));
                let found = query.query_map([game], read)?.collect::<Result<Vec<_>, _>>()?;
                let of = |side: Color| found.iter().find(|(name, _)| name == side.name()).map(|(_, points)| *points);
                Ok(of(Color::White).zip(of(Color::Black)).map(|(white, black)| ByColor { white, black }))
            })
            .await
    }

    /// What was played from a position, the most frequent move first, and the latest games in which it was.
    pub async fn opening(&self, position: String) -> Result<(Vec<OpeningMove>, Vec<OpeningGame>), StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT source, move, white, drawn, black, points FROM openings WHERE position = ?
                     ORDER BY white + drawn + black DESC, move LIMIT ?",
                )?;
                let read = |row: &sql::Row<'_>| {
                    let Some(source) = Source::read(&row.get::<String>(0)?) else { return Ok(None) };
                    let (white, drawn, black) = (row.get(2)?, row.get(3)?, row.get(4)?);
                    Ok(Some(OpeningMove { source, text: row.get(1)?, white, drawn, black, points: row.get(5)? }))
                };
                let moves = query.query_map(params![position, MOVES], read)?.collect::<Result<Vec<_>, _>>()?;
                let account =
                    |player: &str| format!("EXISTS (SELECT 1 FROM accounts WHERE accounts.player = {player})");
                let mut query = connection.prepare_cached(&format!(
                    "SELECT source, games.id, move, at, winner, coalesce(w.name, ''), {}, coalesce(b.name, ''), {}
                     FROM opening_games JOIN games ON games.id = game
                        LEFT JOIN players AS w ON w.id = games.white LEFT JOIN players AS b ON b.id = games.black
                     WHERE position = ? ORDER BY at DESC, games.id LIMIT ?",
                    account("games.white"),
                    account("games.black")
                ))?;
                let read = |row: &sql::Row<'_>| {
                    let Some(source) = Source::read(&row.get::<String>(0)?) else { return Ok(None) };
                    let names = ByColor {
                        white: names::shown(row.get(5)?, row.get(6)?),
                        black: names::shown(row.get(7)?, row.get(8)?),
                    };
                    let (text, at, winner) = (row.get(2)?, row.get(3)?, color_of(&row.get(4)?));
                    Ok(Some(OpeningGame { source, game: row.get(1)?, text, at, winner, names }))
                };
                let games = query.query_map(params![position, GAMES], read)?.collect::<Result<Vec<_>, _>>()?;
                Ok((moves.into_iter().flatten().collect(), games.into_iter().flatten().collect()))
            })
            .await
    }
}
