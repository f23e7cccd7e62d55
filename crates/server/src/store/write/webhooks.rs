//! What is written of webhooks: sites, and the events of which they are to hear.

use crate::domain::{HookEvent, PlayerId, Record, Seek, names};
use crate::store::rows::{color_of, status_word};
use crate::store::sql::{self, Connection, OptionalExtension, params};
use serde_json::{Value, json};
use spielraum_play::{Ending, Opponent, Status};
use spielraum_rules::Color;

/// Events that wait for one webhook, at most. What comes then is left out; the gap in the numbers shows it.
const WAITING: u32 = 100;

/// What is written of webhooks.
#[derive(Clone, Debug)]
pub(crate) enum HookWrite {
    /// A player has another webhook.
    Add {
        id: String,
        player: PlayerId,
        url: String,
        secret: String,
        events: Vec<HookEvent>,
    },
    Remove {
        id: String,
    },
    /// Calls a webhook, stopped or not, with an event that says nothing.
    Test {
        id: String,
    },
    /// An event has arrived.
    Called {
        id: String,
        number: i64,
        status: u16,
    },
    /// Calling has failed; it is tried again at a time, or never.
    Failed {
        id: String,
        status: Option<u16>,
        next: Option<i64>,
    },
    /// Nothing goes there before a time.
    Later {
        id: String,
        next: i64,
    },
}

impl HookWrite {
    /// Whether more is stored by it.
    pub(super) fn grows(&self) -> bool {
        matches!(self, Self::Add { .. })
    }

    pub(super) fn apply(&self, connection: &Connection, now: i64) -> sql::Result<()> {
        let run = |sql: &str, values: &[&dyn sql::ToSql]| connection.prepare_cached(sql)?.execute(values).map(|_| ());
        match self {
            Self::Add { id, player, url, secret, events } => run(
                "INSERT INTO webhooks (id, player, url, secret, events, created, number, next, failed)
                 VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)",
                params![id, player, url, secret, HookEvent::written(events), now],
            ),
            Self::Remove { id } => run("DELETE FROM webhooks WHERE id = ?", params![id]),
            Self::Test { id } => {
                run("UPDATE webhooks SET stopped = NULL, failed = 0, next = 0 WHERE id = ?", params![id])?;
                wait(connection, id, body("test", now, None))
            }
            Self::Called { id, number, status } => {
                // Those that were not called for the longest time come first.
                run("DELETE FROM webhook_events WHERE webhook = ? AND number = ?", params![id, number])?;
                run(
                    "UPDATE webhooks SET failed = 0, next = ?2, tried = ?2, status = ?3 WHERE id = ?1",
                    params![id, now, u32::from(*status)],
                )
            }
            Self::Failed { id, status, next } => {
                run(
                    "UPDATE webhooks SET failed = failed + 1, tried = ?2, status = ?3, next = ?4 WHERE id = ?1",
                    params![id, now, status.map(u32::from), next.unwrap_or_default()],
                )?;
                if next.is_some() {
                    return Ok(());
                }
                run("UPDATE webhooks SET stopped = ?2 WHERE id = ?1", params![id, now])?;
                run("DELETE FROM webhook_events WHERE webhook = ?", params![id])
            }
            Self::Later { id, next } => run("UPDATE webhooks SET next = ?2 WHERE id = ?1", params![id, next]),
        }
    }
}

/// The webhooks of those who play a game, and how the game stood before: its status, the number of its moves and the side to move;
/// nothing if it is new.
pub(super) struct Before {
    hooks: Vec<Hook>,
    stood: Option<(String, u32, Option<Color>)>,
}

struct Hook {
    id: String,
    player: PlayerId,
    events: Vec<HookEvent>,
}

/// The webhooks of players that are called.
fn called(connection: &Connection, players: [Option<&PlayerId>; 2]) -> sql::Result<Vec<Hook>> {
    let query = "SELECT webhooks.id, player, events FROM webhooks JOIN players ON players.id = player
         WHERE player IN (?, ?) AND stopped IS NULL AND barred IS NULL ORDER BY webhooks.created, webhooks.id";
    let read = |row: &sql::Row<'_>| {
        Ok(Hook { id: row.get(0)?, player: row.get(1)?, events: HookEvent::read(&row.get::<String>(2)?) })
    };
    connection.prepare_cached(query)?.query_map(params![players[0], players[1]], read)?.collect()
}

