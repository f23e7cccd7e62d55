//! Battle play: whether a side reaches the goal, or forces the other to reach it, against every answer. A depth-first
//! search of AND/OR trees with a table of what is proven and refuted in how many moves.

mod order;
mod tree;

use crate::goal::Judge;
use crate::mate_bound::{End, MateBound};
use crate::moves::{is_won, list_moves};
use crate::table::{Known, Table, key_with};
use crate::watch::Counter;
use crate::{Aim, Manner, Problem, Stopped, Watch};
use spielraum_rules::{GenType, Move, MoveList, Position};
use std::ops::RangeInclusive;

/// This many answers that have refuted something are tried first the next time, for each number of moves left.
const REFUTERS: usize = 8;

/// A search of one thread. Numbers of moves are the attacker's.
pub(crate) struct Battle<'s> {
    position: Position,
    judge: &'s Judge,
    aim: Aim,
    /// Whether only the last move may reach the goal.
    exact: bool,
    /// Whether the other side has a turn only when it is in check, and after the last move.
    parries: bool,
    table: &'s Table,
    counter: Counter<'s>,
    /// How far mates are, where mate or stalemate is the goal.
    bound: Option<MateBound>,
    /// The positions before this one in which the goal was within reach.
    depth: usize,
    lists: Vec<MoveList>,
    /// Answers that refuted lately, the latest last, by the number of moves left (killer heuristic).
    refuters: Vec<Vec<Move>>,
    /// The lines that a tree of variations may still have.
    room: usize,
}

impl<'s> Battle<'s> {
    pub(crate) fn new(problem: &Problem, judge: &'s Judge, table: &'s Table, watch: &'s Watch) -> Self {
        let (position, stipulation) = (problem.position.clone(), &problem.stipulation);
        let (aim, attacker) =
            (stipulation.aim, if problem.is_set { !position.side_to_move() } else { position.side_to_move() });
        let victim = if aim == Aim::Direct { !attacker } else { attacker };
        // A direct mate in two asks the bound nothing.
        let is_worth_it = problem.options.bounds && (aim != Aim::Direct || stipulation.length.moves > 2);
        let end = End::of(&stipulation.goal).filter(|_| is_worth_it);
        let bound = end.and_then(|end| MateBound::new(position.rules(), victim, end, stipulation.length.moves));
        Self {
            position,
            judge,
            aim,
            exact: stipulation.exact,
            parries: stipulation.manner == Manner::ParryBattle,
            table,
            counter: Counter::new(watch),
            bound,
            depth: 0,
            lists: Vec::new(),
            refuters: Vec::new(),
            room: 0,
        }
    }

    /// Reports what was counted.
    pub(crate) fn finish(&mut self) -> Result<(), Stopped> {
        self.counter.tell()
    }

    fn take_list(&mut self) -> MoveList {
        self.lists.pop().unwrap_or_default()
    }

    /// The table's key of the position: of exact lengths nothing that holds for one holds for another.
    fn key(&self, left: u16) -> u64 {
        let number = if self.exact { u64::from(left) } else { 0 };
        key_with(self.position.hash(), number)
    }

    /// Whether the goal counts when it is reached and this many moves of the attacker might still follow.
    fn counts(&self, left: u16) -> bool {
        !self.exact || left == 0
    }

    /// Whether the side to move has no turn when this many moves of the attacker may still follow.
    fn passes(&self, left: u16) -> bool {
        self.parries && left > 0 && !self.position.in_check()
    }

    /// Whether the side to move, the attacker, succeeds within this many moves.
    fn attack(&mut self, left: u16) -> Result<bool, Stopped> {
        self.counter.count()?;
        let aim = self.aim;
        match aim {
            Aim::Direct if self.counts(left - 1) && self.has_goal_move() => return Ok(true),
            Aim::Direct if left <= 1 => return Ok(false),
            Aim::Reflex if self.has_goal_move() => return Ok(false),
            _ => (),
        }
        let key = self.key(left);
        let known = self.table.probe(key).unwrap_or_default();
        if known.proven > 0 && known.proven <= left {
            return Ok(true);
        }
        if left <= known.refuted {
            return Ok(false);
        }
        if self.is_out_of_reach(left) {
            self.table.store(key, Known { refuted: left, ..known });
            return Ok(false);
        }
        let mut moves = self.take_list();
        list_moves(&self.position, GenType::All, &mut moves);
        self.depth += 1;
        // The other side must mate with its next move.
        if left == 1
            && aim == Aim::Compel
            && let Some(bound) = &mut self.bound
        {
            bound.retain_helps(&self.position, 1, 1, self.depth, &mut moves);
        }
        let order = if left > 1 { self.order(&moves, known.hint) } else { (0..moves.len()).collect() };
        let solver = self.first_success(&moves, &order, left);
        self.depth -= 1;
        self.lists.push(moves);
        let solver = solver?;
        let known = match solver {
            Some(place) if left > 1 => Known { proven: left, hint: place as u16 + 1, ..known },
            Some(_) => Known { proven: left, ..known },
            None => Known { refuted: left, ..known },
        };
        self.table.store(key, known);
        Ok(solver.is_some())
    }

