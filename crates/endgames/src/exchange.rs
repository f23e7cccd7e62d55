//! Materials that are each other's with the colours exchanged, such as `KQ v K` and `K v KQ`: one table serves both where
//! the rules say the same of both sides.

use crate::kernel::{Cells, GONE};
use crate::material::{MAX_PIECES, Material};
use crate::scope::{closure, is_impartial};
use crate::symmetry::{Symmetry, exchanging};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Owner, Rules, Setup};
use std::cmp::Reverse;

/// How positions of a material become those of the material whose table serves it: colours change, and with them cells.
#[derive(Debug)]
pub(crate) struct Exchange {
    /// For each cell the one that it becomes.
    cells: Symmetry,
    /// For each piece of the table's material the place of the one that it is.
    slots: Vec<u8>,
}

/// The material whose table serves a material, and how the colours are exchanged for that; `None` if it has a table of its
/// own. Of two the one serves in which White has more pieces, or as many and those that come first in the game's order.
pub(crate) fn served_by(rules: &Rules, material: &Material) -> Option<(Material, Exchange)> {
    let spec = rules.spec();
    let sides = Color::BOTH.map(|color| {
        let own = material.pieces().iter().filter(|piece| piece.0 == color);
        own.map(|&(_, kind)| (!spec.pieces[kind.index()].royal, kind)).collect::<Vec<_>>()
    });
    let [white, black] = &sides;
    let is_first = (Reverse(white.len()), white) <= (Reverse(black.len()), black);
    let start = rules.start();
    let same_royals =
        || spec.royals().all(|royal| start.count(Color::White, royal) == start.count(Color::Black, royal));
    if is_first || !same_royals() || !is_impartial(spec) {
        return None;
    }
    let (white, black) = (white.len() as u8, black.len() as u8);
    let exchanged = material.pieces().iter().map(|&(color, kind)| (!color, kind)).collect();
    let cells = exchanging(rules, &closure(spec, material))?;
    Some((Material::new(spec, exchanged), Exchange { cells, slots: (white..white + black).chain(0..white).collect() }))
}

impl Exchange {
    /// A placement as one of the table's material.
    pub(crate) fn placed(&self, cells: &Cells) -> Cells {
        let mut placed = [GONE; MAX_PIECES];
        for (place, &slot) in placed.iter_mut().zip(&self.slots) {
            *place = self.cells[usize::from(cells[usize::from(slot)])];
        }
        placed
    }

    /// A position of the table's material as one of the other.
    pub(crate) fn back(&self, setup: Setup) -> Setup {
        let standing = |&cell: &u16| setup.placement[usize::from(cell)];
        let exchanged =
            |(owner, kind): (Owner, PieceType)| (owner.color().map_or(owner, |color| (!color).into()), kind);
        let placement = self.cells.iter().map(|cell| standing(cell).map(exchanged)).collect();
        Setup { placement, side: !setup.side, ..setup }
    }
}
