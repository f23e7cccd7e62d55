//! A problem: a position, what is asked of it, and how much to report.

use crate::diagram::read_placement;
use crate::goal::{Judge, Placement};
use crate::{Aim, DiagramError, Goal, Manner, Stipulation, read_diagram};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, LeftOut, Position, Rules};
use thiserror::Error;

/// Why there is nothing to solve.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ProblemError {
    /// The diagram is no position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The game has pieces that belong to nobody.
    #[error("this game has pieces that belong to nobody, which the solver does not know")]
    Neutrals,
    /// A turn has several parts.
    #[error("a turn of this game has several parts, which the solver does not know")]
    Turns,
    /// The goal has no meaning in the game.
    #[error("this game has no royal piece, so there is no check or mate; `win` asks for its own goal")]
    NoRoyal,
    /// The target of `a=>b` is missing.
    #[error("`a=>b` needs the position to be reached as well")]
    NoTarget,
    /// A target without `a=>b`.
    #[error("only `a=>b` takes a position to be reached")]
    Target,
    /// The manner and the goal don't go together.
    #[error("double mate is possible in direct, help and series play only")]
    DoubleMate,
}

/// How much to report beyond keys and lines.
#[derive(Clone, Debug)]
pub struct Options {
    /// What would happen if the other side began.
    pub set_play: bool,
    /// Nothing else than set play: what follows the key of a problem whose key has been made.
    pub only_set_play: bool,
    /// Tries that are refuted by at most this many moves; 0: none.
    pub refutations: u16,
    /// Threats and variations, to this many lines for each key; 0: keys only.
    pub variations: usize,
    /// The stipulation again with colours exchanged.
    pub duplex: bool,
    /// The most lines that are listed.
    pub max_solutions: usize,
    /// The number of threads.
    pub threads: usize,
    /// The bytes that the transposition table may have.
    pub memory: usize,
    /// Whether the search leaves out what certainly does not lead to the goal; it finds the same without, only later.
    pub bounds: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            set_play: false,
            only_set_play: false,
            refutations: 0,
            variations: 0,
            duplex: false,
            max_solutions: 10_000,
            threads: 1,
            memory: 256 << 20,
            bounds: true,
        }
    }
}

impl Options {
    /// These options; the bounds are off in a game whose moves have effects, since they know only what a move itself does, and in
    /// one with constraints, since they take for possible whatever pieces can do, or with royals that come and go.
    fn without_bounds_of(mut self, rules: &Rules) -> Self {
        let spec = rules.spec();
        self.bounds &= spec.effects.is_empty()
            && spec.constraints.is_empty()
            && !spec.royals_vary()
            && !spec.has_passes()
            && spec.no_hurdles.is_empty()
            && !spec.goals.answers_facing;
        self
    }
}

/// A position and what is asked of it.
#[derive(Clone)]
pub struct Problem {
    /// Where play begins.
    pub position: Position,
    /// What its diagram says that can't be.
    pub left_out: Vec<LeftOut>,
    /// What is asked.
    pub stipulation: Stipulation,
    /// How much to report.
    pub options: Options,
    target: Placement,
    /// Whether the other side begins: set play.
    pub(crate) is_set: bool,
}

impl Problem {
    /// The problem of a diagram; `target` is the second one of `a=>b`.
    pub fn new(
        rules: &Rules,
        diagram: &str,
        target: Option<&str>,
        stipulation: Stipulation,
        options: Options,
    ) -> Result<Self, ProblemError> {
        Self::check(rules, &stipulation)?;
        let options = options.without_bounds_of(rules);
        let first = stipulation.first_side();
        let wants_target = stipulation.goal == Goal::Position && !stipulation.from_start;
        let ((position, left_out), target) = match target {
            Some(_) if !wants_target => return Err(ProblemError::Target),
            None if wants_target => return Err(ProblemError::NoTarget),
            Some(target) => (read_diagram(rules, diagram, first)?, read_placement(rules, target)?),
            None if stipulation.from_start => ((rules.start(), Vec::new()), read_placement(rules, diagram)?),
            None => (read_diagram(rules, diagram, first)?, Placement::new()),
        };
        Ok(Self { position, left_out, stipulation, options, target, is_set: false })
    }

    /// The problem of a position that is to reach no other one.
    pub(crate) fn of_position(position: Position, stipulation: Stipulation, options: Options) -> Self {
        let options = options.without_bounds_of(position.rules());
        Self { position, left_out: Vec::new(), stipulation, options, target: Placement::new(), is_set: false }
    }

    /// Whether a stipulation has a meaning in a game.
    pub(crate) fn check(rules: &Rules, stipulation: &Stipulation) -> Result<(), ProblemError> {
        if !rules.spec().turn.is_plain() {
            return Err(ProblemError::Turns);
        }
        if rules.spec().has_neutrals() {
            return Err(ProblemError::Neutrals);
        }
        if stipulation.goal.needs_royal() && !rules.spec().has_royals() {
            return Err(ProblemError::NoRoyal);
        }
        if stipulation.goal == Goal::DoubleMate && !matches!(stipulation.aim, Aim::Direct | Aim::Help) {
            return Err(ProblemError::DoubleMate);
        }
        Ok(())
    }

    /// The same with the other side to move.
    ///
    /// `None` where the side to move is in check and can't pass.
    pub fn with_other_side(&self) -> Option<Self> {
        let mut position = self.position.clone();
        (!position.in_check()).then(|| {
            position.make_null();
            Self { position: Position::new(position.rules(), position.setup()).unwrap_or(position), ..self.clone() }
        })
    }

    /// The problem of set play: the other side begins, and wants what it wanted.
    pub(crate) fn set_play(&self) -> Option<Self> {
        self.with_other_side().map(|other| Self { is_set: true, ..other })
    }

    /// The side that moves first.
    pub fn first_side(&self) -> Color {
        self.position.side_to_move()
    }

    /// The placement that is to be reached; empty where none is.
    pub fn target(&self) -> &[Option<(Color, PieceType)>] {
        &self.target
    }

    pub(crate) fn judge(&self) -> Judge {
        Judge::new(self.stipulation.goal.clone(), self.target.clone(), self.position.rules(), self.options.bounds)
    }

    /// The half moves, finish left out, of the solutions that are looked for, shortest first.
    pub(crate) fn lengths(&self) -> Vec<u16> {
        let longest = self.stipulation.plies();
        if self.stipulation.exact {
            return vec![longest];
        }
        let finish = matches!(self.stipulation.aim, Aim::Compel | Aim::Reflex | Aim::SemiReflex);
        let least = match (self.stipulation.manner, self.stipulation.aim) {
            (_, Aim::Help | Aim::Reciprocal) => 2,
            (Manner::Help, _) if finish || self.stipulation.goal == Goal::Position => 0,
            _ => 1,
        };
        (least..=longest).filter(|plies| plies % 2 == longest % 2).collect()
    }

    /// The same for set play: help play without its first half move, a series without itself.
    pub(crate) fn set_lengths(&self) -> Vec<u16> {
        match (self.stipulation.manner, self.stipulation.aim) {
            (Manner::Help | Manner::Battle, _) => {
                self.lengths().into_iter().filter_map(|plies| plies.checked_sub(1)).collect()
            }
            (_, Aim::Help) => vec![1],
            _ => Vec::new(),
        }
    }
}
