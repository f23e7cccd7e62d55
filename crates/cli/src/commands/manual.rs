//! `spielraum manual`: man pages and completions, made of the command line itself.

use crate::failure::{Answer, CommandResult, Failure};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::fs::create_dir_all;
use std::path::PathBuf;

/// The arguments of `manual`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/manual.txt"))]
pub struct ManualArgs {
    /// The folder; `man1` and `completions` are made in it
    folder: PathBuf,
}

impl ManualArgs {
    /// Writes a page for the program and for each command, and a completion file for each shell.
    pub fn run(self, mut program: Command) -> CommandResult {
        let failed = |error| Failure::file("write", self.folder.display(), &error);
        let (pages, completions) = (self.folder.join("man1"), self.folder.join("completions"));
        for folder in [&pages, &completions] {
            create_dir_all(folder).map_err(failed)?;
        }
        clap_mangen::generate_to(program.clone(), pages).map_err(failed)?;
        let name = program.get_name().to_owned();
        for shell in Shell::value_variants() {
            clap_complete::generate_to(*shell, &mut program, &name, &completions).map_err(failed)?;
        }
        Ok(Answer::Yes)
    }
}
