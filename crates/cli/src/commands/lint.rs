//! `spielraum lint`: what is sound in definition files but surely not meant.

use crate::failure::{Answer, CommandResult, print_diagnostic, print_report};
use crate::view::counted;
use clap::Args;
use spielraum_arcade::{Game, Source};
use spielraum_catalogue::Compile;
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
                Ok(game) => {
                    let over = game.definition().playable().err();
                    let doubts = game.definition().doubts();
                    let count = doubts.len() + over.iter().map(|report| report.diagnostics().len()).sum::<usize>();
                    clean &= count == 0;
                    match count {
                        0 => outln!("{shown}: nothing to doubt"),
                        _ => outln!("{shown}: {}", counted(count, "doubt")),
                    }
                    over.iter().for_each(print_report);
                    doubts.iter().for_each(print_diagnostic);
                }
            }
        }
        Ok(if clean { Answer::Yes } else { Answer::No })
    }
}
