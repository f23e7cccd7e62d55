//! What is written of tournaments.

use crate::domain::ids::DELETED;
use crate::domain::{DefinitionId, EntryState, Met, PlayerId, Tournament, TournamentId};
use crate::store::rows::control_columns;
use crate::store::sql::{self, Connection, OptionalExtension, params};

/// Stores a new tournament.
pub(super) fn insert(connection: &Connection, tournament: &Tournament) -> sql::Result<()> {
    let [initial, increment, each] = control_columns(tournament.control);
    let [form, wanted, start] = [
        serde_json::to_string(&tournament.form),
        serde_json::to_string(&tournament.wanted),
        serde_json::to_string(&tournament.start),
    ]
    .map(Result::unwrap_or_default);
    connection
        .prepare_cached(
            "INSERT INTO tournaments (id, creator, title, form, wanted, start, initial_ms, increment_ms, move_ms, rated, most,
                status, round, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            tournament.id,
            tournament.creator,
            tournament.title,
            form,
            wanted,
            start,
            initial,
            increment,
            each,
            tournament.rated,
            tournament.most,
            tournament.stage.word(),
            tournament.round,
            tournament.created,
        ])
        .map(|_| ())
}

/// Stores how far a tournament has come.
pub(super) fn update(connection: &Connection, tournament: &Tournament) -> sql::Result<()> {
    let Tournament { id, stage, round, begun, ended, .. } = tournament;
    connection
        .prepare_cached("UPDATE tournaments SET status = ?2, round = ?3, begun = ?4, ended = ?5 WHERE id = ?1")?
        .execute(params![id, stage.word(), round, begun, ended])
        .map(|_| ())
}

/// A player joins.
pub(super) fn enter(
    connection: &Connection,
    tournament: &TournamentId,
    player: &PlayerId,
    rating: Option<i32>,
) -> sql::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO entries (tournament, number, player, rating, state)
             VALUES (?1, (SELECT coalesce(max(number), -1) + 1 FROM entries WHERE tournament = ?1), ?2, ?3, 'in')
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![tournament, player, rating])
        .map(|_| ())
}

/// Stores a pairing.
pub(super) fn meet(connection: &Connection, tournament: &TournamentId, met: &Met) -> sql::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO meetings (tournament, number, round, white, black, game)
             VALUES (?1, (SELECT coalesce(max(number), -1) + 1 FROM meetings WHERE tournament = ?1), ?2, ?3, ?4, ?5)",
        )?
        .execute(params![tournament, met.round, met.white as i64, met.black.map(|black| black as i64), met.game])
        .map(|_| ())
}

/// A player pauses, comes back or leaves. Who leaves before the tournament has begun was never there.
pub(super) fn change(
    connection: &Connection,
    tournament: &TournamentId,
    player: &PlayerId,
    state: EntryState,
) -> sql::Result<()> {
    let run = |sql: &str, values: &[&dyn sql::ToSql]| connection.prepare_cached(sql)?.execute(values).map(|_| ());
    let number = "SELECT number FROM entries JOIN tournaments ON id = tournament
        WHERE tournament = ? AND player = ? AND status = 'upcoming'";
    let number: Option<i64> =
        connection.prepare_cached(number)?.query_row(params![tournament, player], |row| row.get(0)).optional()?;
    let Some(number) = number.filter(|_| state == EntryState::Withdrawn) else {
        // Who has left stays away, whatever was decided before that was known.
        let sql = "UPDATE entries SET state = ?3 WHERE tournament = ?1 AND player = ?2 AND state <> 'withdrawn'";
        return run(sql, params![tournament, player, state.word()]);
    };
    run("DELETE FROM entries WHERE tournament = ? AND number = ?", params![tournament, number])?;
    // Those behind move up; no number is there twice meanwhile.
    run("UPDATE entries SET number = -number WHERE tournament = ? AND number > ?", params![tournament, number])?;
    run("UPDATE entries SET number = -number - 1 WHERE tournament = ? AND number < 0", params![tournament])
}

/// Calls off the tournaments that have not begun and in which a definition of the workshop is wanted. Its id is a word of its own in
/// their JSON.
pub(super) fn end_of_variant(connection: &Connection, definition: &DefinitionId, now: i64) -> sql::Result<()> {
    let sql =
        "UPDATE tournaments SET status = 'cancelled', ended = ?2 WHERE status = 'upcoming' AND instr(wanted, ?1) > 0";
    connection.prepare_cached(sql)?.execute(params![format!("\"{definition}\""), now]).map(|_| ())
}

/// A player takes part in nothing any more, calls off what has not begun, and, if `forgotten`, is nobody any more.
pub(super) fn leave_all(connection: &Connection, player: &PlayerId, now: i64, forgotten: bool) -> sql::Result<()> {
    connection
        .prepare_cached(
            "UPDATE tournaments SET status = 'cancelled', ended = ?2 WHERE creator = ?1 AND status = 'upcoming'",
        )?
        .execute(params![player, now])?;
    let open = "SELECT tournament FROM entries JOIN tournaments ON id = tournament
        WHERE player = ? AND status IN ('upcoming', 'running')";
    let mut query = connection.prepare_cached(open)?;
    let tournaments = query.query_map([player], |row| row.get(0))?.collect::<Result<Vec<TournamentId>, _>>()?;
    for tournament in tournaments {
        change(connection, &tournament, player, EntryState::Withdrawn)?;
    }
    if forgotten {
        connection
            .prepare_cached("UPDATE entries SET player = ?2 WHERE player = ?1")?
            .execute(params![player, DELETED])?;
        connection
            .prepare_cached("UPDATE tournaments SET creator = ?2 WHERE creator = ?1")?
            .execute(params![player, DELETED])?;
    }
    Ok(())
}
