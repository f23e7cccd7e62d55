//! A problem that has been read, and how it is set up in its game.

use crate::{Goal, Options, Problem, Stipulation, read_diagram, rules_without_royals};
use spielraum_rules::{Color, Rules};
use thiserror::Error;

/// The rights of castling that the pieces on a cell have.
const CASTLING: [(&str, &str); 6] = [("a1", "Q"), ("e1", "KQ"), ("h1", "K"), ("a8", "q"), ("e8", "kq"), ("h8", "k")];

/// Why a problem can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct PopeyeError {
    /// The first line where something is wrong, from 1.
    pub line: usize,
    /// What is wrong with it, and with others.
    pub what: String,
}

/// A problem as it was written, or one of its twins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PopeyeProblem {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The letter of the twin; empty where there are no twins.
    pub twin: String,
    /// The definition of its game; `None` for the orthodox one.
    pub definition: Option<String>,
    /// The diagram, as a FEN's placement.
    pub placement: String,
    /// The placement to be reached, for `a=>b`.
    pub target: Option<String>,
    /// The cell that the last move, a double step, has passed.
    pub en_passant: Option<String>,
    /// The cells, one after the other, whose king or rook can't castle.
    pub no_castling: String,
    /// The stipulation.
    pub stipulation: String,
    /// The line in which it stands, from 1.
    pub stipulation_line: usize,
    /// The conditions, each as Popeye names it in English, with what is written behind it.
    pub conditions: Vec<String>,
    /// Author, source and title, as far as they are given.
    pub heading: Vec<String>,
    /// What is passed over because it changes only how much other programs search, and where a condition is not complete.
    pub notes: Vec<String>,
    /// Whether set play is asked for.
    pub set_play: bool,
    /// Whether only what follows the key is asked for.
    pub after_key: bool,
    /// Up to how many refutations tries may have.
    pub refutations: u16,
    /// Whether variations are asked for.
    pub variations: bool,
    /// Whether both colours are to be solved.
    pub duplex: bool,
    /// Whether only the problem with colours exchanged is to be solved.
    pub half_duplex: bool,
    /// Whether White begins where usually Black does; see [`Stipulation::with_white_to_begin`].
    pub white_begins: bool,
    /// The most solutions asked for.
    pub max_solutions: Option<usize>,
    /// The most seconds that may be spent.
    pub max_seconds: Option<u32>,
}

impl PopeyeProblem {
    /// The problem in its game: that of `definition`, or the orthodox one.
    pub fn problem(&self, rules: &Rules, options: Options) -> Result<Problem, PopeyeError> {
        let fault = |what: String| PopeyeError { line: self.stipulation_line, what };
        let asked = Stipulation::parse(&self.stipulation, rules.board()).map_err(|error| fault(error.to_string()))?;
        // Between two diagrams Black begins, unless White is said to; the length stays as it is.
        let has_target = asked.goal == Goal::Position && !asked.from_start;
        let asked = match self.white_begins && !has_target {
            true => asked
                .with_white_to_begin()
                .ok_or_else(|| fault("the option `whitetoplay` has no clear meaning in a series".into()))?,
            false => asked,
        };
        let first = match (has_target, self.white_begins) {
            (false, _) => asked.first_side(),
            (true, true) => Color::White,
            (true, false) => Color::Black,
        };
        let lacking = if asked.from_start { None } else { rules_without_royals(rules, &self.placement) };
        let rules = lacking.as_ref().map_or(rules, |(rules, _)| rules);
        let mut fen = format!("{} {}", self.placement, if first == Color::White { "w" } else { "b" });
        if self.en_passant.is_some() || !self.no_castling.is_empty() {
            let (position, _) = read_diagram(rules, &fen, first).map_err(|error| fault(error.to_string()))?;
            let is_lost = |right: &char| {
                let cells = CASTLING.iter().filter(|(_, rights)| rights.contains(*right));
                cells
                    .into_iter()
                    .any(|(cell, _)| self.no_castling.as_bytes().chunks(2).any(|pair| pair == cell.as_bytes()))
            };
            let rights: String = position.setup().castling.iter().filter(|right| !is_lost(right)).collect();
            let passed = self.en_passant.as_deref().unwrap_or("-");
            fen = format!("{fen} {} {passed}", if rights.is_empty() { "-" } else { &rights });
        }
        let options = Options {
            set_play: options.set_play || self.set_play || self.after_key,
            only_set_play: self.after_key,
            refutations: options.refutations.max(self.refutations),
            duplex: options.duplex || self.duplex,
            max_solutions: self.max_solutions.unwrap_or(options.max_solutions),
            ..options
        };
        let (fen, target) = match asked.from_start {
            true => (self.placement.as_str(), None),
            false => (fen.as_str(), self.target.as_deref()),
        };
        let problem = Problem::new(rules, fen, target, asked, options)
            .map_err(|error| PopeyeError { line: self.line, what: error.to_string() })?;
        match self.half_duplex {
            true => problem
                .with_other_side()
                .ok_or_else(|| fault("the other side can't begin: this one is in check".into())),
            false => Ok(problem),
        }
    }
}
