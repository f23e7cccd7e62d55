//! Lines: help play, series and proof games. A depth-first search of all sequences of an exact number of half moves, with
//! a table of positions from which none leads to the goal.
//!
//! A series is help play in which the other side passes: not when it is in check, which a series must not give before
//! its end, or which a parry series lets it answer.

mod bound;

use crate::goal::Judge;
use crate::moves::{is_won, list_moves};
use crate::table::{Known, Table, key_with};
use crate::watch::Counter;
use crate::{Aim, Goal, Line, Manner, Part, Problem, Stopped, Watch};
use bound::Bound;
use spielraum_rules::{GenType, Move, MoveList, Position};
use std::sync::atomic::Ordering;

/// Lines that remain of fewer half moves than this are not kept in the table: searching them is as fast.
const TABLE_FROM: u16 = 2;

/// A search of one thread.
pub(crate) struct Lines<'s> {
    position: Position,
    judge: &'s Judge,
    manner: Manner,
    aim: Aim,
    table: &'s Table,
    watch: &'s Watch,
    counter: Counter<'s>,
    bound: Bound,
    /// Whether the side that is to reach the goal could do so early and go on; a line ends there, and is a shorter one.
    ends_early: bool,
    /// Whether a line ends, as a shorter one, when the side that does not play the series is forced to reach the goal.
    ends_when_forced: bool,
    /// The positions before this one that were found to be within reach.
    depth: usize,
    lists: Vec<MoveList>,
    path: Vec<Option<Move>>,
    /// The second move that is looked at; `None`: all.
    second: Option<Move>,
    found: Vec<Line>,
    most: usize,
}

impl<'s> Lines<'s> {
    pub(crate) fn new(problem: &Problem, judge: &'s Judge, table: &'s Table, watch: &'s Watch) -> Self {
        Self {
            position: problem.position.clone(),
            judge,
            manner: problem.stipulation.manner,
            aim: problem.stipulation.aim,
            table,
            watch,
            counter: Counter::new(watch),
            bound: Bound::new(problem, judge),
            ends_early: problem.stipulation.aim == Aim::Direct && can_go_on(judge.goal()),
            ends_when_forced: problem.stipulation.aim == Aim::Compel && problem.stipulation.manner != Manner::Help,
            depth: 0,
            lists: Vec::new(),
            path: Vec::new(),
            second: None,
            found: Vec::new(),
            most: problem.options.max_solutions,
        }
    }

    /// The lines of exactly this many half moves that begin with the moves of a piece of work, or all of them; and why there
    /// may be more. `number` is its number.
    pub(crate) fn run(&mut self, number: usize, part: Part) -> (Vec<Line>, Result<(), Stopped>) {
        self.counter.begin(number);
        self.second = part.second;
        let searched = match part.first {
            Some(m) if self.allowed() => self.follow(m, part.length, true),
            Some(_) => Ok(false),
            None => self.search(part.length, true),
        };
        let searched = searched.and_then(|_| self.counter.tell());
        (std::mem::take(&mut self.found), searched)
    }

    /// Finds the lines of exactly this many half moves from here; says whether there are any. `starter`: whether the side
    /// to move is the one that began.
    fn search(&mut self, left: u16, starter: bool) -> Result<bool, Stopped> {
        self.counter.count()?;
        if left == 0 {
            return self.end();
        }
        if !self.allowed() {
            return Ok(false);
        }
        if !starter && self.ends_when_forced && self.is_goal_forced() {
            return Ok(false);
        }
        if !starter && self.passes(left) {
            return self.pass(left);
        }
        if self.bound.is_out_of_reach(&self.position, left, self.aim_is_own(), self.depth) {
            return Ok(false);
        }
        self.depth += 1;
        let found = self.search_within_reach(left, starter);
        self.depth -= 1;
        found
    }

    fn search_within_reach(&mut self, left: u16, starter: bool) -> Result<bool, Stopped> {
        if left == 1 && self.aim_is_own() {
            return self.last_move();
        }
        let key = self.key(left, starter);
        // What is found of one second move holds for no position.
        let keeps = left >= TABLE_FROM && self.chosen().is_none();
        if keeps && self.table.probe(key).is_some() {
            return Ok(false);
        }
        let found = match self.aim {
            Aim::Reciprocal if left == 2 => self.reciprocal()?,
            _ => self.search_moves(left, starter)?,
        };
        if !found && keeps {
            self.table.store(key, Known { refuted: left, ..Known::default() });
        }
        Ok(found)
    }

    /// The second move of the piece of work, where it is next.
    fn chosen(&self) -> Option<Move> {
        self.second.filter(|_| self.path.iter().flatten().count() == 1)
    }

    fn search_moves(&mut self, left: u16, starter: bool) -> Result<bool, Stopped> {
        let mut moves = self.take_list();
        list_moves(&self.position, GenType::All, &mut moves);
        if let Some(second) = self.chosen() {
            moves.retain(|&m| m == second);
        }
        self.bound.retain_helps(&self.position, left, self.aim_is_own(), self.depth, &mut moves);
        let mut found = false;
        for &m in &moves {
            found |= self.follow(m, left, starter)?;
        }
        self.lists.push(moves);
        Ok(found)
    }

