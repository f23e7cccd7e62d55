//! The royals.

use super::State;
use super::overlay::Without;
use crate::Color;
use crate::tables::Core;
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// Where the royals of a side stand.
    #[inline]
    pub(crate) fn royals(&self, core: &Core<W>, color: Color) -> BitBoard<W> {
        if core.royals.has_sole(color) {
            return BitBoard::of(self.sole_royal[color as usize]);
        }
        core.royals.types().fold(BitBoard::EMPTY, |royals, kind| royals | self.of(color, kind))
    }

    /// Whether something holds for one of the royals of a side.
    #[inline(always)]
    pub(crate) fn any_royal(&self, core: &Core<W>, color: Color, mut holds: impl FnMut(Cell) -> bool) -> bool {
        match core.royals.has_sole(color) {
            true => holds(self.sole_royal[color as usize]),
            false => self.royals(core, color).into_iter().any(holds),
        }
    }

    /// How many cells the royal on `from`, whosever turn it is, could step to without being attacked there, whatever
    /// follows moves (E1); 0 if nothing is there.
    pub(crate) fn royal_freedom(&self, core: &Core<W>, from: Cell) -> u32 {
        let royal = self.at(from);
        if royal.is_none() {
            return 0;
        }
        let color = royal.color();
        let mover = &core.movers[color][royal.kind().index()];
        let steps = mover.quiet_leaps(from).without(self.by_color[color as usize]);
        let safe = |&to: &Cell| {
            !self.attacked(core, to, !color, &Without(from)) && !self.faces(core, to, !color, &Without(from))
        };
        steps.into_iter().filter(safe).count() as u32
    }
}
