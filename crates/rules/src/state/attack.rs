//! Whether a cell is attacked (docs/rulings.md, "Words"), and whether royals face each other (N2, Q10).

use super::State;
use crate::Color;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::Tables;
use crate::tables::lines::{Bits, Slot, above, below, slide};
use spielraum_geometry::Cell;

/// No cell: nothing is transparent.
pub(crate) const NOWHERE: Cell = Cell(u16::MAX);

impl<const W: usize> State<W> {
    /// Whether a piece of `by` could capture an enemy standing on `cell`, the piece on `transparent`
    /// (or [`NOWHERE`]) being taken off the board.
    pub(crate) fn attacked(&self, t: &Tables<W>, cell: Cell, by: Color, transparent: Cell) -> bool {
        self.attacked_by_leap(t, cell, by)
            || t.lines.slots(cell).iter().any(|&slot| self.attacked_along(t, slot, by, transparent))
            || t.attacks.has_routes && self.attacked_by_route(t, cell, by, transparent)
    }

    #[inline(always)]
    fn attacked_by_leap(&self, t: &Tables<W>, cell: Cell, by: Color) -> bool {
        t.attacks.leapers(by, cell).any(|(kind, sources)| sources.meets(&self.of(by, kind)))
    }

    #[inline(always)]
    fn attacked_along(&self, t: &Tables<W>, slot: Slot, by: Color, transparent: Cell) -> bool {
        let on_line = self.lines[usize::from(slot.line)];
        let enemies = on_line[by as usize];
        if enemies == 0 || t.attacks.families_of(by) >> slot.family & 1 == 0 {
            return false;
        }
        let (pos, occupied) = (u32::from(slot.pos), on_line[0] | on_line[1]);
        let hidden = |place: u32| t.lines.cell(slot.line, place) == transparent;
        let attacks = |first: Option<u32>, second: Option<u32>| {
            first.is_some_and(|first| enemies >> first & 1 != 0 && self.slides_to(t, slot, first, pos))
                || t.attacks.has_hops
                    && first.zip(second).is_some_and(|(first, second)| {
                        enemies >> second & 1 != 0 && self.hops_to(t, slot, second, first, pos)
                    })
        };
        let (mut up, mut down) = (occupied & above(pos), occupied & below(pos));
        if transparent != NOWHERE {
            up = take_out(up, hidden);
            down = take_out(down, hidden);
        }
        let (first_up, second_up) = (lowest(up), lowest(up & up.wrapping_sub(1)));
        if attacks(first_up, second_up) {
            return true;
        }
        let first_down = highest(down);
        let second_down = first_down.and_then(|first| highest(down & below(first)));
        attacks(first_down, second_down)
    }

    /// Whether the piece at `from` on the slot's line attacks place `to` along it, nothing between.
    #[inline(always)]
    pub(crate) fn slides_to(&self, t: &Tables<W>, slot: Slot, from: u32, to: u32) -> bool {
        let piece = self.at(t.lines.cell(slot.line, from));
        t.attacks.slides(piece, t.lines.slot_index(slot.line, from), to)
    }

    /// Whether the piece at `from` on the slot's line attacks place `to` along it, only `hurdle` between.
    #[inline(always)]
    pub(crate) fn hops_to(&self, t: &Tables<W>, slot: Slot, from: u32, hurdle: u32, to: u32) -> bool {
        let piece = self.at(t.lines.cell(slot.line, from));
        t.attacks.hops(piece, t.lines.slot_index(slot.line, from), hurdle, to)
    }

    fn attacked_by_route(&self, t: &Tables<W>, cell: Cell, by: Color, transparent: Cell) -> bool {
        let mut occupied = self.occupied();
        if transparent != NOWHERE {
            occupied.remove(transparent);
        }
        t.attacks.routes(by, cell).iter().any(|attack| {
            self.of(by, attack.kind).contains(attack.source) && attack.ways.iter().any(|way| !way.meets(&occupied))
        })
    }

