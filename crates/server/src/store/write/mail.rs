//! What is written of notices: what players are to be notified of, addresses for e-mail, letters and their links, devices.

use crate::domain::{Choices, Device, Language, LinkId, LinkKind, NoticeKind, PlayerId, Record, Seek, SessionId, Way};
use crate::store::rows::status_word;
use crate::store::sql::{self, Connection, OptionalExtension, params};
use crate::time::milliseconds;
use spielraum_play::{Clocks, Opponent, Status, TimeControl};
use spielraum_rules::Color;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

/// What waits for so long is not sent any more, in milliseconds.
const STALE_LETTERS: i64 = DAY;
const STALE_NOTICES: i64 = 7 * DAY;

/// How long before the end a player is notified that time runs out: this part of the time for a move, and a day at most. Of a
/// shorter time nobody is notified.
const WARNING_PART: i64 = 4;
const SHORTEST_WARNING: i64 = HOUR;

/// So often in a row the server of an address refuses notices before the address counts as not confirmed.
pub(super) const REFUSALS: u32 = 10;

/// Devices of one player.
const DEVICES: u32 = 8;

/// So often in a row a device can't be reached before it is removed.
pub(super) const MISSED: u32 = 20;

/// How a game stood before it changed: its status and the number of its moves; nothing if it is new.
pub(super) type Standing = Option<(String, u32)>;

