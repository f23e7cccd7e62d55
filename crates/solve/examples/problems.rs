//! Solves the published problems that take too long for a test, or those whose names are given, or `all`, and reports how long
//! each takes.

#[path = "../tests/published/mod.rs"]
mod published;

use std::process::ExitCode;
use std::time::Duration;

/// A problem that takes longer is reported as unsolved.
const LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let rules = spielraum_testkit::rules("chess");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let mut code = ExitCode::SUCCESS;
    for problem in published::published() {
        let wanted =
            if asked.is_empty() { problem.slow } else { asked.iter().any(|id| *id == problem.id || id == "all") };
        if !wanted {
            continue;
        }
        let (report, agrees) = problem.check(&rules, Some(LIMIT));
        let told = agrees.as_ref().map_or_else(String::as_str, |()| "agrees");
        println!("{:<18} {:>8.2} s {:>11} positions  {told}", problem.id, report.elapsed.as_secs_f64(), report.nodes);
        if agrees.is_err() {
            code = ExitCode::FAILURE;
        }
    }
    code
}
