//! Random positions of few pieces with the answers of Popeye 4.104, a program that shares nothing with ours: all kinds of
//! stipulations, exact lengths, goals after which play could go on, parry series, missing kings.

use serde::Deserialize;
use spielraum_solve::{
    Checkpoint, Limits, Options, Problem, Solution, Stipulation, Watch, rules_without_royals, solve,
};

/// A problem and what Popeye has found.
#[derive(Deserialize)]
struct Case {
    stipulation: String,
    placement: String,
    /// The keys, or the first moves of all lines, sorted.
    first_moves: Vec<String>,
    /// The number of keys or lines.
    solutions: usize,
}

#[test]
fn random_problems_are_solved_as_popeye_solves_them() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("popeye.json")).unwrap();
    let chess = spielraum_testkit::rules("chess");
    let mut wrong = Vec::new();
    for Case { stipulation, placement, first_moves, solutions } in cases {
        let asked = Stipulation::parse(&stipulation, chess.board()).unwrap();
        let rules = rules_without_royals(&chess, &placement).map_or_else(|| chess.clone(), |(rules, _)| rules);
        let problem = Problem::new(&rules, &placement, None, asked, Options::default()).unwrap();
        let report = solve(&problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
        assert_eq!(report.stopped, None);
        let moves = report.solutions.iter().filter_map(Solution::first_move);
        let mut found: Vec<String> = moves.map(|m| problem.position.move_text(m)).collect();
        found.sort_unstable();
        found.dedup();
        if (&found, report.solutions.len()) != (&first_moves, solutions) {
            let count = report.solutions.len();
            wrong.push(format!("{stipulation} {placement}: {count} {found:?}, Popeye {solutions} {first_moves:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
