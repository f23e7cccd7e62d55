//! Problems with fairy pieces and conditions, written as Popeye's users write them, with the numbers of solutions that Popeye 4.101 finds: keys of
//! battle play, or lines of other play with those of the set play and of the other colour that are asked for.

use spielraum_solve::{Checkpoint, Limits, Options, Report, Watch, read_popeye, solve};

/// A line: stipulation, conditions, options, the placement or list of pieces with Popeye's English letters, and the number of solutions.
const TABLE: &str = include_str!("popeye_input.txt");

fn count(report: &Report, is_battle: bool) -> usize {
    let set = if is_battle { 0 } else { report.set_lines.len() };
    set + report.solutions.len() + report.duplex.as_deref().map_or(0, |other| count(other, is_battle))
}

#[test]
fn fairy_problems_are_solved_as_popeye_solves_them() {
    let chess = spielraum_testkit::rules("chess");
    let mut wrong = Vec::new();
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [asked, conditions, options, diagram, expected] = columns[..] else { panic!("{line}") };
        let field = |name: &str, text: &str| if text.is_empty() { String::new() } else { format!("{name} {text}\n") };
        let text = format!(
            "beginproblem\n{}{}{}stipulation {asked}\nendproblem\n",
            field(if diagram.contains(' ') { "pieces" } else { "forsyth" }, diagram),
            field("condition", conditions),
            field("option", options)
        );
        let read = read_popeye(&text).remove(0).unwrap_or_else(|error| panic!("{line}: {error}"));
        let rules = read.definition.as_deref().map_or_else(|| chess.clone(), spielraum_testkit::rules_of);
        let problem = read.problem(&rules, Options::default()).unwrap_or_else(|error| panic!("{line}: {error}"));
        let report = solve(&problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
        let found = count(&report, problem.stipulation.is_battle());
        if expected.parse() != Ok(found) {
            wrong.push(format!("{line}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