    /// Whether a royal on `cell` would face the royal on `other` along a line on which that is banned,
    /// the piece on `transparent` being taken off the board.
    pub(crate) fn faces(&self, t: &Tables<W>, cell: Cell, other: Cell, transparent: Cell) -> bool {
        t.facing != 0
            && t.lines.slots(cell).iter().filter(|slot| t.facing >> slot.family & 1 != 0).any(|slot| {
                let [white, black] = self.lines[usize::from(slot.line)];
                let pos = u32::from(slot.pos);
                let sees = |place: Option<u32>| place.is_some_and(|place| t.lines.cell(slot.line, place) == other);
                let hidden = |place: u32| t.lines.cell(slot.line, place) == transparent;
                sees(lowest(take_out((white | black) & above(pos), hidden)))
                    || sees(highest(take_out((white | black) & below(pos), hidden)))
            })
    }

    /// The pieces of families of which `color` has no more than it must (X3, F3).
    fn last(&self, t: &Tables<W>, color: Color) -> impl Iterator<Item = Cell> {
        let scarce = t.spec.goals.families.iter().zip(&self.families[color as usize]);
        let members = scarce.filter(|(family, count)| **count <= family.least);
        members.flat_map(move |(family, _)| &family.members[color]).flat_map(move |&kind| self.of(color, kind))
    }

    /// Whether the enemy attacks a piece that `color` can't spare: taking it would leave too few of a family.
    pub(crate) fn last_attacked(&self, t: &Tables<W>, color: Color) -> bool {
        self.last(t, color).any(|cell| self.attacked(t, cell, !color, NOWHERE))
    }

    /// What `color` must not lose: its royal, and the pieces that it can't spare.
    pub(crate) fn indispensable(&self, t: &Tables<W>, color: Color) -> impl Iterator<Item = Cell> {
        t.royal.map(|_| self.royal[color as usize]).into_iter().chain(self.last(t, color))
    }

    /// Whether a piece of this type on `from`, if it stood there, would attack the enemy's royal by leaping or sliding.
    pub(crate) fn aims_at_royal(&self, t: &Tables<W>, color: Color, kind: PieceType, from: Cell) -> bool {
        t.royal.is_some() && self.aims_at(t, &BitBoard::of(self.royal[!color as usize]), color, kind, from)
    }

    /// Whether a piece of this type on `from`, if it stood there, would attack one of the enemies on `cells` by leaping
    /// or sliding.
    pub(crate) fn aims_at(
        &self,
        t: &Tables<W>,
        cells: &BitBoard<W>,
        color: Color,
        kind: PieceType,
        from: Cell,
    ) -> bool {
        let mover = &t.movers[color][kind.index()];
        let leaps = |table: &[BitBoard<W>]| table.get(from.index()).is_some_and(|targets| targets.meets(cells));
        leaps(&mover.leaps_both)
            || leaps(&mover.leaps_capture)
            || mover.slides.get(from).iter().any(|ride| {
                let [white, black] = self.lines[usize::from(ride.line)];
                let reached =
                    slide(white | black, u32::from(ride.pos)) & ride.capture & [white, black][!color as usize];
                Bits(reached).any(|place| cells.contains(t.lines.cell(ride.line, place)))
            })
    }

    /// Whether the royal of `color` is attacked.
    pub(crate) fn in_check(&self, t: &Tables<W>, color: Color) -> bool {
        t.royal.is_some() && self.attacked(t, self.royal[color as usize], !color, NOWHERE)
    }

    /// Whether a position in which `color` has just moved is allowed as far as royals go: its own is not
    /// attacked and the two don't face each other.
    pub(crate) fn royal_is_safe(&self, t: &Tables<W>, color: Color) -> bool {
        let [own, other] = [self.royal[color as usize], self.royal[!color as usize]];
        !self.in_check(t, color) && !self.faces(t, own, other, NOWHERE)
    }
}

/// The places of a set without the hidden one.
#[inline(always)]
fn take_out(places: u32, hidden: impl Fn(u32) -> bool) -> u32 {
    Bits(places).find(|&place| hidden(place)).map_or(places, |place| places & !(1 << place))
}

/// The lowest place of a set.
#[inline(always)]
pub(crate) fn lowest(places: u32) -> Option<u32> {
    (places != 0).then(|| places.trailing_zeros())
}

/// The highest place of a set.
#[inline(always)]
pub(crate) fn highest(places: u32) -> Option<u32> {
    (places != 0).then(|| 31 - places.leading_zeros())
}
