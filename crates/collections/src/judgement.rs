//! What came of a problem.

use crate::entry::{Entry, Posed, Unread};
use serde::{Deserialize, Serialize};
use spielraum_solve::{
    Diagram, Journal, Limits, Phases, PopeyeProblem, Problem, Report, Soundness, Verdict, Watch, past, themes,
};

/// The most positions that are tried to find out whether a diagram is legal.
const MOST_ORIGINS: u64 = 1_000_000;

/// What came of a problem: its verdict with what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The line of the collection, from 1.
    pub line: usize,
    /// The letter of the twin; empty where there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub twin: String,
    /// `sound`, `no-solution`, `cooked`, `fewer`, `several`, `short`, `stopped` or `unread`.
    pub verdict: String,
    /// The verdict in words.
    pub text: String,
    /// The number of solutions found.
    pub solutions: usize,
    /// How many there are to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intended: Option<usize>,
    /// Choices of the attacker after a defence.
    #[serde(default)]
    pub duals: usize,
    /// The themes that its solutions show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// What is not as other programs have it, and why the diagram is illegal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The solution as Popeye writes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub solution: String,
    /// The time of the search in seconds.
    #[serde(default)]
    pub seconds: f64,
}

impl Judgement {
    /// Of what was found out about a twin.
    pub fn of(entry: &Entry, twin: &PopeyeProblem, posed: &Posed, report: &Report) -> Self {
        let problem = &posed.problem;
        let soundness = Soundness::of(problem, report, entry.intended());
        let mut themes: Vec<String> = themes(problem, report).iter().map(|theme| theme.name().to_owned()).collect();
        themes.extend(Phases::of(problem, report).changed().next().map(|_| "changed play".to_owned()));
        let left_out = problem.left_out.iter().map(ToString::to_string);
        // A game made of pieces and conditions, or one without kings, has a start that nobody meant.
        let start = &problem.position.rules().spec().start;
        let is_orthodox = twin.definition.is_none() && *start == posed.game.rules().spec().start;
        let illegal = if is_orthodox { illegal(problem) } else { Vec::new() };
        Self {
            line: entry.line,
            twin: twin.twin.clone(),
            verdict: name(soundness.verdict).to_owned(),
            text: soundness.to_string(),
            solutions: soundness.found,
            intended: soundness.intended,
            duals: soundness.duals,
            themes,
            notes: twin.notes.iter().cloned().chain(left_out).chain(illegal).collect(),
            solution: Journal::new(problem).for_popeye().text(report),
            seconds: report.elapsed.as_secs_f64(),
        }
    }

    /// Of a problem that can't be read, or of its twin with this letter.
    pub fn unread(unread: &Unread, twin: &str) -> Self {
        Self {
            line: unread.line,
            twin: twin.to_owned(),
            verdict: "unread".to_owned(),
            text: format!("not read: {}", unread.what),
            solutions: 0,
            intended: None,
            duals: 0,
            themes: Vec::new(),
            notes: Vec::new(),
            solution: String::new(),
            seconds: 0.0,
        }
    }

    /// Whether the problem was solved to the end.
    pub fn is_final(&self) -> bool {
        !matches!(self.verdict.as_str(), "stopped" | "unread")
    }
}

/// Why no game leads to a diagram, as far as that can be proved.
fn illegal(problem: &Problem) -> Vec<String> {
    if problem.stipulation.from_start {
        return Vec::new();
    }
    let diagram = Diagram { position: problem.position.clone(), castling_known: false, en_passant_known: false };
    let watch = Watch::new(Limits { nodes: Some(MOST_ORIGINS), ..Limits::default() });
    past(&diagram, 1, &watch).illegal.iter().map(|reason| format!("the diagram is illegal: {reason}")).collect()
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Sound => "sound",
        Verdict::NoSolution => "no-solution",
        Verdict::Cooked => "cooked",
        Verdict::Fewer => "fewer",
        Verdict::Several => "several",
        Verdict::Short => "short",
        Verdict::Stopped(_) => "stopped",
    }
}
