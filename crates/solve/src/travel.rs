//! How many moves pieces need, each alone on the board.

use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules};
use std::collections::VecDeque;

/// Farther than anything is looked at.
pub(crate) const FAR: u8 = 200;

/// The most states, types by cells, for which tables are made.
const MOST_STATES: usize = 2000;

/// The least number of moves in which a side's piece can get from each state, its type and cell, to each other one, with
/// promotions, everything there to be captured and nothing in the way.
pub(crate) struct Travel {
    cells: usize,
    states: usize,
    table: Vec<u8>,
    /// The least number of moves to a cell as whatever type.
    to_cell: Vec<u8>,
    reach: Vec<CellSet>,
}

impl Travel {
    /// `None` where the tables would be too large.
    pub(crate) fn new(rules: &Rules, color: Color) -> Option<Self> {
        let spec = rules.spec();
        let (cells, types) = (rules.board().len(), spec.pieces.len());
        let states = cells * types;
        if states > MOST_STATES {
            return None;
        }
        let kinds = || (0..types as u8).map(PieceType);
        let reach: Vec<CellSet> =
            kinds().flat_map(|kind| rules.board().cells().map(move |cell| rules.reach(color, kind, cell))).collect();
        let steps: Vec<Vec<usize>> = (0..states).map(|state| steps(rules, color, &reach, state)).collect();
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
        Some(Self { cells, states, table, to_cell, reach })
    }

    /// The moves that a piece needs to a cell, as whatever it is then.
    pub(crate) fn moves(&self, kind: PieceType, from: Cell, to: Cell) -> u8 {
        self.to_cell[(kind.index() * self.cells + from.index()) * self.cells + to.index()]
    }

    /// The moves that a piece needs to be another one on another cell, or the same.
    pub(crate) fn moves_as(&self, now: (PieceType, Cell), then: (PieceType, Cell)) -> u8 {
        let state = |(kind, cell): (PieceType, Cell)| kind.index() * self.cells + cell.index();
        self.table[state(now) * self.states + state(then)]
    }

    /// The cells that a piece can go to.
    pub(crate) fn reach(&self, kind: PieceType, cell: Cell) -> &CellSet {
        &self.reach[kind.index() * self.cells + cell.index()]
    }

    /// Tells every state that a piece can get to in at most so many moves, with their number.
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
fn steps(rules: &Rules, color: Color, reach: &[CellSet], state: usize) -> Vec<usize> {
    let (spec, cells) = (rules.spec(), rules.board().len());
    let kind = PieceType((state / cells) as u8);
    let from = Cell((state % cells) as u16);
    let mut targets: Vec<Cell> = reach[state].iter().collect();
    if spec.double_steps.iter().any(|step| step.piece == kind && step.from[color].contains(from)) {
        let twice: Vec<Cell> = targets
            .iter()
            .flat_map(|via| reach[kind.index() * cells + via.index()].iter().collect::<Vec<_>>())
            .collect();
        targets.extend(twice);
    }
    for castling in spec.castlings.iter().filter(|castling| castling.color == color) {
        if spec.royal() == Some(kind) && castling.royal.0 == from {
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
