//! `spielraum check`: are these definition files sound?

use crate::failure::{Answer, CommandResult, print_report};
use clap::Args;
use spielraum_arcade::{Game, Source};
use spielraum_language::Report;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The arguments of `check`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/check.txt"))]
pub struct CheckArgs {
    /// Definition files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl CheckArgs {
    /// Checks every file and reports every diagnostic.
    pub fn run(self) -> CommandResult {
        let mut sound = true;
        for path in &self.files {
            match check(path) {
                Ok(summary) => writeln!(std::io::stdout(), "{}: sound; {summary}", path.display())?,
                Err((choice, report)) => {
                    sound = false;
                    writeln!(std::io::stdout(), "{}: {}{choice}", path.display(), counted(&report))?;
                    print_report(&report);
                }
            }
        }
        Ok(if sound { Answer::Yes } else { Answer::No })
    }
}

fn counted(report: &Report) -> String {
    crate::view::counted(report.diagnostics().len(), "fault")
}

/// A summary of the game; or the choice of an option under which it is faulty, and how.
fn check(path: &Path) -> Result<String, (String, Report)> {
    let game = Game::load(Source::File(path), &[]).map_err(|report| (String::new(), report))?;
    let mut choices = 0;
    for option in game.definition().options().iter().filter(|option| !option.fixed) {
        for value in option.samples().iter().filter(|value| **value != option.default) {
            choices += 1;
            let setting = (option.name.clone(), value.clone());
            let shown = format!(" with {}={value}", option.name);
            Game::load(Source::File(path), &[setting]).map_err(|report| (shown, report))?;
        }
    }
    let rules = game.rules();
    let moves = rules.start().legal_moves().len();
    let cells = rules.board().len();
    let types = rules.spec().pieces.len();
    let tried = if choices == 0 { String::new() } else { format!(", {choices} other choices of options") };
    Ok(format!("{}: {cells} cells, {types} types of pieces, {moves} first moves{tried}", game.title()))
}