    /// Makes a move and finds the lines after it.
    fn follow(&mut self, m: Move, left: u16, starter: bool) -> Result<bool, Stopped> {
        self.position.make_unchecked(m);
        self.path.push(Some(m));
        let found = match left {
            1 if self.aim_is_own() => {
                if self.judge.reached(&mut self.position, m) {
                    self.record().map(|()| true)
                } else {
                    Ok(false)
                }
            }
            // That is a shorter solution.
            _ if self.ends_early && left % 2 == 1 && self.judge.reached(&mut self.position, m) => Ok(false),
            _ => self.search(left - 1, !starter),
        };
        self.path.pop();
        self.position.unmake();
        found
    }

    /// Whether the last half move of the line reaches the goal; otherwise the other side's answers do.
    fn aim_is_own(&self) -> bool {
        matches!(self.aim, Aim::Direct | Aim::Help | Aim::Reciprocal)
    }

    /// Whether the side that did not begin passes when this many half moves are left.
    fn passes(&self, left: u16) -> bool {
        let last = left == 1 && self.aim == Aim::Help || left <= 1 && self.aim == Aim::Reciprocal;
        match self.manner {
            _ if last => false,
            Manner::Series => true,
            Manner::ParrySeries => !self.position.in_check(),
            Manner::Help | Manner::Battle | Manner::ParryBattle => false,
        }
    }

    fn pass(&mut self, left: u16) -> Result<bool, Stopped> {
        if self.position.in_check() || is_won(&self.position) {
            return Ok(false);
        }
        self.position.make_null();
        self.path.push(None);
        let found = self.search(left - 1, true);
        self.path.pop();
        self.position.unmake();
        found
    }

    /// Whether reflex play lets the line go on here: who can reach the goal must.
    fn allowed(&mut self) -> bool {
        if self.aim != Aim::Reflex {
            return true;
        }
        let mut moves = self.take_list();
        let found = self.judge.has_goal_move(&mut self.position, &mut moves);
        self.lists.push(moves);
        !found
    }

    /// Whether the side to move can only move so that it reaches the goal.
    fn is_goal_forced(&mut self) -> bool {
        let mut moves = self.take_list();
        let forced = self.judge.is_goal_forced(&mut self.position, &mut moves);
        self.lists.push(moves);
        forced
    }

    fn last_move(&mut self) -> Result<bool, Stopped> {
        let goals = self.goal_moves();
        let found = self.record_each(&goals)?;
        self.lists.push(goals);
        Ok(found)
    }

    /// The end of a line after which the side to move must reach the goal, or of one of no half moves.
    fn end(&mut self) -> Result<bool, Stopped> {
        if self.aim_is_own() {
            // Only a position can be reached by no move.
            let reached = self.path.is_empty() && self.judge.is_position(&self.position);
            return if reached { self.record().map(|()| true) } else { Ok(false) };
        }
        let mut goals = self.take_list();
        let forced = match self.aim {
            Aim::Compel => self.judge.is_goal_forced(&mut self.position, &mut goals),
            _ => {
                self.judge.list_goal_moves(&mut self.position, &mut goals);
                true
            }
        };
        let found = forced && self.record_each(&goals)?;
        self.lists.push(goals);
        Ok(found)
    }

    /// The last move of a reciprocal problem: the side to move can reach the goal, and can help the other one to.
    fn reciprocal(&mut self) -> Result<bool, Stopped> {
        let goals = self.goal_moves();
        if goals.is_empty() {
            return Ok(false);
        }
        let before = self.found.len();
        if !self.search_moves(2, true)? {
            return Ok(false);
        }
        let helped = self.found.split_off(before);
        let recorded = self.record_each(&goals);
        self.lists.push(goals);
        self.found.extend(helped);
        recorded?;
        Ok(true)
    }

    /// Records the line with each of these moves at its end; says whether there is any.
    fn record_each(&mut self, goals: &[Move]) -> Result<bool, Stopped> {
        for &m in goals {
            self.path.push(Some(m));
            let recorded = self.record();
            self.path.pop();
            recorded?;
        }
        Ok(!goals.is_empty())
    }

    fn record(&mut self) -> Result<(), Stopped> {
        self.watch.solutions.fetch_add(1, Ordering::Relaxed);
        self.found.push(Line { moves: self.path.clone() });
        if self.found.len() > self.most { Err(Stopped::Solutions) } else { Ok(()) }
    }

    /// The moves of the side to move that reach the goal.
    fn goal_moves(&mut self) -> MoveList {
        let mut moves = self.take_list();
        self.judge.list_goal_moves(&mut self.position, &mut moves);
        moves
    }

    fn take_list(&mut self) -> MoveList {
        self.lists.pop().unwrap_or_default()
    }

    /// The table's key: nothing that holds for one length holds for another.
    fn key(&self, left: u16, starter: bool) -> u64 {
        let number = u64::from(left) << 1 | u64::from(starter);
        key_with(self.position.hash(), number)
    }
}

/// Whether a side can reach the goal and go on. A stalemate in the middle of a series ends nothing: the other side has no
/// turn then.
fn can_go_on(goal: &Goal) -> bool {
    matches!(goal, Goal::Check | Goal::Capture | Goal::EnPassant | Goal::Castling | Goal::Cell(_) | Goal::Any)
}
