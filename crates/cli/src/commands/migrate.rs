//! `spielraum migrate`: a server's data from SQLite to PostgreSQL, or back.

use crate::failure::{Answer, CommandResult, Failure};
use crate::progress::Progress;
use clap::Args;
use spielraum_server::Stored;

/// The arguments of `migrate`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/migrate.txt"))]
pub struct MigrateArgs {
    /// The database to copy: sqlite:FOLDER or postgres://user@host/database
    #[arg(long, value_name = "DATABASE")]
    from: Stored,
    /// The database to make, named in the same way; there must be nothing in it
    #[arg(long, value_name = "DATABASE")]
    to: Stored,
}

impl MigrateArgs {
    /// Copies every row of every table, and compares what was written with what was read.
    pub fn run(self) -> CommandResult {
        let progress = Progress::open_ended();
        let tell = |table: &str, rows| progress.tell(&format!("{table}: {rows} rows"));
        let migrated = spielraum_server::migrate(&self.from, &self.to, tell);
        progress.finish();
        let failed = |error| Failure::input(format!("can't migrate {} to {}: {error}", self.from, self.to));
        for table in migrated.map_err(failed)? {
            outln!("{:>10} {:032x} {}", table.rows, table.digest, table.table);
        }
        Ok(Answer::Yes)
    }
}
