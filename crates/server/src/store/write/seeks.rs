//! What is written of the lobby.

use super::{mail, webhooks};
use crate::domain::{DefinitionId, Seek};
use crate::store::lived::LIVED;
use crate::store::rows::{control_columns, word};
use crate::store::sql::{self, Connection, params};

/// Stores a new seek.
pub(super) fn insert(connection: &Connection, seek: &Seek) -> sql::Result<()> {
    let wanted = serde_json::to_string(&seek.wish.wanted).unwrap_or_default();
    let [initial, increment, each] = control_columns(seek.wish.control);
    connection
        .prepare_cached(&format!(
            "INSERT INTO seeks (id, player, wanted, side, initial_ms, increment_ms, move_ms, created, rated, help, least, most,
                challenged, begun) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {LIVED})"
        ))?
        .execute(params![
            seek.id,
            seek.player,
            wanted,
            word(seek.wish.side),
            initial,
            increment,
            each,
            seek.created,
            seek.wish.rated,
            seek.wish.help,
            seek.wish.range.least,
            seek.wish.range.most,
            seek.challenge.as_ref().map(|challenge| &challenge.player),
        ])?;
    webhooks::challenged(connection, seek)?;
    mail::challenged(connection, seek)
}

/// Ends the seeks in which a definition of the workshop is wanted. Its id is a word of its own in their JSON.
pub(super) fn end_of_variant(connection: &Connection, definition: &DefinitionId) -> sql::Result<()> {
    connection
        .prepare_cached("DELETE FROM seeks WHERE replace(wanted, ?, '') <> wanted")?
        .execute([format!("\"{definition}\"")])
        .map(|_| ())
}
