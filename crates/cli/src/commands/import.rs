//! `spielraum import`: other programs' variants become definitions, lines of JSON a server's data.

use super::fsck::told;
use super::import_variants;
use super::serve::StoredArgs;
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
    /// Fairy-Stockfish's variants (*.ini), or a server's export; `-`: an export on the standard input
    file: PathBuf,
    /// Of variants, the one to print as a definition; without it all are listed
    name: Option<String>,
    /// Of variants, the folder for the definitions
    #[arg(long, value_name = "DIR", conflicts_with_all = ["data", "store"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    stored: StoredArgs,
}

impl ImportArgs {
    /// Reads a file of variants, or makes a database of the lines of an export, where none is.
    pub fn run(self) -> CommandResult {
        if self.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ini")) {
            return import_variants::run(&self.file, self.name.as_deref(), self.out.as_deref());
        }
        if self.name.is_some() || self.out.is_some() {
            let advice = "a name and `--out` belong to a file of variants, which ends in .ini";
            return Err(
                Failure::input(format!("`{}` is read as a server's export", self.file.display())).with_help(advice)
            );
        }
        let stored = self.stored.stored()?;
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
        let failed = |error| Failure::input(format!("can't import to {stored}: {error}"));
        let progress = Progress::open_ended();
        let tell = |games| progress.tell(&format!("{games} games looked at"));
        let imported = spielraum_server::import(input, stored.clone(), Some(std::env::current_exe()?), tell);
        progress.finish();
        let findings = imported.map_err(failed)?;
        outln!("{}", told(&findings));
        Ok(Answer::Yes)
    }
}
