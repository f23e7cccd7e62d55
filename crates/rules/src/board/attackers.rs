//! Which pieces attack a cell.

use super::State;
use super::overlay::{Overlay, WithoutAll};
use crate::Color;
use crate::tables::Core;
use crate::tables::lines::Slot;
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// The pieces of `by` that could capture an enemy on a cell, if one stood there.
    pub(crate) fn attackers(&self, core: &Core<W>, cell: Cell, by: Color) -> BitBoard<W> {
        self.attackers_but(core, cell, by, &WithoutAll(BitBoard::EMPTY))
    }

    /// The same with some pieces gone.
    pub(crate) fn attackers_but(&self, core: &Core<W>, cell: Cell, by: Color, rest: &WithoutAll<W>) -> BitBoard<W> {
        let mut attackers = BitBoard::EMPTY;
        for (kind, sources) in core.attacks.leapers(by, cell) {
            attackers |= *sources & rest.remaining(self.of(by, kind));
        }
        self.each_distant_attacker(core, cell, by, rest, |from| attackers.insert(from));
        attackers
    }

    /// Passes on the pieces of `by` that attack a cell along lines or by routes.
    #[inline(always)]
    pub(crate) fn each_distant_attacker(
        &self,
        core: &Core<W>,
        cell: Cell,
        by: Color,
        rest: &WithoutAll<W>,
        mut tell: impl FnMut(Cell),
    ) {
        for &slot in core.lines.slots(cell) {
            if self.lines[usize::from(slot.line)].riders[by as usize] != 0 {
                self.line_attackers(core, slot, by, rest, &mut tell);
            }
        }
        if core.attacks.has_routes {
            let occupied = rest.occupied(self);
            for attack in core.attacks.routes(by, cell) {
                if rest.remaining(self.of(by, attack.kind)).contains(attack.source)
                    && attack.ways.iter().any(|way| !way.meets(&occupied))
                {
                    tell(attack.source);
                }
            }
        }
    }

    /// Passes on the pieces of `by` that attack the cell of a slot along its line: the first either way, and hoppers behind it.
    #[inline(always)]
    fn line_attackers(&self, core: &Core<W>, slot: Slot, by: Color, rest: &WithoutAll<W>, tell: &mut impl FnMut(Cell)) {
        let (pos, riders) = (u32::from(slot.pos), self.lines[usize::from(slot.line)].riders[by as usize]);
        let rider = |place: u32| riders >> place & 1 != 0;
        let first_up = self.first_before_rider::<true, _>(core, slot, riders, rest);
        let first_down = self.first_before_rider::<false, _>(core, slot, riders, rest);
        for first in [first_up, first_down].into_iter().flatten() {
            if rider(first) && self.slides_to(core, slot, first, pos) {
                tell(core.lines.cell(slot.line, first));
            }
        }
        if core.attacks.has_hops {
            let second_up = first_up.and_then(|first| self.next_piece::<true, _>(core, slot.line, first, rest));
            let second_down = first_down.and_then(|first| self.next_piece::<false, _>(core, slot.line, first, rest));
            for (first, second) in [(first_up, second_up), (first_down, second_down)] {
                if let (Some(first), Some(second)) = (first, second)
                    && rider(second)
                    && self.hops_to(core, slot, second, first, pos)
                {
                    tell(core.lines.cell(slot.line, second));
                }
            }
        }
    }
}