    /// The place of the first of these moves that succeeds within this many.
    fn first_success(&mut self, moves: &[Move], order: &[usize], left: u16) -> Result<Option<usize>, Stopped> {
        for &place in order {
            if self.succeeds_with(moves[place], left)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Whether the goal certainly can't be reached within this many moves, the attacker's turn being next.
    fn is_out_of_reach(&mut self, left: u16) -> bool {
        let helps = if self.aim == Aim::Direct { left - 1 } else { left };
        self.bound.as_mut().is_some_and(|bound| bound.is_out_of_reach(&self.position, left, helps, self.depth))
    }

    /// Whether a move of the attacker succeeds within this many moves, itself included.
    pub(crate) fn succeeds_with(&mut self, m: Move, left: u16) -> Result<bool, Stopped> {
        self.position.make_unchecked(m);
        let succeeds = self.has_succeeded(m, left - 1);
        self.position.unmake();
        succeeds
    }

    /// Whether the attacker's move just made succeeds when this many more may follow.
    fn has_succeeded(&mut self, m: Move, left: u16) -> Result<bool, Stopped> {
        let aim = self.aim;
        match aim {
            Aim::Reflex | Aim::SemiReflex if !self.passes(left) && self.has_goal_move() => Ok(self.counts(left)),
            Aim::Compel if left == 0 => self.every_answer_is_goal(),
            Aim::Direct if self.counts(left) && self.judge.reached(&mut self.position, m) => Ok(true),
            _ if left == 0 => Ok(false),
            _ if self.passes(left) => self.attack_after_pass(left),
            _ => self.every_answer_fails(left),
        }
    }

    /// Whether the attacker succeeds within this many moves, its turn being next, or by ending the series here.
    fn attack_after_pass(&mut self, left: u16) -> Result<bool, Stopped> {
        if is_won(&self.position) {
            return Ok(false);
        }
        if self.aim == Aim::Compel && self.counts(left) && self.every_answer_is_goal()? {
            return Ok(true);
        }
        self.position.make_null();
        let succeeds = self.attack(left);
        self.position.unmake();
        succeeds
    }

    /// Whether the side to move can answer and every answer lets the attacker succeed within this many moves.
    fn every_answer_fails(&mut self, left: u16) -> Result<bool, Stopped> {
        self.counter.count()?;
        let mut answers = self.take_list();
        list_moves(&self.position, GenType::All, &mut answers);
        self.put_refuters_first(&mut answers, left);
        if left > 1 && self.has_known_refuter(&answers, left) {
            self.lists.push(answers);
            return Ok(false);
        }
        let mut all = !answers.is_empty();
        for &answer in &answers {
            if !self.answer_fails(answer, left)? {
                self.remember_refuter(answer, left);
                all = false;
                break;
            }
        }
        self.lists.push(answers);
        Ok(all)
    }

    /// Whether one of these answers is in the table as one that refutes (enhanced transposition cutoff).
    fn has_known_refuter(&mut self, answers: &[Move], left: u16) -> bool {
        answers.iter().any(|&answer| {
            self.position.make_unchecked(answer);
            let known = self.table.probe(self.key(left)).unwrap_or_default();
            self.position.unmake();
            known.refuted >= left
        })
    }

    /// Whether an answer lets the attacker succeed within this many moves.
    fn answer_fails(&mut self, answer: Move, left: u16) -> Result<bool, Stopped> {
        self.position.make_unchecked(answer);
        let reached = self.aim == Aim::Compel && self.counts(left) && self.judge.reached(&mut self.position, answer);
        let fails = if reached { Ok(true) } else { self.attack(left) };
        self.position.unmake();
        fails
    }

    /// Whether the side to move can only move so that it reaches the goal.
    fn every_answer_is_goal(&mut self) -> Result<bool, Stopped> {
        self.counter.count()?;
        let mut moves = self.take_list();
        let forced = self.judge.is_goal_forced(&mut self.position, &mut moves);
        self.lists.push(moves);
        Ok(forced)
    }

    /// Whether the side to move can reach the goal at once.
    fn has_goal_move(&mut self) -> bool {
        let mut moves = self.take_list();
        let found = self.judge.has_goal_move(&mut self.position, &mut moves);
        self.lists.push(moves);
        found
    }

    /// The numbers of moves, at most this many, in which the goal may be reached.
    fn lengths(&self, most: u16) -> RangeInclusive<u16> {
        if self.exact { most..=most } else { 1..=most }
    }

    /// The number of moves, at most this many, or of exactly this many, within which a first move succeeds; `None`: it
    /// does not.
    pub(crate) fn first_move(&mut self, m: Move, most: u16) -> Result<Option<u16>, Stopped> {
        if self.aim == Aim::Reflex && self.has_goal_move() {
            return Ok(None);
        }
        for moves in self.lengths(most) {
            if self.succeeds_with(m, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}
