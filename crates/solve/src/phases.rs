//! Set play, tries and solutions side by side: which answer each defence meets in each phase.

use crate::journal::move_in_full;
use crate::{Attack, Defence, Problem, Report, Solution};
use spielraum_rules::{Move, Position};
use std::fmt;

/// A phase: the play after one first move, or before any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its first move with its sign, `1.Qa1-a2?`; empty for set play.
    pub first: String,
    /// Its threats.
    pub threats: Vec<String>,
    /// For each defence of [`Phases::defences`], the answers to it; empty where the phase has none.
    pub answers: Vec<Vec<String>>,
    /// What refutes it.
    pub refutations: Vec<String>,
}

/// The phases of a problem in battle play as journals lay them out: a row for each phase, a column for each defence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// The defences, in the order in which they are met.
    pub defences: Vec<String>,
    /// Set play if there is any, tries, solutions.
    pub rows: Vec<Phase>,
}

impl Phases {
    /// The phases of what was found out about a problem.
    pub fn of(problem: &Problem, report: &Report) -> Self {
        let mut phases = Self::default();
        if let Some(mut other) = problem.with_other_side().filter(|_| !report.set_defences.is_empty()) {
            let row = Phase { first: String::new(), threats: Vec::new(), answers: Vec::new(), refutations: Vec::new() };
            phases.add(row, &mut other.position, &report.set_defences);
        }
        let mut position = problem.position.clone();
        for attempt in &report.tries {
            phases.attack(&mut position, &attempt.attack, &attempt.refutations);
        }
        for solution in &report.solutions {
            if let Solution::Key(attack) = solution {
                phases.attack(&mut position, attack, &[]);
            }
        }
        let count = phases.defences.len();
        phases.rows.iter_mut().for_each(|row| row.answers.resize(count, Vec::new()));
        phases
    }

    /// The defences that meet different answers in two phases: changed play.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.defences.iter().enumerate().filter(|(at, _)| self.is_changed(*at)).map(|(_, defence)| defence.as_str())
    }

    fn is_changed(&self, at: usize) -> bool {
        let met: Vec<&Vec<String>> =
            self.rows.iter().map(|row| &row.answers[at]).filter(|answers| !answers.is_empty()).collect();
        met.iter().any(|one| met.iter().any(|other| one.iter().all(|answer| !other.contains(answer))))
    }

    fn attack(&mut self, position: &mut Position, attack: &Attack, refutations: &[Move]) {
        let sign = if refutations.is_empty() { "!" } else { "?" };
        let first = format!("1.{}{sign}", move_in_full(position, attack.m));
        position.make_unchecked(attack.m);
        let refutations = refutations.iter().map(|&m| move_in_full(position, m)).collect();
        let mut threats = Vec::new();
        if !attack.threats.is_empty() {
            position.make_null();
            threats = attack.threats.iter().map(|threat| move_in_full(position, threat.m)).collect();
            position.unmake();
        }
        self.add(Phase { first, threats, answers: Vec::new(), refutations }, position, &attack.defences);
        position.unmake();
    }

    fn add(&mut self, mut row: Phase, position: &mut Position, defences: &[Defence]) {
        row.answers.resize(self.defences.len(), Vec::new());
        for defence in defences.iter().filter(|defence| !defence.answers.is_empty()) {
            let text = move_in_full(position, defence.m);
            let at = self.defences.iter().position(|known| *known == text).unwrap_or_else(|| {
                self.defences.push(text);
                row.answers.push(Vec::new());
                self.defences.len() - 1
            });
            position.make_unchecked(defence.m);
            row.answers[at] = defence.answers.iter().map(|answer| move_in_full(position, answer.m)).collect();
            position.unmake();
        }
        self.rows.push(row);
    }
}

/// A table for a terminal: `*` marks changed play, `/` stands between duals.
impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |part: fn(&Phase) -> &Vec<String>| self.rows.iter().any(|row| !part(row).is_empty());
        let (threats, refutations) = (has(|row| &row.threats), has(|row| &row.refutations));
        let mut head = vec![String::new()];
        head.extend(threats.then(|| "threat".to_owned()));
        let marked =
            |(at, defence): (usize, &String)| format!("1...{defence}{}", if self.is_changed(at) { "*" } else { "" });
        head.extend(self.defences.iter().enumerate().map(marked));
        head.extend(refutations.then(|| "refuted by".to_owned()));
        let mut table = vec![head];
        for row in &self.rows {
            let cell = |moves: &Vec<String>| if moves.is_empty() { "-".to_owned() } else { moves.join("/") };
            let mut line = vec![if row.first.is_empty() { "set play".to_owned() } else { row.first.clone() }];
            line.extend(threats.then(|| cell(&row.threats)));
            line.extend(row.answers.iter().map(cell));
            line.extend(refutations.then(|| cell(&row.refutations)));
            table.push(line);
        }
        let columns = table.first().map_or(0, Vec::len);
        let width = |column: usize| table.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for line in &table {
            let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}
