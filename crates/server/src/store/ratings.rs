//! Ratings in the database: what players have, who leads, and how ratings went.

#[cfg(test)]
mod tests;

use super::sql::{self, Connection, Row, params};
use super::write::rating;
use super::{Store, StoreError};
use crate::domain::rating::{growth, settled};
use crate::domain::{GameId, Ladder, PlayerId, Rating, Record, Score, Standing};
use crate::time::now;
use spielraum_rules::{ByColor, Color};
use std::collections::HashMap;

/// Players on a leaderboard, and of those below it whose ratings are provisional.
const LEADERS: usize = 100;
const NEWCOMERS: usize = 50;

/// Points of a step of a distribution.
pub(crate) const STEP: i32 = 50;

/// How many of the latest games the course of a rating has.
const COURSE: usize = 1_000;

/// Ladders that are listed.
const LADDERS: usize = 500;

/// How many rated games two players may begin with each other within a day, and how many of a player's may be called off.
const PAIR_A_DAY: i64 = 10;
const ABORTED_A_DAY: i64 = 10;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A player's rating in a ladder, with the games behind it.
#[derive(Clone, Debug)]
pub(crate) struct Rated {
    pub ladder: Ladder,
    pub rating: Rating,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug)]
pub(crate) struct Leader {
    pub name: String,
    pub rated: Rated,
}

/// A ladder at a time: its leaders, those whose ratings are provisional, and how many there are in each step of points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaders {
    pub leaders: Vec<Leader>,
    pub provisional: Vec<Leader>,
    pub distribution: Vec<(i32, u32)>,
}

const COLUMNS: &str = "ladder, points, deviation, volatility, at, won, drawn, lost";

/// Whether a rating is provisional at a time (`:now`).
const PROVISIONAL: &str = "deviation * deviation
    + :growth * volatility * volatility * (CASE WHEN at < :now THEN :now - at ELSE 0 END) > :settled";

