//! How many moves pieces need, each alone on the board.

use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, Way};
use std::collections::VecDeque;

/// Farther than anything is looked at.
pub(crate) const FAR: u8 = 200;

/// The most states, types by cells, for which tables are made.
const MOST_STATES: usize = 2000;

/// What is known of all the ways before a search begins.
#[derive(Clone, Copy)]
pub(crate) struct Roads<'c> {
    /// Cells whose pieces never move and are never captured.
    pub(crate) blocked: &'c CellSet,
    /// Whether something may be captured.
    pub(crate) captures: bool,
}

/// The least number of moves in which a side's piece can get from each state, its type and cell, to each other one, with
/// promotions, everything there to be captured if anything is, and nothing else in the way.
pub(crate) struct Travel {
    cells: usize,
    states: usize,
    table: Vec<u8>,
    /// The least number of moves to a cell as whatever type.
    to_cell: Vec<u8>,
    /// The cells on which each state could capture.
    attacks: Vec<CellSet>,
    /// The least number of moves after which each state is reached again.
    returns: Vec<u8>,
}

impl Travel {
    /// `None` where the tables would be too large.
    pub(crate) fn new(rules: &Rules, color: Color, roads: Roads<'_>) -> Option<Self> {
        let (cells, types) = (rules.board().len(), rules.spec().pieces.len());
        let states = cells * types;
        if states > MOST_STATES {
            return None;
        }
        let all = (0..states).map(|state| (PieceType((state / cells) as u8), Cell((state % cells) as u16)));
        let ways: Vec<Vec<Way>> = all.map(|(kind, cell)| rules.ways(color, kind, cell)).collect();
        let captures = |ways: &Vec<Way>| ways.iter().filter(|way| way.capture).map(|way| way.to).collect();
        let attacks = ways.iter().map(captures).collect();
        let steps: Vec<Vec<usize>> =
            ways.iter().enumerate().map(|(state, ways)| steps(rules, color, roads, ways, state)).collect();
        let mut table = vec![FAR; states * states];
        let mut to_cell = vec![FAR; states * cells];
        for from in 0..states {
            let row = &mut table[from * states..][..states];
            row[from] = 0;
            let mut queue = VecDeque::from([from]);
            while let Some(state) = queue.pop_front() {
                let next = row[state] + 1;
                for &to in &steps[state] {
                    if row[to] > next {
                        row[to] = next;
                        queue.push_back(to);
                    }
                }
            }
            for (state, &moves) in row.iter().enumerate() {
                let to = &mut to_cell[from * cells + state % cells];
                *to = moves.min(*to);
            }
        }
        let comes_back = |(from, next): (usize, &Vec<usize>)| {
            let back = next.iter().map(|to| table[to * states + from]).min().unwrap_or(FAR);
            back.saturating_add(1).min(FAR)
        };
        let returns = steps.iter().enumerate().map(comes_back).collect();
        Some(Self { cells, states, table, to_cell, attacks, returns })
    }

    /// The moves that a piece needs to a cell, as whatever it is then.
    pub(crate) fn moves(&self, kind: PieceType, from: Cell, to: Cell) -> u8 {
        self.to_cell[(usize::from(kind.0) * self.cells + usize::from(from.0)) * self.cells + usize::from(to.0)]
    }

    /// The moves that a piece needs to be another one on another cell, or the same.
    pub(crate) fn moves_as(&self, now: (PieceType, Cell), then: (PieceType, Cell)) -> u8 {
        let state = |(kind, cell): (PieceType, Cell)| usize::from(kind.0) * self.cells + usize::from(cell.0);
        self.table[state(now) * self.states + state(then)]
    }

    /// The moves that a piece needs to leave its cell and come back as what it is.
    pub(crate) fn moves_back(&self, (kind, cell): (PieceType, Cell)) -> u8 {
        self.returns[usize::from(kind.0) * self.cells + usize::from(cell.0)]
    }

    /// The number of types.
    pub(crate) fn types(&self) -> usize {
        self.states / self.cells
    }

    /// The cells on which a piece could capture.
    pub(crate) fn attacks(&self, kind: PieceType, cell: Cell) -> &CellSet {
        &self.attacks[usize::from(kind.0) * self.cells + usize::from(cell.0)]
    }

    /// Passes on every state that a piece can get to in at most this many moves, with their number.
    pub(crate) fn for_each_state(
        &self,
        kind: PieceType,
        from: Cell,
        most: u8,
        mut tell: impl FnMut(u8, PieceType, Cell),
    ) {
        let row = &self.table[(kind.index() * self.cells + from.index()) * self.states..][..self.states];
        for (state, &moves) in row.iter().enumerate().filter(|(_, moves)| **moves <= most) {
            tell(moves, PieceType((state / self.cells) as u8), Cell((state % self.cells) as u16));
        }
    }
}

/// The states that one move leads to.
fn steps(rules: &Rules, color: Color, roads: Roads<'_>, ways: &[Way], state: usize) -> Vec<usize> {
    let (spec, cells) = (rules.spec(), rules.board().len());
    let kind = PieceType((state / cells) as u8);
    let from = Cell((state % cells) as u16);
    let is_open = |way: &&Way| {
        (way.quiet || roads.captures) && !roads.blocked.contains(way.to) && (way.empty & *roads.blocked).is_empty()
    };
    let mut targets: Vec<Cell> = ways.iter().filter(is_open).map(|way| way.to).collect();
    let doubles = rules.double_steps(color, kind, from).into_iter();
    let is_free = |cell: &Cell| !roads.blocked.contains(*cell);
    targets.extend(doubles.filter(|(passed, to)| is_free(passed) && is_free(to)).map(|(_, to)| to));
    for castling in spec.castlings.iter().filter(|castling| castling.color == color) {
        if castling.royal_type == kind && castling.royal.0 == from {
            targets.push(castling.royal.1);
        }
        if castling.partner_type == kind && castling.partner.0 == from {
            targets.push(castling.partner.1);
        }
    }
    let promotions = || spec.promotions.iter().filter(|promotion| promotion.piece == kind);
    let mut states = Vec::new();
    for to in targets {
        states.push(kind.index() * cells + to.index());
        for promotion in promotions() {
            if promotion.zone[color].contains(to) || promotion.zone[color].contains(from) {
                states.extend(promotion.into.iter().map(|into| into.index() * cells + to.index()));
            }
        }
    }
    states
}
