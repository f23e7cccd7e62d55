//! The folder of the data: one program at a time, and nobody else's to read.

use super::StoreError;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The database.
pub(super) const FILE: &str = "spielraum.sqlite";

const LOCK: &str = "lock";

/// A folder that no other program can use as long as this is there. The system gives it back when the process ends,
/// however it ends.
#[derive(Debug)]
pub(super) struct Folder {
    _lock: File,
}

impl Folder {
    /// Makes the folder if it does not exist, and locks it under a name for others, such as the address of a server.
    pub fn lock(path: &Path, who: &str) -> Result<Self, StoreError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |cause| StoreError::File { path, cause }
        };
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).map_err(failed(path))?;
        let file = path.join(LOCK);
        let mut lock = private().read(true).write(true).create(true).open(&file).map_err(failed(&file))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Where locks keep others from reading, too, nobody can say who it is.
                let _ = lock.read_to_string(&mut holder);
                let holder = if holder.is_empty() { "of which nothing is known".to_owned() } else { holder };
                return Err(StoreError::Held { holder: holder.trim().to_owned(), another: "folder" });
            }
            Err(TryLockError::Error(cause)) => return Err(failed(&file)(cause)),
        }
        let since = httpdate::fmt_http_date(SystemTime::now());
        let holder = format!("process {}, {who}, since {since}\n", std::process::id());
        let mut told = || -> std::io::Result<()> {
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(holder.as_bytes())
        };
        // On a full disk the lock holds all the same.
        if let Err(error) = told() {
            tracing::warn!(%error, "can't write down who uses the folder");
        }
        Ok(Self { _lock: lock })
    }
}

/// How files are made that only the server's user may read.
pub(super) fn private() -> OpenOptions {
    #[allow(unused_mut, reason = "permissions are those of Unix")]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Takes from everybody else what a file of an earlier release allowed them.
pub(super) fn make_private(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let failed = |cause| StoreError::File { path: path.to_owned(), cause };
        let metadata = std::fs::metadata(path).map_err(failed)?;
        if metadata.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).map_err(failed)?;
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// The name of a file that belongs to another one, such as a write-ahead log.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
