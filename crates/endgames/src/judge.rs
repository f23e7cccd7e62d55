//! The game's verdict on placements of a material.

use crate::error::EndgameError;
use crate::kernel::{Cells, Kernel};
use crate::material::{MAX_PIECES, Material};
use crate::value::Value;
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::{ByColor, Change, Color, Counters, Position, Rules, Setup, Standing};
use std::ops::ControlFlow;

/// Asks the rules how the game stands in placements of one material.
#[derive(Clone)]
pub(crate) struct Judge {
    position: Position,
    cells: Cells,
    side: Color,
}

impl Judge {
    /// A judge for a material; `None` if it has no legal position.
    pub(crate) fn new(rules: &Rules, material: &Material, kernel: &Kernel) -> Result<Option<Self>, EndgameError> {
        let mut found = None;
        let _ = placements(rules.board().len(), kernel.slots.len(), &mut |cells| {
            let side = Color::BOTH.into_iter().find(|&side| kernel.is_legal(cells, side));
            found = side.map(|side| (*cells, side));
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let Some((cells, side)) = found else { return Ok(None) };
        let position = Position::new(rules, setup(rules, kernel, &cells, side))
            .map_err(|error| EndgameError::NotThis { material: material.to_string(), why: error.to_string() })?;
        Ok(Some(Self { position, cells, side }))
    }

    fn set(&mut self, kernel: &Kernel, cells: &Cells, side: Color) {
        let turn = (self.side != side).then_some(Change::Turn);
        let old = self.cells;
        let leaves =
            kernel.slots.iter().zip(old).map(|(slot, cell)| Change::Leaves(slot.color.into(), slot.kind, Cell(cell)));
        let comes =
            kernel.slots.iter().zip(*cells).map(|(slot, cell)| Change::Comes(slot.color.into(), slot.kind, Cell(cell)));
        self.position.apply(leaves.chain(comes).chain(turn));
        (self.cells, self.side) = (*cells, side);
    }

    /// The value of a placement in which the game is over already, moves not considered.
    pub(crate) fn over(&mut self, kernel: &Kernel, cells: &Cells, side: Color) -> Option<Value> {
        self.set(kernel, cells, side);
        self.stands()
    }

    /// The value for the side to move if the game is over in the position that was judged last.
    pub(crate) fn stands(&self) -> Option<Value> {
        match self.position.standing(self.position.ply()) {
            Standing::Over(winner) => Some(value_of(winner, self.side)),
            Standing::Open | Standing::Banned => None,
        }
    }

    /// Who is to move in the position that was judged last.
    pub(crate) fn side(&self) -> Color {
        self.side
    }

    /// The value of a placement in which the side to move has no move.
    pub(crate) fn without_moves(&mut self, kernel: &Kernel, cells: &Cells, side: Color) -> Option<Value> {
        self.set(kernel, cells, side);
        self.position.outcome_of_position().map(|outcome| value_of(outcome.winner, side))
    }
}

/// What the end of a game is worth for the side to move.
pub(crate) fn value_of(winner: Option<Color>, side: Color) -> Value {
    match winner {
        None => Value::Draw,
        Some(winner) if winner == side => Value::Win(0),
        Some(_) => Value::Loss(0),
    }
}

/// A placement as a setup.
pub(crate) fn setup(rules: &Rules, kernel: &Kernel, cells: &Cells, side: Color) -> Setup {
    let mut placement = vec![None; rules.board().len()];
    for (slot, &cell) in kernel.slots.iter().zip(cells) {
        placement[usize::from(cell)] = Some((slot.color.into(), slot.kind));
    }
    Setup {
        placement,
        hands: ByColor::default(),
        side,
        castling: Vec::new(),
        unmoved: CellSet::EMPTY,
        en_passant: None,
        halfmove: 0,
        fullmove: 1,
        part: 0,
        moved: None,
        counters: Counters::default(),
    }
}

/// Gives every way to put pieces on different cells.
fn placements(board: usize, count: usize, visit: &mut impl FnMut(&Cells) -> ControlFlow<()>) -> ControlFlow<()> {
    fn place(
        board: usize,
        count: usize,
        done: usize,
        cells: &mut Cells,
        visit: &mut impl FnMut(&Cells) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if done == count {
            return visit(cells);
        }
        for cell in 0..board as u16 {
            if !cells[..done].contains(&cell) {
                cells[done] = cell;
                place(board, count, done + 1, cells, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
    place(board, count, 0, &mut [crate::kernel::GONE; MAX_PIECES], visit)
}
