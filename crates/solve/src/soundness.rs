//! Whether a problem is sound, as problem journals use the word.

use crate::{Attack, Defence, Problem, Report, Solution, Stopped};
use std::fmt;

/// What a solved problem is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has as many solutions as intended, none of them too short.
    Sound,
    /// It has no solution.
    NoSolution,
    /// It has more solutions than intended.
    Cooked,
    /// It has fewer solutions than intended.
    Fewer,
    /// It has several lines of help play, a series or a proof game, and nobody said how many are intended.
    Several,
    /// A solution is shorter than asked for.
    Short,
    /// The search was stopped before it could be said.
    Stopped(Stopped),
}

/// A verdict with the figures that it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soundness {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of solutions: keys, or lines.
    pub found: usize,
    /// How many there are to be.
    pub intended: Option<usize>,
    /// Choices of the attacker after a defence, the last move among them; 0 for lines, which count as solutions each.
    pub duals: usize,
}

impl Soundness {
    /// Of what was found out about a problem; `intended` is the number of solutions that its author states.
    pub fn of(problem: &Problem, report: &Report, intended: Option<usize>) -> Self {
        let stipulation = &problem.stipulation;
        let intended = intended.or(stipulation.is_battle().then_some(1));
        let found = report.solutions.len();
        let is_short = |solution: &Solution| match solution {
            Solution::Key(attack) => attack.moves < stipulation.length.moves,
            Solution::Line(line) => line.moves.len() < usize::from(stipulation.plies()),
        };
        let cooked = intended.is_some_and(|intended| found > intended);
        let verdict = match report.stopped {
            // What was found stays found.
            Some(_) if cooked => Verdict::Cooked,
            Some(Stopped::Solutions) => Verdict::Several,
            Some(why) => Verdict::Stopped(why),
            None if found == 0 => Verdict::NoSolution,
            None if !stipulation.exact && report.solutions.iter().any(is_short) => Verdict::Short,
            None if cooked => Verdict::Cooked,
            None if intended.is_some_and(|intended| found < intended) => Verdict::Fewer,
            None if intended.is_none() && found > 1 => Verdict::Several,
            None => Verdict::Sound,
        };
        let duals = report.solutions.iter().map(|solution| match solution {
            Solution::Key(attack) => duals(attack),
            Solution::Line(_) => 0,
        });
        Self { verdict, found, intended, duals: duals.sum() }
    }
}

fn duals(attack: &Attack) -> usize {
    let after =
        |defence: &Defence| usize::from(defence.answers.len() > 1) + defence.answers.iter().map(duals).sum::<usize>();
    attack.defences.iter().map(after).sum()
}

impl fmt::Display for Soundness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solutions = |count: usize| if count == 1 { "1 solution".to_owned() } else { format!("{count} solutions") };
        match (self.verdict, self.intended) {
            (Verdict::Sound, _) => write!(f, "sound")?,
            (Verdict::NoSolution, _) => write!(f, "no solution")?,
            (Verdict::Cooked, Some(intended)) => {
                write!(f, "cooked: {}, {intended} intended", solutions(self.found))?;
            }
            (Verdict::Fewer, Some(intended)) => write!(f, "{}, {intended} intended", solutions(self.found))?,
            (Verdict::Cooked | Verdict::Fewer | Verdict::Several, _) => {
                write!(f, "{}, the number intended is not given", solutions(self.found))?;
            }
            (Verdict::Short, _) => write!(f, "short: solved in fewer moves")?,
            (Verdict::Stopped(why), _) => write!(f, "not finished: {why}")?,
        }
        match self.duals {
            0 => Ok(()),
            1 => write!(f, ", 1 dual"),
            duals => write!(f, ", {duals} duals"),
        }
    }
}
