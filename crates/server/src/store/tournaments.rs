//! Tournaments in the database.

use super::rows::{berserk_of, color_of, control, status_word};
use super::sql::{self, Connection, OptionalExtension, Row};
use super::{Store, StoreError};
use crate::domain::{
    Entry, EntryState, Form, GameId, Held, Listed, Met, PlayerId, Stage, Start, Tournament, TournamentId, Wanted,
    names, outcome,
};
use spielraum_play::Status;
use spielraum_rules::Color;
use std::collections::HashSet;

/// Tournaments that are over and listed, at most.
const OVER: usize = 50;

const COLUMNS: &str =
    "tournaments.id, creator, title, form, wanted, start, initial_ms, increment_ms, move_ms, rated, most, status,
    round, tournaments.created, begun, ended";

impl Store {
    /// A tournament with all that belongs to it.
    pub async fn tournament(&self, id: &TournamentId) -> Result<Option<Held>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                // All from one transaction: a game may end in between.
                let transaction = connection.transaction()?;
                held(&transaction, &id)
            })
            .await
    }

    /// The tournaments that are not over, in the order of their creation, and those that were over last.
    pub async fn tournaments(&self, player: Option<&PlayerId>) -> Result<Vec<Listed>, StoreError> {
        let player = player.cloned();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT {COLUMNS},
                        (SELECT count(*) FROM entries WHERE tournament = tournaments.id AND state <> 'withdrawn'),
                        EXISTS (SELECT 1 FROM entries WHERE tournament = tournaments.id AND player = ?1
                            AND state <> 'withdrawn')
                     FROM tournaments WHERE id IN (
                        SELECT id FROM tournaments WHERE status IN ('upcoming', 'running')
                        UNION ALL SELECT * FROM (SELECT id FROM tournaments WHERE status NOT IN ('upcoming', 'running')
                            AND status <> 'cancelled' ORDER BY ended DESC LIMIT {OVER}) AS latest)
                     ORDER BY created, id"
                ))?;
                let read = |row: &Row<'_>| {
                    let (players, joined) = (row.get(16)?, row.get(17)?);
                    Ok(read(row)?.map(|tournament| Listed { tournament, players, joined }))
                };
                Ok(query.query_map([player], read)?.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
            })
            .await
    }

    /// Which of these players have a game with a clock that goes on.
    pub async fn at_the_board(&self, players: Vec<PlayerId>) -> Result<HashSet<PlayerId>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM games WHERE white = ?1 AND status = 'playing' AND initial_ms IS NOT NULL)
                        OR EXISTS (SELECT 1 FROM games WHERE black = ?1 AND status = 'playing' AND initial_ms IS NOT NULL)",
                )?;
                let mut plays = HashSet::new();
                for player in players {
                    if query.query_row([&player], |row| row.get(0))? {
                        plays.insert(player);
                    }
                }
                Ok(plays)
            })
            .await
    }

    /// The tournaments that are not over.
    pub async fn open_tournaments(&self) -> Result<Vec<TournamentId>, StoreError> {
        self.readers
            .read(|connection| {
                let query = "SELECT id FROM tournaments WHERE status IN ('upcoming', 'running') ORDER BY created";
                connection.prepare_cached(query)?.query_map([], |row| row.get(0))?.collect()
            })
            .await
    }
}

fn held(connection: &Connection, id: &TournamentId) -> sql::Result<Option<Held>> {
    let query = format!(
        "SELECT {COLUMNS}, name, EXISTS (SELECT 1 FROM accounts WHERE player = creator)
         FROM tournaments JOIN players ON players.id = creator WHERE tournaments.id = ?"
    );
    let read = |row: &Row<'_>| Ok(read(row)?.zip(Some(names::shown(row.get(16)?, row.get(17)?))));
    let found = connection.prepare_cached(&query)?.query_row([id], read).optional()?.flatten();
    let Some((tournament, creator)) = found else { return Ok(None) };
    let mut query = connection.prepare_cached(
        "SELECT player, name, EXISTS (SELECT 1 FROM accounts WHERE accounts.player = entries.player), rating, state
         FROM entries JOIN players ON players.id = player WHERE tournament = ? ORDER BY number",
    )?;
    let entries = query.query_map([id], |row| {
        Ok(Entry {
            player: row.get(0)?,
            name: names::shown(row.get(1)?, row.get(2)?),
            rating: row.get(3)?,
            state: EntryState::read(&row.get::<String>(4)?).unwrap_or(EntryState::Withdrawn),
        })
    })?;
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let mut query = connection.prepare_cached(
        "SELECT round, meetings.white, meetings.black, game, status, winner, reason, plies, changed, to_move, berserk
         FROM meetings LEFT JOIN games ON games.id = game WHERE meetings.tournament = ? ORDER BY number",
    )?;
    let meetings = query.query_map([id], |row| {
        let game: Option<GameId> = row.get(3)?;
        let finished = row.get::<Option<String>>(4)?.as_deref() == Some(status_word(Status::Finished));
        let status = if finished { Status::Finished } else { Status::Playing };
        let reason: Option<String> = row.get(6)?;
        Ok(Met {
            round: row.get(0)?,
            white: row.get::<u32>(1)? as usize,
            black: row.get::<Option<u32>>(2)?.map(|black| black as usize),
            game,
            outcome: outcome(status, color_of(&row.get(5)?), &reason.unwrap_or_default()),
            plies: row.get::<Option<u32>>(7)?.unwrap_or_default(),
            changed: row.get::<Option<i64>>(8)?.unwrap_or_default(),
            to_move: color_of(&row.get(9)?).unwrap_or(Color::White),
            berserk: berserk_of(&row.get(10)?).unwrap_or_default(),
        })
    })?;
    let meetings = meetings.collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Held { tournament, entries, meetings, creator }))
}

