//! `spielraum backup`: a copy of a server's data.

use super::serve::{data_folder, postgres};
use crate::failure::{Answer, CommandResult, Failure};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `backup`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/backup.txt"))]
pub struct BackupArgs {
    /// The file to write
    file: PathBuf,
    /// The folder of the database [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl BackupArgs {
    /// Copies the database as it is at one moment; a server that uses it goes on.
    pub fn run(self) -> CommandResult {
        let data = match postgres(None)? {
            Some(_) if self.data.is_none() => {
                let help = "`pg_dump` makes one of PostgreSQL while the server runs: docs/operate/postgresql.md";
                return Err(Failure::input("`backup` copies a file of SQLite").with_help(help));
            }
            _ => data_folder(self.data.as_deref())?,
        };
        let failed = |error| Failure::input(format!("can't back up {}: {error}", data.display()));
        spielraum_server::backup(&data, &self.file).map_err(failed)?;
        Ok(Answer::Yes)
    }
}