impl Store {
    /// A player's ratings, those of the most games first.
    pub async fn ratings(&self, player: &PlayerId) -> Result<Vec<Rated>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM ratings WHERE player = ? ORDER BY won + drawn + lost DESC, ladder LIMIT {LADDERS}"
                ))?;
                let rated = query.query_map([player], |row| read(row, 0))?.collect::<Result<Vec<_>, _>>()?;
                Ok(rated.into_iter().flatten().collect())
            })
            .await
    }

    /// What the players of a rated game have in it: what the game made of their ratings, or what they are now.
    pub async fn standings(&self, record: &Record) -> Result<ByColor<Option<Standing>>, StoreError> {
        let Some(terms) = record.rated.clone() else { return Ok(ByColor::default()) };
        let record = record.clone();
        self.readers
            .read(move |connection| {
                let counted = changes(connection, &record.id)?;
                if counted.white.is_some() {
                    return Ok(counted);
                }
                let mut standings = ByColor::default();
                for side in Color::BOTH {
                    if let Some(player) = record.pairing.person(side).filter(|player| !player.is_deleted()) {
                        standings[side] = Some(standing(connection, player, &terms.ladder(side))?);
                    }
                }
                Ok(standings)
            })
            .await
    }

    /// What some games made of their players' ratings.
    pub async fn changes(&self, games: &[&GameId]) -> Result<HashMap<GameId, ByColor<Option<Standing>>>, StoreError> {
        let games: Vec<GameId> = games.iter().map(|id| (*id).clone()).collect();
        self.readers
            .read(move |connection| {
                games.into_iter().map(|id| changes(connection, &id).map(|changes| (id, changes))).collect()
            })
            .await
    }

    /// A player's rating in a ladder now.
    pub async fn standing(&self, player: &PlayerId, ladder: Ladder) -> Result<Standing, StoreError> {
        let player = player.clone();
        self.readers.read(move |connection| standing(connection, &player, &ladder)).await
    }

    /// Who leads a ladder. Accounts that are closed are left out.
    pub async fn leaders(&self, ladder: &Ladder) -> Result<Leaders, StoreError> {
        let ladder = ladder.to_string();
        self.readers
            .read(move |connection| {
                let of = |provisional: bool, most: usize| -> sql::Result<Vec<Leader>> {
                    let not = if provisional { "" } else { "NOT" };
                    let query = format!(
                        "SELECT players.name, {COLUMNS} FROM ratings JOIN players ON players.id = ratings.player
                         WHERE ladder = :ladder AND barred IS NULL AND {not} ({PROVISIONAL})
                         ORDER BY points DESC, players.name LIMIT {most}"
                    );
                    let (now, growth, settled) = (now(), growth(), settled());
                    let (query, values) = sql::numbered(
                        query,
                        &[(":ladder", &ladder), (":now", &now), (":growth", &growth), (":settled", &settled)],
                    );
                    let mut query = connection.prepare_cached(&query)?;
                    let leader = |row: &Row<'_>| {
                        let name: String = row.get(0)?;
                        Ok(read(row, 1)?.map(|rated| Leader { name, rated }))
                    };
                    let leaders = query.query_map(&*values, leader)?.collect::<Result<Vec<_>, _>>()?;
                    Ok(leaders.into_iter().flatten().collect())
                };
                let (leaders, provisional) = (of(false, LEADERS)?, of(true, NEWCOMERS)?);
                let mut query = connection.prepare_cached(
                    "SELECT points / ?2 AS step, count(*) FROM ratings JOIN players ON players.id = ratings.player
                     WHERE ladder = ?1 AND barred IS NULL GROUP BY step ORDER BY step",
                )?;
                let step = |row: &Row<'_>| Ok((row.get::<i32>(0)? * STEP, row.get(1)?));
                let distribution = query.query_map(params![ladder, STEP * 100], step)?.collect::<Result<_, _>>()?;
                Ok(Leaders { leaders, provisional, distribution })
            })
            .await
    }

    /// The ladders in which somebody has a rating, with how many, the largest first.
    pub async fn ladders(&self) -> Result<Vec<(Ladder, u32)>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT ladder, count(*) AS players FROM ratings GROUP BY ladder ORDER BY players DESC, ladder LIMIT {LADDERS}"
                ))?;
                let read = |row: &Row<'_>| Ok((row.get::<String>(0)?, row.get(1)?));
                let rows = query.query_map([], read)?.collect::<Result<Vec<_>, _>>()?;
                Ok(rows.into_iter().filter_map(|(name, players)| Some((Ladder::parse(&name)?, players))).collect())
            })
            .await
    }

    /// How a player's rating went: when each of the latest games ended and what the rating was then, the first one first.
    pub async fn course(&self, player: &PlayerId, ladder: &Ladder) -> Result<Vec<(i64, i32)>, StoreError> {
        let (player, ladder) = (player.clone(), ladder.to_string());
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT at, points FROM rated WHERE player = ? AND ladder = ? ORDER BY number DESC LIMIT {COURSE}"
                ))?;
                let read = |row: &Row<'_>| {
                    let points: i32 = row.get(1)?;
                    Ok((row.get(0)?, Rating { points, ..Rating::first() }.shown()))
                };
                let mut course = query.query_map(params![player, ladder], read)?.collect::<Result<Vec<_>, _>>()?;
                course.reverse();
                Ok(course)
            })
            .await
    }

    /// Whether two players have begun as many rated games with each other within a day as they may.
    pub async fn have_met_enough(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError> {
        let (one, other) = (one.clone(), other.clone());
        self.readers
            .read(move |connection| {
                let count: i64 = connection
                    .prepare_cached(
                        "SELECT count(*) FROM games WHERE rated IS NOT NULL AND created > ?3
                            AND ((white = ?1 AND black = ?2) OR (white = ?2 AND black = ?1))",
                    )?
                    .query_row(params![one, other, now() - DAY], |row| row.get(0))?;
                Ok(count >= PAIR_A_DAY)
            })
            .await
    }

    /// Whether as many rated games of a player were called off within a day as may be.
    pub async fn has_aborted_enough(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let of = |side: &str| -> sql::Result<i64> {
                    connection
                        .prepare_cached(&format!(
                            "SELECT count(*) FROM games WHERE {side} = ?1 AND updated > ?2 AND rated IS NOT NULL
                                AND status = 'finished' AND reason = 'aborted'"
                        ))?
                        .query_row(params![player, now() - DAY], |row| row.get(0))
                };
                Ok(of("white")? + of("black")? >= ABORTED_A_DAY)
            })
            .await
    }

    /// Whether a player has a rated game of a variant that goes on.
    pub async fn plays_rated(&self, player: &PlayerId, variant: &str) -> Result<bool, StoreError> {
        let (player, variant) = (player.clone(), variant.to_owned());
        self.readers
            .read(move |connection| {
                let of = |side: &str| -> sql::Result<bool> {
                    connection
                        .prepare_cached(&format!(
                            "SELECT EXISTS (SELECT 1 FROM games WHERE {side} = ?1 AND status = 'playing'
                                AND status <> 'finished' AND (rated IS NOT NULL OR tournament IS NOT NULL)
                                AND +variant = ?2)"
                        ))?
                        .query_row(params![player, variant], |row| row.get(0))
                };
                Ok(of("white")? || of("black")?)
            })
            .await
    }
}

/// A player's rating in a ladder now; one who has played no game there has the first one.
pub(super) fn standing(connection: &Connection, player: &PlayerId, ladder: &Ladder) -> sql::Result<Standing> {
    Ok(Standing::of(rating(connection, player, ladder)?.unwrap_or_else(Rating::first), now()))
}

