//! A problem while it is read, and what twins make of it.

use super::board::{Board, Habit, Owner, Place, Placed};
use super::definition::{self, CHAMELEONS, Condition, Fault};
use super::problem::{PopeyeError, PopeyeProblem};

/// The most faults, notes, headings and conditions that a problem keeps: each twin has them too.
pub(super) const MOST: usize = 32;

/// A longer text is cut.
const LONGEST: usize = 300;

/// What has been read of a problem; lines are counted from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// What is settled already.
    pub problem: PopeyeProblem,
    pub board: Board,
    /// The first diagram of `a=>b`.
    pub from: Option<Board>,
    pub conditions: Vec<Condition>,
    pub faults: Vec<Fault>,
}

impl Draft {
    pub fn new(line: usize) -> Self {
        Self { problem: PopeyeProblem { line: line + 1, ..PopeyeProblem::default() }, ..Self::default() }
    }

    /// Notes what is wrong; of very much only the first is kept.
    pub fn fault(&mut self, line: usize, what: impl Into<String>) {
        if self.faults.len() < MOST {
            self.faults.push((line, shortened(&what.into())));
        }
    }

    /// Notes what is passed over.
    pub fn note(&mut self, text: String) {
        if self.problem.notes.len() < MOST {
            self.problem.notes.push(text);
        }
    }

    /// Keeps the author, the source or the title.
    pub fn heading(&mut self, text: &str) {
        if self.problem.heading.len() < MOST {
            self.problem.heading.push(shortened(text));
        }
    }

    /// The line on which the problem stands, for faults that have no other.
    fn line(&self) -> usize {
        self.problem.line.saturating_sub(1)
    }

    /// Reads the stipulation: with `a=>b` the pieces named from here on are those of the second diagram.
    pub fn set_stipulation(&mut self, text: String, line: usize) {
        if text.len() > LONGEST {
            return self.fault(line, "the stipulation is too long");
        }
        if text.to_ascii_lowercase().contains("a=>b") && self.from.is_none() {
            self.from = Some(std::mem::take(&mut self.board));
        }
        self.problem.stipulation = text;
        self.problem.stipulation_line = line + 1;
    }

    /// The problem, or everything that stands in its way.
    pub fn finish(&self) -> Result<PopeyeProblem, PopeyeError> {
        let mut faults = self.faults.clone();
        let boards: Vec<&Board> = self.from.iter().chain([&self.board]).collect();
        let named = self.conditions.iter().flat_map(|condition| &condition.pieces);
        for placed in boards.iter().flat_map(|board| board.pieces()).chain(named) {
            faults.extend(unsaid(placed).map(|what| (placed.line, what)));
        }
        if self.problem.stipulation.is_empty() {
            faults.push((self.line(), "the problem has no stipulation".into()));
        }
        let array = self.conditions.iter().find(|condition| condition.word.value.starts_with("! standard"));
        if let Some(condition) = array.filter(|_| self.problem.stipulation.to_ascii_lowercase().contains("dia")) {
            faults.push((condition.line, format!("proof games with `{}` are not understood", condition.word.name())));
        }
        let mut problem = self.problem.clone();
        problem.conditions = self.conditions.iter().map(Condition::text).collect();
        match definition::write(&boards, &self.conditions) {
            Ok(written) => {
                problem.definition = written.text;
                problem.notes.extend(written.notes);
                let placement = |board: &Board| board.placement(&written.holes);
                problem.target = self.from.as_ref().map(|_| placement(&self.board));
                problem.placement = placement(self.from.as_ref().unwrap_or(&self.board));
                let stands_in_a_hole =
                    boards.iter().any(|board| written.holes.iter().any(|&hole| board.at(hole).is_some()));
                if stands_in_a_hole {
                    faults.push((self.line(), "a piece stands in a hole of the board".into()));
                }
            }
            Err(others) => faults.extend(others),
        }
        faults.sort();
        faults.dedup();
        match faults.first() {
            None => Ok(problem),
            Some(&(line, _)) => {
                let mut what = String::new();
                for (at, text) in &faults {
                    match *at == line {
                        true if what.is_empty() => what += text,
                        true => what += &format!("; {text}"),
                        false => what += &format!("; line {}: {text}", at + 1),
                    }
                }
                Err(PopeyeError { line: line + 1, what })
            }
        }
    }

    /// Changes the diagrams.
    pub fn change_boards(&mut self, change: impl Fn(&mut Board)) {
        self.from.iter_mut().for_each(&change);
        change(&mut self.board);
    }

    /// Moves a piece, or what twins do with two places.
    pub fn relocate(&mut self, from: Place, to: Place, line: usize) {
        match self.board.take(from) {
            Some(placed) => drop(self.board.put(to, Some(placed))),
            None => self.fault(line, "there is no piece to move"),
        }
    }

    /// Exchanges two pieces.
    pub fn exchange(&mut self, one: Place, other: Place, line: usize) {
        let (first, second) = (self.board.take(one), self.board.take(other));
        if first.is_none() || second.is_none() {
            self.fault(line, "there are no two pieces to exchange");
        }
        self.board.put(one, second);
        self.board.put(other, first);
    }

    /// Removes a piece.
    pub fn remove(&mut self, place: Place, line: usize) {
        if self.board.take(place).is_none() {
            self.fault(line, "there is no piece to remove");
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// Why a piece has no meaning here.
fn unsaid(placed: &Placed) -> Option<String> {
    if placed.owner == Owner::Both {
        return Some(
            "neutral pieces are not understood: no piece of the definition language belongs to both sides".into(),
        );
    }
    if placed.is_pawn() && placed.royal {
        return Some(
            "royal pawns are not understood: no double step may pass where a royal could be captured en passant".into(),
        );
    }
    if placed.is_pawn() && placed.kamikaze {
        return Some(
            "kamikaze pawns are not understood: one that captures on the last rank vanishes without being promoted"
                .into(),
        );
    }
    if let Some(habit) = placed.habit {
        let name = habit.name();
        if placed.kamikaze || placed.is_made_royal() {
            return Some(format!("a piece that is `{name}` can't be royal or kamikaze besides"));
        }
        if habit == Habit::Chameleon && !CHAMELEONS.iter().any(|(kind, _)| *kind == placed.word.value) {
            return Some(format!("of `{name}` pieces only queens, rooks, bishops and knights are understood"));
        }
        if habit == Habit::Uncapturable && placed.is_royal() {
            return Some(format!("a royal that is `{name}` is not understood: it would be in no danger"));
        }
    }
    let word = placed.unsaid.or(placed.word.missing().map(|_| placed.word))?;
    Some(format!("the piece or property `{}` is not understood: {}", word.name(), word.missing()?))
}
