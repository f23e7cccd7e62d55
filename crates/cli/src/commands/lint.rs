//! `spielraum lint`: what is sound in definition files but surely not meant.

use crate::failure::{Answer, CommandResult, Failure, print_diagnostic, print_report};
use crate::view::counted;
use clap::Args;
use spielraum_arcade::{Game, Source, lint};
use std::path::PathBuf;

/// The arguments of `lint`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/lint.txt"))]
pub struct LintArgs {
    /// Definition files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl LintArgs {
    /// Looks over every file.
    pub fn run(self) -> CommandResult {
        let mut clean = true;
        for path in &self.files {
            let shown = path.display();
            match Game::load(Source::File(path), &[]) {
                Err(report) => {
                    clean = false;
                    outln!("{shown}: {}", counted(report.diagnostics().len(), "fault"));
                    print_report(&report);
                }
                Ok(_) => {
                    let warnings = lint(Source::File(path), &[]).map_err(Failure::Definition)?;
                    clean &= warnings.is_empty();
                    match warnings.len() {
                        0 => outln!("{shown}: no warnings"),
                        count => outln!("{shown}: {}", counted(count, "warning")),
                    }
                    warnings.iter().for_each(print_diagnostic);
                }
            }
        }
        Ok(if clean { Answer::Yes } else { Answer::No })
    }
}
