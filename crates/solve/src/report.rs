//! What a solver has found out.

use crate::Stopped;
use spielraum_rules::{Move, Position};
use std::time::Duration;

/// A move of the side that wants the goal, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub m: Move,
    /// Whether it reaches the goal.
    pub goal: bool,
    /// In how many moves, this one included, the goal is reached.
    pub moves: u16,
    /// How it would go on if the other side passed; empty in zugzwang, and when that side is in check.
    pub threats: Vec<Attack>,
    /// The answers, without those that don't prevent a threat.
    pub defences: Vec<Defence>,
    /// Whether what follows was left out because there is too much of it.
    pub cut: bool,
}

/// A move of the other side, and how the first one goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move.
    pub m: Move,
    /// Whether it reaches the goal, as it must in self and reflex play.
    pub goal: bool,
    /// The moves that go on shortest; several are duals.
    pub answers: Vec<Attack>,
}

/// A first move that fails against few answers only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move, and what comes of it otherwise.
    pub attack: Attack,
    /// The answers that refute it.
    pub refutations: Vec<Move>,
}

/// A sequence of moves that reaches the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its half moves; `None`: the turn is passed, in series play.
    pub moves: Vec<Option<Move>>,
}

impl Line {
    /// The texts of its half moves from where it starts; `None`: the turn is passed.
    pub fn texts(&self, start: &Position) -> Vec<Option<String>> {
        self.written(start, Position::move_text)
    }

    /// The same in standard algebraic notation.
    pub fn sans(&self, start: &Position) -> Vec<Option<String>> {
        self.written(start, Position::san)
    }

    fn written(&self, start: &Position, write: impl Fn(&Position, Move) -> String) -> Vec<Option<String>> {
        let mut position = start.clone();
        let texts = self.moves.iter().map(|m| {
            let text = m.map(|m| write(&position, m));
            match *m {
                Some(m) => position.make_unchecked(m),
                None => position.make_null(),
            }
            text
        });
        texts.collect()
    }
}

/// One solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A key of battle play.
    Key(Attack),
    /// A line of help play, a series or a proof game.
    Line(Line),
}

impl Solution {
    /// The first move; `None` if there is nothing to move.
    pub fn first_move(&self) -> Option<Move> {
        match self {
            Self::Key(attack) => Some(attack.m),
            Self::Line(line) => line.moves.iter().copied().flatten().next(),
        }
    }
}

/// What a solver has found out about a problem.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The solutions, in the order in which moves are generated; lines shortest first.
    pub solutions: Vec<Solution>,
    /// Tries, where asked for.
    pub tries: Vec<Try>,
    /// Set play in battle, where asked for: answers that are provided for.
    pub set_defences: Vec<Defence>,
    /// Set play in lines, where asked for.
    pub set_lines: Vec<Line>,
    /// Why not everything was searched; `None`: it was.
    pub stopped: Option<Stopped>,
    /// Pieces of work that were searched to the end, and how many there are: first moves, or beginnings of two moves.
    pub searched: (u64, u64),
    /// Positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The same with colours exchanged, where asked for.
    pub duplex: Option<Box<Report>>,
}

impl Report {
    /// Whether there is exactly one solution and everything was searched.
    pub fn is_unique(&self) -> bool {
        self.stopped.is_none() && self.solutions.len() == 1
    }
}
