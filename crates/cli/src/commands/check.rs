//! `spielraum check`: are these definition files sound?

use crate::failure::{Answer, CommandResult, print_faults};
use clap::Args;
use spielraum_language::{Game, Report, Source};
use spielraum_rules::Rules;
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
    /// Checks every file and tells every fault.
    pub fn run(self) -> CommandResult {
        let mut sound = true;
        for path in &self.files {
            match check(path) {
                Ok(summary) => writeln!(std::io::stdout(), "{}: sound; {summary}", path.display())?,
                Err((choice, report)) => {
                    sound = false;
                    writeln!(std::io::stdout(), "{}: {}{choice}", path.display(), faults(&report))?;
                    print_faults(&report);
                }
            }
        }
        Ok(if sound { Answer::Yes } else { Answer::No })
    }
}

fn faults(report: &Report) -> String {
    crate::view::counted(report.faults().len(), "fault")
}

/// A summary of the game; or the choice of an option under which there are faults, and these.
fn check(path: &Path) -> Result<String, (String, Report)> {
    let (game, rules) = try_with(path, &[]).map_err(|report| (String::new(), report))?;
    let mut choices = 0;
    for option in game.options().iter().filter(|option| !option.fixed) {
        for value in option.values.iter().filter(|value| **value != option.default) {
            choices += 1;
            let setting = (option.name.clone(), value.clone());
            let shown = format!(" with {}={value}", option.name);
            try_with(path, &[setting]).map_err(|report| (shown, report))?;
        }
    }
    let moves = rules.start().legal_moves().len();
    let cells = rules.board().len();
    let types = rules.spec().pieces.len();
    let tried = if choices == 0 { String::new() } else { format!(", {choices} other choices of options") };
    Ok(format!("{}: {cells} cells, {types} types of pieces, {moves} first moves{tried}", game.title()))
}

fn try_with(path: &Path, settings: &[(String, String)]) -> Result<(Game, Rules), Report> {
    let game = spielraum_language::load(Source::File(path), settings)?;
    let rules = game.rules()?;
    Ok((game, rules))
}
