//! `spielraum import`: lines of JSON become a server's data.

use super::fsck::told;
use super::serve::data_folder;
use crate::failure::{Answer, CommandResult, Failure};
use crate::progress::Progress;
use clap::Args;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

/// The arguments of `import`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/import.txt"))]
pub struct ImportArgs {
    /// The export; `-`: the standard input
    file: PathBuf,
    /// The folder of the database [default: `spielraum` in your folder for application data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl ImportArgs {
    /// Makes a database of the lines, in a folder that has none.
    pub fn run(self) -> CommandResult {
        let data = data_folder(self.data.as_deref())?;
        let input: Box<dyn BufRead> = match self.file.to_str() {
            Some("-") => Box::new(std::io::stdin().lock()),
            _ => {
                let file = File::open(&self.file);
                let failed = |error| {
                    let advice = "name a file that `spielraum export` has made; `-` is the standard input";
                    Failure::file("read", self.file.display(), &error).with_help(advice)
                };
                Box::new(BufReader::new(file.map_err(failed)?))
            }
        };
        let failed = |error| Failure::input(format!("can't import to {}: {error}", data.display()));
        let progress = Progress::open_ended();
        let tell = |games| progress.tell(&format!("{games} games looked at"));
        let imported = spielraum_server::import(input, &data, Some(std::env::current_exe()?), tell);
        progress.finish();
        let findings = imported.map_err(failed)?;
        outln!("{}", told(&findings));
        Ok(Answer::Yes)
    }
}
