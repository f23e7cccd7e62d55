//! Published problems, with the keys and numbers of solutions that Popeye 4 finds: facts, gathered in `problems.json`.

use serde::Deserialize;
use spielraum_rules::Rules;
use spielraum_solve::{Checkpoint, Limits, Options, Problem, Report, Solution, Stipulation, Watch, solve};
use std::time::Duration;

/// A problem and what is known of it.
#[derive(Deserialize)]
pub struct Published {
    /// Its name in Popeye's collection of examples.
    pub id: String,
    stipulation: String,
    fen: String,
    to: Option<String>,
    first_moves: Vec<String>,
    solutions: usize,
    #[serde(default)]
    set_lines: usize,
    /// The solutions with colours exchanged.
    duplex: Option<usize>,
    /// Whether it takes too long for a test.
    #[serde(default)]
    pub slow: bool,
}

/// All of them.
pub fn published() -> Vec<Published> {
    serde_json::from_str(include_str!("../problems.json")).expect("a list of problems")
}

impl Published {
    /// Solves it, and tells what differs from what is known.
    pub fn check(&self, rules: &Rules, time: Option<Duration>) -> (Report, Result<(), String>) {
        let stipulation = Stipulation::parse(&self.stipulation, rules.board()).expect("a stipulation");
        let options = Options { set_play: self.set_lines > 0, duplex: self.duplex.is_some(), ..Options::default() };
        let problem = Problem::new(rules, &self.fen, self.to.as_deref(), stipulation, options).expect("a problem");
        let watch = Watch::new(Limits { time, ..Limits::default() });
        let report = solve(&problem, &watch, &mut Checkpoint::default(), &|_, _| ());
        let moves = report.solutions.iter().filter_map(Solution::first_move);
        let mut first_moves: Vec<String> = moves.map(|m| problem.position.move_text(m)).collect();
        first_moves.sort_unstable();
        first_moves.dedup();
        let duplex = report.duplex.as_ref().map(|report| report.solutions.len());
        let found = (report.stopped, first_moves, report.solutions.len(), report.set_lines.len(), duplex);
        let known = (None, self.first_moves.clone(), self.solutions, self.set_lines, self.duplex);
        let agrees = if found == known { Ok(()) } else { Err(format!("{found:?} is found, {known:?} is known")) };
        (report, agrees)
    }
}
