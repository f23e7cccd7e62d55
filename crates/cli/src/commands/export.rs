//! `spielraum export`: a server's data as lines of JSON.

use super::serve::StoredArgs;
use crate::failure::{Answer, CommandResult, Failure};
use clap::Args;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// The arguments of `export`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/export.txt"))]
pub struct ExportArgs {
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
    /// Export only this player's data: an account's name or a player's id
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    stored: StoredArgs,
}

impl ExportArgs {
    /// Writes everything as it is at one moment; a server that uses it goes on.
    pub fn run(self) -> CommandResult {
        let stored = self.stored.stored()?;
        let mut out: Box<dyn Write> = match &self.file {
            Some(file) => {
                let mut options = File::options();
                // Hashes of passwords are in it.
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let made = options.write(true).create_new(true).open(file);
                Box::new(BufWriter::new(made.map_err(|error| Failure::file("make", file.display(), &error))?))
            }
            None => Box::new(BufWriter::new(std::io::stdout().lock())),
        };
        let exported = spielraum_server::export(stored.clone(), self.player.as_deref(), &mut out);
        if let (Err(_), Some(file)) = (&exported, &self.file) {
            // Half an export must not pass for one.
            let _ = std::fs::remove_file(file);
        }
        let failed = |error| Failure::input(format!("can't export {stored}: {error}"));
        exported.map_err(failed)?;
        Ok(Answer::Yes)
    }
}
