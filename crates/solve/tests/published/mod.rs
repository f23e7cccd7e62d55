//! Published problems, with the keys and numbers of solutions that Popeye 4 finds: facts, gathered in `problems.json`.

use serde::Deserialize;
use spielraum_rules::{Move, Position, Rules};
use spielraum_solve::{
    Attack, Checkpoint, Defence, Limits, Options, Problem, Report, Solution, Stipulation, Watch, solve,
};
use std::time::Duration;

/// A problem and what is known of it.
#[derive(Deserialize)]
pub struct Published {
    /// Its file in Popeye's collection of examples, and a number there or here.
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
    /// The lines of the keys' variations and of set play, to their ends; `-`: the turn is passed.
    variations: Option<Vec<String>>,
    /// Whether it takes too long for a test.
    #[serde(default)]
    pub slow: bool,
}

/// All of them.
pub fn published() -> Vec<Published> {
    serde_json::from_str(include_str!("../problems.json")).expect("a list of problems")
}

impl Published {
    /// Solves it, and reports what differs from what is known.
    pub fn check(&self, rules: &Rules, time: Option<Duration>) -> (Report, Result<(), String>) {
        let stipulation = Stipulation::parse(&self.stipulation, rules.board()).expect("a stipulation");
        let has_set_play = self.variations.iter().flatten().any(|line| line.starts_with('-'));
        let options = Options {
            set_play: self.set_lines > 0 || has_set_play,
            variations: if self.variations.is_some() { 2000 } else { 0 },
            duplex: self.duplex.is_some(),
            ..Options::default()
        };
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
        let variations = self.variations.as_ref().map(|_| variations(&problem, &report));
        let agrees = if found != known {
            Err(format!("{found:?} is found, {known:?} is known"))
        } else if variations != self.variations {
            Err(format!("the variations {variations:#?} are found"))
        } else {
            Ok(())
        };
        (report, agrees)
    }
}

/// The lines of all variations, sorted.
fn variations(problem: &Problem, report: &Report) -> Vec<String> {
    let mut walk = Walk { position: problem.position.clone(), line: Vec::new(), found: Vec::new() };
    for solution in &report.solutions {
        if let Solution::Key(key) = solution {
            walk.attack(key);
        }
    }
    if !report.set_defences.is_empty() {
        walk.pass(|walk| report.set_defences.iter().for_each(|defence| walk.defence(defence)));
    }
    walk.found.sort_unstable();
    walk.found
}

/// A walk through a tree of variations.
struct Walk {
    position: Position,
    line: Vec<String>,
    found: Vec<String>,
}

impl Walk {
    fn attack(&mut self, attack: &Attack) {
        let goes_on = !attack.threats.is_empty() || !attack.defences.is_empty();
        self.after(attack.m, goes_on, |walk| {
            if !attack.threats.is_empty() {
                walk.pass(|walk| attack.threats.iter().for_each(|threat| walk.attack(threat)));
            }
            attack.defences.iter().for_each(|defence| walk.defence(defence));
        });
    }

    fn defence(&mut self, defence: &Defence) {
        self.after(defence.m, !defence.answers.is_empty(), |walk| {
            defence.answers.iter().for_each(|answer| walk.attack(answer));
        });
    }

    fn after(&mut self, m: Move, goes_on: bool, walk: impl FnOnce(&mut Self)) {
        self.line.push(self.position.move_text(m));
        if !goes_on {
            self.found.push(self.line.join(" "));
        }
        self.position.make_unchecked(m);
        walk(self);
        self.position.unmake();
        self.line.pop();
    }

    fn pass(&mut self, walk: impl FnOnce(&mut Self)) {
        self.line.push("-".to_owned());
        self.position.make_null();
        walk(self);
        self.position.unmake();
        self.line.pop();
    }
}
