//! What is written of the shelf.

use super::seeks::end_of_variant;
use crate::domain::{DefinitionId, PlayerId};
use crate::store::lived::LIVED;
use crate::store::sql::{self, Connection, OptionalExtension, params};

/// Publishes a definition, in the place of another one of the same player if that is asked for. A version with another title or
/// summary waits for its first play as a new game does: what the shelf's cards say has been seen by somebody else.
pub(super) fn publish(
    connection: &Connection,
    definition: &DefinitionId,
    player: &PlayerId,
    summary: &str,
    replaces: Option<&DefinitionId>,
) -> sql::Result<()> {
    let now = crate::time::now();
    if let Some(old) = replaces {
        let before: Option<String> = connection
            .prepare_cached("SELECT summary FROM published WHERE definition = ? AND player = ? AND taken_down IS NULL")?
            .query_row(params![old, player], |row| row.get(0))
            .optional()?;
        if let Some(before) = before {
            let alike = ["title", "summary"].iter().all(|what| told(&before, what) == told(summary, what));
            connection
                .prepare_cached(
                    "UPDATE published SET definition = ?1, summary = ?2, updated = ?3, shown = CASE ?4 WHEN 1 THEN shown END
                     WHERE definition = ?5",
                )?
                .execute(params![definition, summary, now, alike, old])?;
            return let_go(connection, old, now);
        }
    }
    connection
        .prepare_cached(
            "INSERT INTO published (definition, player, summary, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
        )?
        .execute(params![definition, player, summary, now])
        .map(|_| ())
}

/// What a summary says, such as its title.
pub(crate) fn told(summary: &str, what: &str) -> Option<String> {
    let summary: serde_json::Value = serde_json::from_str(summary).ok()?;
    Some(summary.get(what)?.as_str()?.to_owned())
}

/// Unpublishes a definition of a player.
pub(super) fn unpublish(
    connection: &Connection,
    definition: &DefinitionId,
    player: &PlayerId,
    now: i64,
) -> sql::Result<()> {
    connection
        .prepare_cached("DELETE FROM published WHERE definition = ? AND player = ? AND taken_down IS NULL")?
        .execute(params![definition, player])?;
    let_go(connection, definition, now)
}

/// A definition that the shelf has kept is kept as long as any other from now on. Nobody seeks it any more.
fn let_go(connection: &Connection, definition: &DefinitionId, now: i64) -> sql::Result<()> {
    end_of_variant(connection, definition)?;
    connection
        .prepare_cached(&format!("UPDATE definitions SET used = ?2, asked = {LIVED} WHERE id = ?1"))?
        .execute(params![definition, now])
        .map(|_| ())
}
