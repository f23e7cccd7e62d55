//! Files that are there whole or not at all.

use crate::LearnError;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;

/// Writes a file: to one beside it first, which takes its name when all is on the disk.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(LearnError::file(path))
}

/// Makes sure that no other program writes to a file as long as this one has it open, where the file system can.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), LearnError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(LearnError::damaged(path, "is being written by another program")),
        _ => Ok(()),
    }
}
