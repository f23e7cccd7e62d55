//! Conditional moves: what a player will answer if the other side makes certain moves.

use spielraum_rules::{Color, Move, Position, SanError};
use std::collections::BTreeMap;
use thiserror::Error;

/// Lines that one plan has at most, and plies of a line.
pub const MOST_LINES: usize = 12;
/// The most plies of a line.
pub const MOST_PLIES: usize = 16;

/// Conditional moves of one player, as lines from the position in which they were entered. Each move of a line is made if all
/// before it were: the other side's as conditions, the player's own as answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    lines: Vec<Vec<String>>,
}

/// Why lines are no plan.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PlanFault {
    /// There are too many lines.
    #[error("Conditional moves have at most {MOST_LINES} lines. Remove some.")]
    TooMany,
    /// A line is too long.
    #[error("Line {0} is too long: it has at most {MOST_PLIES} moves. End it earlier.")]
    TooLong(usize),
    /// A line answers nothing.
    #[error("Line {0} must end with a move of your own.")]
    NoAnswer(usize),
    /// A move is not legal.
    #[error("Line {line}, move {ply}: {why}")]
    Illegal {
        /// The line, counted from 1.
        line: usize,
        /// The move in it, counted from 1.
        ply: usize,
        /// What is wrong with it.
        why: SanError,
    },
    /// Two lines say different answers to the same moves.
    #[error("Lines {0} and {1} answer the same moves differently. Remove one of them.")]
    Ambiguous(usize, usize),
}

impl Plan {
    /// The conditional moves of the side `by` in a position in which the other side is to move, or nothing if there are no lines.
    /// Moves may be in any notation that the rules read.
    pub fn new(position: &Position, by: Color, lines: &[Vec<String>]) -> Result<Option<Self>, PlanFault> {
        if lines.len() > MOST_LINES {
            return Err(PlanFault::TooMany);
        }
        // What is answered after which moves, and by which line.
        let mut answers: BTreeMap<Vec<String>, (String, usize)> = BTreeMap::new();
        let mut read = Vec::with_capacity(lines.len());
        for (number, line) in (1..).zip(lines) {
            if line.len() > MOST_PLIES {
                return Err(PlanFault::TooLong(number));
            }
            let (mut position, mut made, mut answered) = (position.clone(), Vec::new(), false);
            for (ply, text) in (1..).zip(line) {
                let illegal = |why| PlanFault::Illegal { line: number, ply, why };
                let m: Move = position.read_san(text).map_err(illegal)?;
                let text = position.move_text(m);
                answered = position.side_to_move() == by;
                if answered {
                    let (known, first) = answers.entry(made.clone()).or_insert_with(|| (text.clone(), number));
                    if *known != text {
                        return Err(PlanFault::Ambiguous(*first, number));
                    }
                }
                made.push(text);
                position.make(m);
            }
            if !answered {
                return Err(PlanFault::NoAnswer(number));
            }
            if !read.contains(&made) {
                read.push(made);
            }
        }
        Ok(Self::stored(read))
    }

    /// A plan as [`lines`](Self::lines) has given it, or nothing if there are no lines.
    pub fn stored(lines: Vec<Vec<String>>) -> Option<Self> {
        (!lines.is_empty() && lines.iter().all(|line| !line.is_empty())).then_some(Self { lines })
    }

    /// The lines, each as the texts of its moves.
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// The player's next move, if it is that player's turn.
    pub fn answer(&self) -> Option<&str> {
        self.lines.first()?.first().map(String::as_str)
    }

    /// What is left of it after a move, by its text; nothing if no line goes on.
    #[must_use]
    pub fn after(&self, made: &str) -> Option<Self> {
        let rest = |line: &Vec<String>| {
            let (first, rest) = line.split_first()?;
            (first == made && !rest.is_empty()).then(|| rest.to_vec())
        };
        Self::stored(self.lines.iter().filter_map(rest).collect())
    }
}
