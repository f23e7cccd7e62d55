//! The administrator's side of the socket.

use super::{Ask, LONGEST, SOCKET, Table};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks the server that runs on the data in a folder.
///
/// # Errors
///
/// If no server runs there, this user may not ask it, or it refuses; the text says what to do.
pub fn ask(data: &Path, ask: &Ask) -> Result<Table, Box<dyn std::error::Error + Send + Sync>> {
    let path = data.join(SOCKET);
    let mut stream = UnixStream::connect(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => {
            format!("no server runs on the data in {}: start it, or name the folder of another one", data.display())
        }
        io::ErrorKind::PermissionDenied => {
            format!("{} is another user's: be the user that the server runs as", path.display())
        }
        _ => format!("{}: {error}", path.display()),
    })?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut line = serde_json::to_string(ask)?;
    line.push('\n');
    stream.write_all(line.as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream.take(LONGEST)).read_line(&mut answer)?;
    if answer.is_empty() {
        return Err("the server ended before it answered".into());
    }
    Ok(serde_json::from_str::<Result<Table, String>>(&answer)??)
}