/// The row of a tournament; what can't be read is nothing that this program has written, and `fsck` reports it.
fn read(row: &Row<'_>) -> sql::Result<Option<Tournament>> {
    let [form, wanted, start]: [String; 3] = [row.get(3)?, row.get(4)?, row.get(5)?];
    let parts = (
        serde_json::from_str::<Form>(&form),
        serde_json::from_str::<Wanted>(&wanted),
        serde_json::from_str::<Start>(&start),
        Stage::read(&row.get::<String>(11)?),
    );
    let (Ok(form), Ok(wanted), Ok(start), Some(stage)) = parts else { return Ok(None) };
    Ok(Some(Tournament {
        id: row.get(0)?,
        creator: row.get(1)?,
        title: row.get(2)?,
        form,
        wanted,
        start,
        control: control([row.get(6)?, row.get(7)?, row.get(8)?]),
        rated: row.get(9)?,
        most: row.get(10)?,
        stage,
        round: row.get(12)?,
        created: row.get(13)?,
        begun: row.get(14)?,
        ended: row.get(15)?,
    }))
}

/// What is wrong with tournaments: rows that can't be read, players who are not there, games of others.
pub(super) fn faults(connection: &Connection) -> sql::Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut query = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM tournaments ORDER BY id"))?;
    let rows = query.query_map([], |row| Ok((row.get::<String>(0)?, read(row)?.is_none())))?;
    for row in rows {
        let (id, unreadable) = row?;
        if unreadable {
            faults.push(format!("tournament {id}: it can't be read"));
        }
    }
    let gaps = "SELECT tournament FROM entries GROUP BY tournament HAVING max(number) >= count(*) OR min(number) <> 0
        OR count(*) FILTER (WHERE state NOT IN ('in', 'paused', 'withdrawn')) > 0";
    // A game is that of the two players whom it names, and of its tournament.
    let wrong = "SELECT meetings.tournament FROM meetings
        LEFT JOIN entries AS one ON one.tournament = meetings.tournament AND one.number = meetings.white
        LEFT JOIN entries AS other ON other.tournament = meetings.tournament AND other.number = meetings.black
        LEFT JOIN games ON games.id = game
        WHERE one.player IS NULL OR (meetings.black IS NULL) <> (game IS NULL)
            OR (game IS NOT NULL AND (games.tournament IS DISTINCT FROM meetings.tournament
                OR games.white IS DISTINCT FROM one.player OR games.black IS DISTINCT FROM other.player))";
    let lost = "SELECT tournament FROM games WHERE tournament IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM meetings WHERE game = games.id)";
    let twice = "SELECT min(tournament) FROM meetings WHERE game IS NOT NULL GROUP BY game HAVING count(*) > 1";
    for (query, what) in [
        (gaps, "those who take part are not numbered in order, or a state is none"),
        (wrong, "a pairing is not that of its players, or its game is another's"),
        (lost, "a game of it was not paired"),
        (twice, "a game was paired twice"),
    ] {
        let mut query =
            connection.prepare_cached(&format!("SELECT DISTINCT * FROM ({query}) AS faults ORDER BY 1 LIMIT 20"))?;
        let ids = query.query_map([], |row| row.get::<String>(0))?.collect::<Result<Vec<_>, _>>()?;
        faults.extend(ids.into_iter().map(|id| format!("tournament {id}: {what}")));
    }
    Ok(faults)
}
