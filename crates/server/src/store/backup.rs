//! Copies of the database, made while a server may be using it, and their way back.

use super::check::passwords_are_affordable;
use super::folder::{Folder, private};
use super::sql::Connection;
use super::{FILE, StoreError, schema};
use std::path::Path;

/// Copies the database in the folder `data` to the new file `to`, as it is at one moment, and checks the copy. A server
/// that uses the folder goes on meanwhile.
///
/// # Errors
///
/// If there is no database of this version, `to` exists, there is no room, or the copy is not sound.
pub fn backup(data: &Path, to: &Path) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Ok(copy(&schema::connect_current(&data.join(FILE))?, to)?)
}

/// Puts a backup into the folder `data`, which is made if it does not exist. A backup of an earlier version is brought
/// up to date when a server starts. Nothing that is in the folder is changed.
///
/// # Errors
///
/// If the folder is in use or has a database, or the file is no sound database of this version or an earlier one, with its
/// schema and nothing else in it, and with passwords that can be verified at a bounded cost.
pub fn restore(from: &Path, data: &Path) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let source = Connection::from(schema::connect_any(from)?);
    passwords_are_affordable(&source)?;
    let _folder = Folder::lock(data, "`spielraum restore`")?;
    let path = data.join(FILE);
    schema::must_be_free(&path)?;
    Ok(schema::create(&path, |new| copy(source.sqlite(), new))?)
}

fn copy(source: &rusqlite::Connection, to: &Path) -> Result<(), StoreError> {
    let failed = |cause| StoreError::File { path: to.to_owned(), cause };
    let name = to.to_str().ok_or_else(|| failed(std::io::Error::other("the name is no Unicode")))?;
    private().write(true).create_new(true).open(to).map_err(failed)?;
    let copied = || -> Result<(), StoreError> {
        source.execute("VACUUM INTO ?", [name])?;
        let copy = rusqlite::Connection::open(to)?;
        schema::harden(&copy)?;
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
