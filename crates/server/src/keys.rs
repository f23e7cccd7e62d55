//! What cookies are signed with, and how long browsers are to keep them.

use crate::config::Node;
use axum_extra::extract::cookie::Key;
use sha2::{Digest, Sha512};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// How long browsers are to keep a cookie: as long as they do. The server ends sessions earlier.
pub(crate) const KEPT: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// The key of browsers in which somebody has logged in. Without it all browsers are unknown.
const DEVICES: &str = "device-key";

/// What cookies are signed with.
pub(crate) struct Keys {
    /// Those of browsers in which somebody has logged in.
    pub devices: Key,
}

impl Keys {
    /// The keys in the folder of the data; they are made if there are none.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let path = folder.join(DEVICES);
        let devices = match read(&path)? {
            Some(key) => key,
            None => make(&path)?,
        };
        Ok(Self { devices })
    }

    /// The keys that nodes with a secret in common have in common.
    pub fn of(node: &Node) -> Self {
        Self { devices: Key::from(&Sha512::digest([b"devices ", node.secret().as_bytes()].concat())) }
    }
}

/// The key in a file, if there is one.
fn read(path: &Path) -> io::Result<Option<Key>> {
    match std::fs::read(path) {
        Ok(bytes) => Key::try_from(&*bytes).map(Some).map_err(|error| {
            let why = format!("{} is no key ({error}); delete it, and the server makes another one", path.display());
            io::Error::new(io::ErrorKind::InvalidData, why)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes a key in a file that nobody else may read. Whatever happens meanwhile, the file is there whole or not at all.
fn make(path: &Path) -> io::Result<Key> {
    let key = Key::from(&rand::random::<[[u8; 32]; 2]>().concat());
    let part = path.with_extension("part");
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.write(true).create_new(true).open(&part)?;
    file.write_all(key.master())?;
    file.sync_all()?;
    std::fs::rename(&part, path)?;
    Ok(key)
}
