//! A copy of the database while a server may be using it.

use super::folder::private;
use super::{FILE, StoreError, schema};
use rusqlite::Connection;
use std::path::Path;

/// Copies the database in the folder `data` to the new file `to`, as it is at one moment, and checks the copy. A server
/// that uses the folder goes on meanwhile. To restore it, put the copy into a folder under the name
/// `spielraum.sqlite`.
///
/// # Errors
///
/// If there is no database of this version, `to` exists, there is no room, or the copy is not sound.
pub fn backup(data: &Path, to: &Path) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Ok(copy(data, to)?)
}

fn copy(data: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |cause| StoreError::File { path: to.to_owned(), cause };
    let source = schema::connect_current(&data.join(FILE))?;
    let name = to.to_str().ok_or_else(|| failed(std::io::Error::other("the name is no Unicode")))?;
    private().write(true).create_new(true).open(to).map_err(failed)?;
    let copied = || -> Result<(), StoreError> {
        source.execute("VACUUM INTO ?", [name])?;
        let copy = Connection::open(to)?;
        // No log belongs to it.
        copy.execute("UPDATE server_state SET in_use = 0", [])?;
        let found: String = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        drop(copy);
        if found != "ok" {
            return Err(StoreError::Refused(format!("the copy is not sound: {found}")));
        }
        std::fs::File::open(to).and_then(|file| file.sync_all()).map_err(failed)
    };
    copied().inspect_err(|_| {
        // Half a copy must not pass for one.
        let _ = std::fs::remove_file(to);
    })
}
