//! The play of a solution as themes look at it: its first move, and every last one with the defence before it.

use crate::{Attack, Defence, Line, Solution};
use spielraum_geometry::{Board, Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Position, Setup};
use std::ops::ControlFlow;

/// A solution, taken apart.
pub(super) struct Play {
    /// Where it begins.
    pub start: Position,
    /// Its first move.
    pub key: Option<Move>,
    /// Its last moves; the same one after several defences is there several times.
    pub ends: Vec<End>,
    /// Defences with more than one answer.
    pub duals: usize,
    /// Whether the first move threatens nothing and gives no check.
    pub is_zugzwang: bool,
    /// Whether a defence captures the piece of the first move.
    pub is_sacrifice: bool,
    /// The moves of the other side's royal before and after the first move.
    pub flights: Option<(usize, usize)>,
}

/// The last move of a solution.
pub(super) struct End {
    /// The position before it.
    pub before: Position,
    /// The other side's move before it, and the position in which it was made.
    pub defence: Option<(Position, Move)>,
    /// The move.
    pub goal: Move,
    /// The position after it.
    pub after: Position,
}

impl Play {
    /// The play of a solution.
    pub(super) fn of(start: &Position, solution: &Solution) -> Self {
        let key = solution.first_move();
        let mut play = Self {
            start: start.clone(),
            key,
            ends: Vec::new(),
            duals: 0,
            is_zugzwang: false,
            is_sacrifice: false,
            flights: None,
        };
        let mut position = start.clone();
        match solution {
            Solution::Key(attack) => {
                play.attack(&mut position, attack, None);
                play.look_at_key(attack);
            }
            Solution::Line(line) => play.line(&mut position, line),
        }
        play
    }

    fn attack(&mut self, position: &mut Position, attack: &Attack, defence: Option<&(Position, Move)>) {
        if attack.goal {
            self.end(position, attack.m, defence.cloned());
            return;
        }
        position.make_unchecked(attack.m);
        if !attack.threats.is_empty() {
            position.make_null();
            attack.threats.iter().for_each(|threat| self.attack(position, threat, None));
            self.duals += usize::from(attack.threats.len() > 1);
            position.unmake();
        }
        attack.defences.iter().for_each(|defence| self.defence(position, defence));
        position.unmake();
    }

    fn defence(&mut self, position: &mut Position, defence: &Defence) {
        if defence.goal {
            self.end(position, defence.m, None);
            return;
        }
        let made = (position.clone(), defence.m);
        position.make_unchecked(defence.m);
        self.duals += usize::from(defence.answers.len() > 1);
        defence.answers.iter().for_each(|answer| self.attack(position, answer, Some(&made)));
        position.unmake();
    }

    fn line(&mut self, position: &mut Position, line: &Line) {
        let mut before = None;
        for (at, m) in line.moves.iter().enumerate() {
            match *m {
                Some(m) if at + 1 == line.moves.len() => self.end(position, m, before.take()),
                Some(m) => {
                    before = Some((position.clone(), m));
                    position.make_unchecked(m);
                }
                None => position.make_null(),
            }
        }
    }

    fn end(&mut self, before: &Position, goal: Move, defence: Option<(Position, Move)>) {
        let mut after = before.clone();
        after.make_unchecked(goal);
        self.ends.push(End { before: before.clone(), defence, goal, after });
    }

    fn look_at_key(&mut self, key: &Attack) {
        let mut after = self.start.clone();
        after.make_unchecked(key.m);
        self.is_zugzwang = key.moves > 1 && key.threats.is_empty() && !after.in_check();
        self.is_sacrifice = key.defences.iter().any(|defence| after.captured_cell(defence.m) == Some(key.m.to()));
        let mut before = self.start.clone();
        if key.moves > 1 && !before.in_check() {
            before.make_null();
            self.flights = flights(&before).zip(flights(&after));
        }
    }

    /// The number of different last moves.
    pub(super) fn variations(&self) -> usize {
        let mut goals: Vec<u64> = self.ends.iter().map(|end| end.goal.to_bits()).collect();
        goals.sort_unstable();
        goals.dedup();
        goals.len()
    }
}

/// The moves of the royal of the side to move, if it has one.
pub(super) fn flights(position: &Position) -> Option<usize> {
    let royal = single(&position.royals(position.side_to_move()))?;
    let mut count = 0;
    _ = position.for_each_legal(|m| {
        count += usize::from(m.from() == Some(royal));
        ControlFlow::Continue(())
    });
    Some(count)
}

/// The cell of a set of one.
pub(super) fn single(cells: &CellSet) -> Option<Cell> {
    let mut all = cells.iter();
    all.next().filter(|_| all.next().is_none())
}

/// The position without what stands on a cell.
pub(super) fn without(position: &Position, cell: Cell) -> Option<Position> {
    let mut setup: Setup = position.setup();
    setup.placement[cell.index()] = None;
    Position::new(position.rules(), setup).ok()
}

/// Whether two places are on one straight line of steps or diagonals, flat or in space.
pub(super) fn is_straight(board: &Board, from: Cell, to: Cell) -> bool {
    let way = board.coord(to) - board.coord(from);
    way == way.signum().times(way.longest())
}

/// The pieces of a side.
pub(super) fn pieces(position: &Position, side: Color) -> Vec<(PieceType, Cell)> {
    let mut found = Vec::new();
    position.for_each_piece(|color, kind, cell| {
        if color == side {
            found.push((kind, cell));
        }
    });
    found
}
