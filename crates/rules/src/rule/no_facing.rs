//! A ban on royals that face each other along a line with nothing between (N2, Q10).

use super::{Goal, Rule};
use crate::Color;
use crate::spec::Spec;
use crate::state::State;
use crate::state::overlay::Overlay;
use crate::tables::{LineTable, Tables};
use crate::validate::Check;
use spielraum_geometry::{Cell, LineDirection};

pub(crate) struct NoFacing;

impl Rule for NoFacing {
    fn validate(check: &mut Check<'_>) {
        let facing = &check.spec.goals.facing;
        check.needs_royal("a ban on facing royals", !facing.is_empty());
        check.offsets("the direction in which royals face", facing);
    }
}

impl Goal for NoFacing {}

/// The number of each line direction along which royals may not face, as a bit.
pub(crate) fn compile(spec: &Spec, lines: &LineTable) -> u64 {
    let directions = spec.goals.facing.iter().filter_map(|&offset| lines.direction(LineDirection::Straight(offset)));
    directions.fold(0, |directions, direction| directions | 1 << direction)
}

impl<const W: usize> State<W> {
    /// Whether a royal on `cell` would face one of `others` along a line on which that is banned.
    pub(crate) fn faces<O: Overlay<W>>(&self, t: &Tables<W>, cell: Cell, others: Color, over: &O) -> bool {
        t.facing != 0
            && t.lines.slots(cell).iter().filter(|slot| t.facing >> slot.direction & 1 != 0).any(|slot| {
                let pos = u32::from(slot.pos);
                let is_royal = |place| t.royals.has_piece(self.at(t.lines.cell(slot.line, place)), others);
                let sees = |place: Option<u32>| place.is_some_and(is_royal);
                sees(self.next_piece::<true, O>(t, slot.line, pos, over))
                    || sees(self.next_piece::<false, O>(t, slot.line, pos, over))
            })
    }
}
