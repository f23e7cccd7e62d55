//! `spielraum restore`: a backup becomes a server's data again.

use super::serve::data_folder;
use crate::failure::{Answer, CommandResult, Failure};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `restore`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/restore.txt"))]
pub struct RestoreArgs {
    /// The backup
    file: PathBuf,
    /// The folder of the database [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl RestoreArgs {
    /// Puts the backup into a folder that has no database.
    pub fn run(self) -> CommandResult {
        let data = data_folder(self.data.as_deref())?;
        let failed = |error| Failure::input(format!("can't restore to {}: {error}", data.display()));
        spielraum_server::restore(&self.file, &data).map_err(failed)?;
        Ok(Answer::Yes)
    }
}
