//! `spielraum worker`: searches for servers on a database of PostgreSQL.

use super::serve::{LogForm, need_endgames, postgres, start_log, told_to_end};
use crate::failure::{Answer, CommandResult, Failure};
use clap::Args;
use spielraum_server::{Postgres, Worker, WorkerSettings};
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `worker`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/worker.txt"))]
pub struct WorkerArgs {
    /// The PostgreSQL database of the servers, postgres://user@host/database [env: SPIELRAUM_STORE]
    #[arg(long, value_name = "URL")]
    store: Option<Postgres>,
    /// How many searches run at once, two at the least; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    engines: u16,
    /// The memory of each search's hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// Use the endgame tables of this folder, which has a subfolder for each game, such as endgames/chess
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// The format of the log on stderr; RUST_LOG sets its level [default level: info]
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
}

impl WorkerArgs {
    /// Searches until it is asked to end (Ctrl-C, SIGTERM).
    pub fn run(self) -> CommandResult {
        let (_log, _traces) = start_log(self.log)?;
        need_endgames(self.endgames.as_deref())?;
        let Some(postgres) = postgres(self.store.as_ref())? else {
            let help = "name it: `--store postgres://user@host/database`, as the servers do";
            return Err(Failure::input("a worker needs the PostgreSQL database of the servers").with_help(help));
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let end = runtime.block_on(async { told_to_end() })?;
        let (engines, hash_mb, endgames) = (self.engines.into(), self.hash.into(), self.endgames);
        let worker =
            Worker::start(WorkerSettings { database: postgres, engines, hash_mb, endgames }).map_err(Failure::input)?;
        writeln!(std::io::stdout(), "Spielraum: a worker with {} searches at once", worker.searches())?;
        std::io::stdout().flush()?;
        runtime.block_on(end);
        worker.end();
        Ok(Answer::Yes)
    }
}