/// What a game made of the ratings of its players, if it counted.
fn changes(connection: &Connection, game: &GameId) -> sql::Result<ByColor<Option<Standing>>> {
    let mut query = connection.prepare_cached(
        "SELECT side, points_before, deviation_before, volatility_before, at_before, points, deviation, volatility, at
         FROM rated WHERE game = ?",
    )?;
    let mut rows = query.query([game])?;
    let mut changes = ByColor::default();
    while let Some(row) = rows.next()? {
        let [before, after] = [rating_at(&row, 1)?, rating_at(&row, 5)?];
        let side: String = row.get(0)?;
        if let Some(side) = Color::BOTH.into_iter().find(|color| color.name() == side) {
            changes[side] = Some(Standing::changed(before, after));
        }
    }
    Ok(changes)
}

/// A rating in four columns of a row.
pub(super) fn rating_at(row: &Row<'_>, first: usize) -> sql::Result<Rating> {
    Ok(Rating {
        points: row.get(first)?,
        deviation: row.get(first + 1)?,
        volatility: row.get(first + 2)?,
        at: row.get(first + 3)?,
    })
}

/// A rating with its games in the columns [`COLUMNS`] from one on; what can't be read is nothing that this program has
/// written, and `fsck` reports it.
fn read(row: &Row<'_>, first: usize) -> sql::Result<Option<Rated>> {
    let Some(ladder) = Ladder::parse(&row.get::<String>(first)?) else { return Ok(None) };
    let rating = rating_at(row, first + 1)?;
    let [won, drawn, lost] = [row.get(first + 5)?, row.get(first + 6)?, row.get(first + 7)?];
    Ok(Some(Rated { ladder, rating, won, drawn, lost }))
}

/// What is wrong with the ratings: whether they follow from the rated games, in the order in which these counted.
pub(super) fn faults(connection: &Connection) -> sql::Result<Vec<String>> {
    let mut faults = Vec::new();
    // What each player has after the games so far, and how these ended.
    let mut known: HashMap<(PlayerId, String), (Rating, [u32; 3])> = HashMap::new();
    let mut query = connection.prepare_cached(
        "SELECT one.game, one.side, one.player, one.ladder, one.score, one.at,
            one.points_before, one.deviation_before, one.volatility_before, one.at_before,
            one.points, one.deviation, one.volatility, one.at,
            other.points_before, other.deviation_before, other.volatility_before, other.at_before,
            other.score, other.number IS DISTINCT FROM one.number
         FROM rated AS one LEFT JOIN rated AS other ON other.game = one.game AND other.side <> one.side
         ORDER BY one.number, one.game, one.side DESC",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (game, side): (GameId, String) = (row.get(0)?, row.get(1)?);
        let (player, ladder): (PlayerId, String) = (row.get(2)?, row.get(3)?);
        let (at, before, after): (i64, _, _) = (row.get(5)?, rating_at(&row, 6)?, rating_at(&row, 10)?);
        let mut fault = |what: &str| faults.push(format!("rating in game {game}, {side}: {what}"));
        let (Some(score), Some(of_other)) = (Score::of_halves(row.get(4)?), row.get::<Option<u8>>(18)?) else {
            fault("one side is missing, or its score is none");
            continue;
        };
        if row.get(19)? || Score::of_halves(of_other) != Some(score.of_opponent()) {
            fault("the two sides say different things");
        }
        if !before.after(score, rating_at(&row, 14)?, at).is_close_to(after) {
            fault("the change does not follow from the result");
        }
        if Ladder::parse(&ladder).is_none() {
            fault("the name of the ladder can't be read");
        }
        // Those who have deleted their accounts are one player, of whom nothing else is known.
        if player.is_deleted() {
            continue;
        }
        let (rating, games) = known.entry((player, ladder)).or_insert_with(|| (Rating::first(), [0; 3]));
        if *rating != before {
            fault("it does not begin where the player's game before has ended");
        }
        *rating = after;
        games[usize::from(score.halves())] += 1;
    }
    let mut query =
        connection.prepare_cached(&format!("SELECT player, {COLUMNS} FROM ratings ORDER BY player, ladder"))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (player, ladder): (PlayerId, String) = (row.get(0)?, row.get(1)?);
        let stored = (rating_at(&row, 2)?, [row.get(8)?, row.get(7)?, row.get(6)?]);
        let what = format!("rating of {player} in {ladder}");
        if known.remove(&(player, ladder)) != Some(stored) {
            faults.push(format!("{what}: it does not follow from the rated games"));
        }
    }
    faults.extend(known.into_keys().map(|(player, ladder)| format!("rating of {player} in {ladder}: it is missing")));
    Ok(faults)
}

/// How a game is counted, as its rows say: the ladder, the player and the score of each side.
pub(super) fn counted(connection: &Connection, game: &str) -> sql::Result<ByColor<Option<(String, PlayerId, u8)>>> {
    let mut query = connection.prepare_cached("SELECT side, ladder, player, score FROM rated WHERE game = ?")?;
    let mut rows = query.query([game])?;
    let mut counted = ByColor::default();
    while let Some(row) = rows.next()? {
        let side: String = row.get(0)?;
        if let Some(side) = Color::BOTH.into_iter().find(|color| color.name() == side) {
            counted[side] = Some((row.get(1)?, row.get(2)?, row.get(3)?));
        }
    }
    Ok(counted)
}