/// How a stored game stands, if its players may be notified of what happens in it.
pub(super) fn standing(connection: &Connection, record: &Record) -> sql::Result<Standing> {
    if !concerns(record) {
        return Ok(None);
    }
    connection
        .prepare_cached("SELECT status, plies FROM games WHERE id = ?")?
        .query_row([&record.id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Whether people are notified of what happens in a game: two who need not be there at once.
fn concerns(record: &Record) -> bool {
    record.pairing.opponent == Opponent::Friend && !record.pairing.control.is_some_and(TimeControl::is_live)
}

/// Notes what the players of a game that is stored are to be notified of, in place of what they were before.
pub(super) fn changed(connection: &Connection, record: &Record, before: Standing) -> sql::Result<()> {
    let (status, id) = (record.status(), &record.id);
    let was = before.as_ref().map(|(status, _)| status.as_str());
    if !concerns(record) {
        return Ok(());
    }
    let deadline = deadline(record);
    if before == Some((status_word(status).to_owned(), record.plies)) {
        // An offer is nothing; a clock that stands still moves the end.
        let query = "UPDATE notices SET due = ?2 WHERE game = ?1 AND kind = 'deadline'";
        return match deadline {
            Some(due) => connection.prepare_cached(query)?.execute(params![id, due]).map(|_| ()),
            None => Ok(()),
        };
    }
    connection.prepare_cached("DELETE FROM notices WHERE game = ?")?.execute([id])?;
    let tell = |side: Color, kind: NoticeKind, due: i64| -> sql::Result<()> {
        let wanted = match kind {
            NoticeKind::Turn => "turns <> 'never'",
            NoticeKind::Deadline => "deadlines = 1",
            NoticeKind::Begun | NoticeKind::Over | NoticeKind::Challenge => "games = 1",
        };
        let Some(player) = record.pairing.person(side) else { return Ok(()) };
        notify(connection, player, ("game", id.as_str()), (kind, wanted), due)
    };
    let now = record.updated;
    match status {
        Status::Open => Ok(()),
        Status::Playing => {
            let side = record.to_move;
            tell(side, NoticeKind::Turn, now)?;
            if let Some(due) = deadline {
                tell(side, NoticeKind::Deadline, due)?;
            }
            if was != Some(status_word(Status::Playing)) {
                tell(!side, NoticeKind::Begun, now)?;
            }
            Ok(())
        }
        Status::Finished => Color::BOTH.into_iter().try_for_each(|side| tell(side, NoticeKind::Over, now)),
    }
}

/// Notes that a player is to be notified of a challenge, unless both have to be there at once.
pub(super) fn challenged(connection: &Connection, seek: &Seek) -> sql::Result<()> {
    match &seek.challenge {
        Some(challenge) if !seek.wish.is_live() => {
            let kind = (NoticeKind::Challenge, "games = 1");
            notify(connection, &challenge.player, ("seek", seek.id.as_str()), kind, seek.created)
        }
        _ => Ok(()),
    }
}

/// Notes that a player is to be notified of something in a game or of a seek, which is the column: by e-mail if that is
/// wanted, and on devices.
fn notify(
    connection: &Connection,
    player: &PlayerId,
    (column, id): (&str, &str),
    (kind, wanted): (NoticeKind, &str),
    due: i64,
) -> sql::Result<()> {
    let by_mail = format!("mail_addresses WHERE player = ?1 AND confirmed IS NOT NULL AND {wanted}");
    let to_devices = "push_devices WHERE player = ?1".to_owned();
    for (way, readers) in [(Way::Mail, by_mail), (Way::Push, to_devices)] {
        let query = format!(
            "INSERT INTO notices (player, about, {column}, kind, way, due)
             SELECT DISTINCT player, ?2, ?2, ?3, ?4, ?5 FROM {readers}
             ON CONFLICT (player, about, kind, way) DO NOTHING"
        );
        connection.prepare_cached(&query)?.execute(params![player, id, kind.word(), way.word(), due])?;
    }
    Ok(())
}

/// When the side to move is to be notified that time runs out, if at all.
fn deadline(record: &Record) -> Option<i64> {
    let Some(TimeControl::PerMove(each)) = record.pairing.control else { return None };
    let (_, falls) = record.progress.clocks.as_ref().and_then(Clocks::falls)?;
    let warning = (milliseconds(each) / WARNING_PART).min(DAY);
    (warning >= SHORTEST_WARNING).then(|| milliseconds(falls) - warning)
}

/// Gives an account an address, which is to be confirmed. What was to go to another one does not.
pub(super) fn set_address(
    connection: &Connection,
    player: &PlayerId,
    address: &str,
    language: Language,
    unsubscribe: &str,
) -> sql::Result<()> {
    forget_waiting(connection, player)?;
    let Choices { turns, games, deadlines } = Choices::USUAL;
    connection
        .prepare_cached(
            "INSERT INTO mail_addresses
                (player, address, confirmed, language, turns, games, deadlines, unsubscribe, next, digest, failed)
             VALUES (?, ?, NULL, ?, ?, ?, ?, ?, 0, 0, 0)
             ON CONFLICT (player) DO UPDATE SET address = excluded.address, confirmed = NULL, language = excluded.language,
                unsubscribe = excluded.unsubscribe, next = 0, digest = 0, failed = 0",
        )?
        .execute(params![player, address, language.word(), turns.word(), games, deadlines, unsubscribe])
        .map(|_| ())
}

pub(super) fn remove_address(connection: &Connection, player: &PlayerId) -> sql::Result<()> {
    forget_waiting(connection, player)?;
    connection.prepare_cached("DELETE FROM mail_addresses WHERE player = ?")?.execute([player]).map(|_| ())
}

/// Removes what is to be sent to a player by e-mail, and links that were sent.
fn forget_waiting(connection: &Connection, player: &PlayerId) -> sql::Result<()> {
    for what in ["notices WHERE way = 'mail' AND", "letters WHERE", "mail_links WHERE"] {
        connection.prepare_cached(&format!("DELETE FROM {what} player = ?"))?.execute([player])?;
    }
    Ok(())
}

/// Adds a device; one too many takes the place of the oldest.
pub(super) fn add_device(
    connection: &Connection,
    (player, session): (&PlayerId, &SessionId),
    device: &Device,
    now: i64,
) -> sql::Result<()> {
    let Device { id, endpoint, public, auth, language, .. } = device;
    connection
        .prepare_cached(
            "INSERT INTO push_devices (id, player, session, endpoint, public, auth, language, created, next, failed)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
             ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, session = excluded.session,
                public = excluded.public, auth = excluded.auth, language = excluded.language, created = excluded.created,
                next = 0, failed = 0",
        )?
        .execute(params![id, player, session, endpoint, public, auth, language.word(), now])?;
    connection
        .prepare_cached(
            "DELETE FROM push_devices WHERE player = ?1 AND id NOT IN
                (SELECT id FROM push_devices WHERE player = ?1 ORDER BY created DESC, id LIMIT ?2)",
        )?
        .execute(params![player, DEVICES])
        .map(|_| ())
}

/// Stores which notices a player wants, and removes what waits of the others.
pub(super) fn choose(connection: &Connection, player: &PlayerId, choices: Choices) -> sql::Result<()> {
    let Choices { turns, games, deadlines } = choices;
    connection
        .prepare_cached("UPDATE mail_addresses SET turns = ?2, games = ?3, deadlines = ?4 WHERE player = ?1")?
        .execute(params![player, turns.word(), games, deadlines])?;
    connection
        .prepare_cached(
            "DELETE FROM notices WHERE player = ?1 AND way = 'mail' AND EXISTS (SELECT 1 FROM mail_addresses AS a
                WHERE a.player = ?1 AND CASE kind WHEN 'turn' THEN CASE turns WHEN 'never' THEN 0 ELSE 1 END
                    WHEN 'deadline' THEN deadlines ELSE games END = 0)",
        )?
        .execute([player])
        .map(|_| ())
}

/// The address to which a link was sent is its reader's.
pub(super) fn confirm(connection: &Connection, link: &LinkId, now: i64) -> sql::Result<()> {
    connection
        .prepare_cached(
            "UPDATE mail_addresses SET confirmed = ?2, failed = 0 WHERE EXISTS (SELECT 1 FROM mail_links
                WHERE token = ?1 AND mail_links.player = mail_addresses.player AND mail_links.address = mail_addresses.address)",
        )?
        .execute(params![link, now])?;
    connection
        .prepare_cached(
            "DELETE FROM mail_links WHERE kind = ?2 AND player = (SELECT player FROM mail_links WHERE token = ?1)",
        )?
        .execute(params![link, LinkKind::Confirm.word()])
        .map(|_| ())
}

/// What has waited too long, and links that nobody can follow any more.
pub(super) fn remove_stale(connection: &Connection, now: i64) -> sql::Result<()> {
    for (query, before) in [
        ("DELETE FROM mail_links WHERE expires < ?", now),
        ("DELETE FROM letters WHERE created < ?", now - STALE_LETTERS),
        ("DELETE FROM notices WHERE due < ?", now - STALE_NOTICES),
    ] {
        connection.prepare_cached(query)?.execute([before])?;
    }
    Ok(())
}
