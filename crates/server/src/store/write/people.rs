//! What is written of people: names, reports, and that somebody goes.

use crate::domain::ids::DELETED;
use crate::domain::{PlayerId, names};
use crate::store::lived::LIVED;
use crate::store::sql::{self, Connection, params};

/// The former names that are kept for one account.
const FORMER_EACH: u32 = 3;

/// Reports that wait to be dealt with: of one account, of one guest, by accounts and by guests about one player, and by
/// guests in all.
const REPORTS_OF_ACCOUNT: u32 = 50;
const REPORTS_OF_GUEST: u32 = 5;
const ACCOUNTS_REPORTS_ABOUT: u32 = 100;
const GUESTS_REPORTS_ABOUT: u32 = 20;
const GUESTS_REPORTS: u32 = 1_000;

/// Gives a player another name. An account's current name stays `keeper`'s for a time, or nobody's.
pub(super) fn rename(connection: &Connection, id: &PlayerId, name: &str, keeper: Option<&PlayerId>) -> sql::Result<()> {
    let run = |sql: &str, values: &[&dyn sql::ToSql]| connection.prepare_cached(sql)?.execute(values);
    run("UPDATE players SET name = ?2 WHERE id = ?1", params![id, name])?;
    let skeleton = names::skeleton(name);
    run(
        &format!(
            "INSERT INTO former_names (skeleton, player, since)
                SELECT skeleton, ?2, {LIVED} FROM accounts WHERE player = ?1 AND skeleton <> ?3
             ON CONFLICT (skeleton) DO UPDATE SET player = excluded.player, since = excluded.since"
        ),
        params![id, keeper, skeleton],
    )?;
    let renamed = run("UPDATE accounts SET name = ?2, skeleton = ?3 WHERE player = ?1", params![id, name, skeleton])?;
    if renamed > 0 {
        run("DELETE FROM former_names WHERE skeleton = ?", params![skeleton])?;
    }
    run(
        "DELETE FROM former_names WHERE player = ?1 AND skeleton NOT IN
            (SELECT skeleton FROM former_names WHERE player = ?1 ORDER BY since DESC LIMIT ?2)",
        params![id, FORMER_EACH],
    )?;
    Ok(())
}

/// Stores a report, unless the same one waits already, or as many wait as may: what guests report never takes the place of
/// what accounts report.
pub(super) fn report(
    connection: &Connection,
    id: &str,
    [reporter, player]: [&PlayerId; 2],
    [game, reason, text]: [&str; 3],
    now: i64,
) -> sql::Result<()> {
    let count = |sql: &str, values: &[&dyn sql::ToSql]| -> sql::Result<u32> {
        connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))
    };
    // Of messages each may be reported.
    let same = "SELECT count(*) FROM reports WHERE reporter = ?1 AND player = ?2 AND game = ?3
        AND CASE ?4 WHEN 'chat' THEN reason = 'chat' AND text = ?5 ELSE reason <> 'chat' END";
    let account = count("SELECT count(*) FROM accounts WHERE player = ?", params![reporter])? > 0;
    let by_reporter = count("SELECT count(*) FROM reports WHERE reporter = ?", params![reporter])?;
    let about = count(
        "SELECT count(*) FROM reports WHERE player = ?1
            AND ?2 = EXISTS (SELECT 1 FROM accounts WHERE accounts.player = reporter)",
        params![player, account],
    )?;
    let by_guests =
        "SELECT count(*) FROM reports WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.player = reporter)";
    let room = match account {
        true => by_reporter < REPORTS_OF_ACCOUNT && about < ACCOUNTS_REPORTS_ABOUT,
        false => {
            by_reporter < REPORTS_OF_GUEST
                && about < GUESTS_REPORTS_ABOUT
                && count(by_guests, params![])? < GUESTS_REPORTS
        }
    };
    if !room || count(same, params![reporter, player, game, reason, text])? > 0 {
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT INTO reports (id, reporter, player, game, reason, text, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![id, reporter, player, game, reason, text, now])
        .map(|_| ())
}

/// Removes a player with all games that are theirs alone, and gives the others to nobody. Sessions, blocks, reports
/// and what is published go with the player, except what was taken down.
pub(super) fn forget(connection: &Connection, player: &PlayerId) -> sql::Result<()> {
    connection
        .prepare_cached("DELETE FROM games WHERE creator = ? AND (opponent <> 'friend' OR status = 'open')")?
        .execute([player])?;
    connection
        .prepare_cached(
            "UPDATE games SET white = CASE white WHEN ?1 THEN ?2 ELSE white END,
                black = CASE black WHEN ?1 THEN ?2 ELSE black END,
                creator = CASE creator WHEN ?1 THEN ?2 ELSE creator END WHERE white = ?1 OR black = ?1 OR creator = ?1",
        )?
        .execute(params![player, DELETED])?;
    // The ratings of the others follow from these games.
    connection.prepare_cached("UPDATE rated SET player = ?2 WHERE player = ?1")?.execute(params![player, DELETED])?;
    // What was taken down stays down.
    connection
        .prepare_cached("UPDATE published SET player = ?2 WHERE player = ?1 AND taken_down IS NOT NULL")?
        .execute(params![player, DELETED])?;
    connection.prepare_cached("DELETE FROM accounts WHERE player = ?")?.execute([player])?;
    connection.prepare_cached("DELETE FROM players WHERE id = ?1 AND id <> ?2")?.execute(params![player, DELETED])?;
    Ok(())
}