/// Who is to hear of a change of a game of two people, before it is stored.
pub(super) fn before(connection: &Connection, record: &Record) -> sql::Result<Before> {
    if record.pairing.opponent != Opponent::Friend {
        return Ok(Before { hooks: Vec::new(), stood: None });
    }
    let hooks = called(connection, Color::BOTH.map(|side| record.pairing.person(side)))?;
    if hooks.is_empty() {
        return Ok(Before { hooks, stood: None });
    }
    let query = "SELECT status, plies, to_move FROM games WHERE id = ?";
    let read = |row: &sql::Row<'_>| Ok((row.get(0)?, row.get(1)?, color_of(&row.get(2)?)));
    let stood = connection.prepare_cached(query)?.query_row([&record.id], read).optional()?;
    Ok(Before { hooks, stood })
}

/// The same of a game that is new.
pub(super) fn fresh(connection: &Connection, record: &Record) -> sql::Result<Before> {
    Ok(Before { stood: None, ..before(connection, record)? })
}

/// Notes the events of a game that was stored just now.
pub(super) fn changed(
    connection: &Connection,
    record: &Record,
    Before { hooks, stood }: Before,
    now: i64,
) -> sql::Result<()> {
    let status = record.status();
    let was = |status: Status| stood.as_ref().is_some_and(|(before, ..)| before == status_word(status));
    let begins = status == Status::Playing && !was(Status::Playing);
    let ends = status == Status::Finished && !was(Status::Finished);
    // Within a turn of several moves, or after a takeback within one's own turn, it is nobody's anew.
    let moved = stood.as_ref().is_some_and(|(_, plies, side)| *plies != record.plies && *side != Some(record.to_move));
    for hook in hooks {
        let Some(side) = Color::BOTH.into_iter().find(|&side| record.pairing.person(side) == Some(&hook.player)) else {
            continue;
        };
        let turn = status == Status::Playing && record.to_move == side && (begins || moved);
        let happened = [(begins, HookEvent::Started), (turn, HookEvent::Turn), (ends, HookEvent::Finished)].into_iter();
        for (_, event) in happened.filter(|(happened, event)| *happened && hook.events.contains(event)) {
            let game = game(record, side, name(connection, record.pairing.person(!side))?);
            wait(connection, &hook.id, body(event.word(), now, Some(("game", game))))?;
        }
    }
    Ok(())
}

/// Notes that a player is challenged.
pub(super) fn challenged(connection: &Connection, seek: &Seek) -> sql::Result<()> {
    let Some(challenge) = &seek.challenge else { return Ok(()) };
    for hook in called(connection, [Some(&challenge.player), None])? {
        if hook.events.contains(&HookEvent::Challenge) {
            let by = name(connection, Some(&seek.player))?;
            let said = json!({ "id": seek.id.as_str(), "by": by, "title": seek.wish.wanted.title(), "rated": seek.wish.rated });
            wait(connection, &hook.id, body(HookEvent::Challenge.word(), seek.created, Some(("challenge", said))))?;
        }
    }
    Ok(())
}

/// What is sent.
fn body(event: &str, at: i64, about: Option<(&str, Value)>) -> String {
    let mut said = json!({ "event": event, "at": at });
    if let Some((name, about)) = about {
        said[name] = about;
    }
    said.to_string()
}

/// What a site hears of a game: nothing that its players do not see.
fn game(record: &Record, side: Color, opponent: Option<String>) -> Value {
    let ending = record.progress.ending.as_ref();
    json!({
        "id": record.id.as_str(),
        "variant": record.pairing.variant,
        "title": record.pairing.title,
        "side": side.name(),
        "opponent": opponent,
        "rated": record.rated.is_some(),
        "tournament": record.tournament.as_ref().map(|id| id.as_str()),
        "plies": record.plies,
        "status": status_word(record.status()),
        "winner": ending.and_then(Ending::winner).map(Color::name),
        "reason": ending.map(Ending::code),
    })
}

/// A player's name as others see it.
fn name(connection: &Connection, player: Option<&PlayerId>) -> sql::Result<Option<String>> {
    let Some(player) = player else { return Ok(None) };
    let query = "SELECT name, EXISTS (SELECT 1 FROM accounts WHERE player = players.id) FROM players WHERE id = ?";
    let read = |row: &sql::Row<'_>| Ok(names::shown(row.get(0)?, row.get(1)?));
    connection.prepare_cached(query)?.query_row([player], read).optional()
}

/// Notes an event that is to be sent, unless too many wait.
fn wait(connection: &Connection, webhook: &str, body: String) -> sql::Result<()> {
    connection.prepare_cached("UPDATE webhooks SET number = number + 1 WHERE id = ?")?.execute([webhook])?;
    connection
        .prepare_cached(
            "INSERT INTO webhook_events (webhook, number, body) SELECT id, number, ?2 FROM webhooks
             WHERE id = ?1 AND (SELECT count(*) FROM webhook_events WHERE webhook = ?1) < ?3",
        )?
        .execute(params![webhook, body, WAITING])
        .map(|_| ())
}
