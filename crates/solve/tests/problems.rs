//! Published problems, with the keys and numbers of solutions that Popeye 4 finds: facts, gathered in `problems.json`.

use serde::Deserialize;
use spielraum_rules::Rules;
use spielraum_solve::{Checkpoint, Limits, Options, Problem, Report, Solution, Stipulation, Watch, solve};

#[derive(Deserialize)]
struct Published {
    id: String,
    stipulation: String,
    fen: String,
    to: Option<String>,
    first_moves: Vec<String>,
    solutions: usize,
    #[serde(default)]
    set_lines: usize,
    /// The solutions with colours exchanged.
    duplex: Option<usize>,
}

fn published() -> Vec<Published> {
    serde_json::from_str(include_str!("problems.json")).unwrap()
}

impl Published {
    fn problem(&self, rules: &Rules, options: Options) -> Problem {
        let stipulation = Stipulation::parse(&self.stipulation, rules.board()).unwrap();
        let options = Options { set_play: self.set_lines > 0, duplex: self.duplex.is_some(), ..options };
        Problem::new(rules, &self.fen, self.to.as_deref(), stipulation, options)
            .unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }
}

fn run(problem: &Problem) -> Report {
    solve(problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ())
}

fn first_moves(problem: &Problem, report: &Report) -> Vec<String> {
    let moves = report.solutions.iter().filter_map(Solution::first_move);
    let mut texts: Vec<String> = moves.map(|m| problem.position.move_text(m)).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

#[test]
fn published_problems_are_solved_as_popeye_solves_them() {
    let rules = spielraum_testkit::rules("chess");
    for case in published() {
        let problem = case.problem(&rules, Options::default());
        let report = run(&problem);
        assert_eq!(report.stopped, None, "{}", case.id);
        assert_eq!(first_moves(&problem, &report), case.first_moves, "{}", case.id);
        assert_eq!(report.solutions.len(), case.solutions, "{}", case.id);
        assert_eq!(report.set_lines.len(), case.set_lines, "{}", case.id);
        assert_eq!(report.duplex.as_ref().map(|report| report.solutions.len()), case.duplex, "{}", case.id);
    }
}
