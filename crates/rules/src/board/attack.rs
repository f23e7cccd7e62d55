//! Whether a cell is attacked (docs/rulings.md, "Words"), and whether royals face each other (N2, Q10).

use super::State;
use super::overlay::{Moved, Overlay, Unchanged};
use crate::board::piece::Piece;
use crate::spec::{PieceType, RoyalSet};
use crate::tables::Core;
use crate::tables::lines::{Bits, Slot};
use crate::{Change, Color};
use spielraum_geometry::line_word::{above, below, slide};
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// Whether a piece of `by` could capture an enemy standing on `cell`.
    #[inline]
    pub(crate) fn is_attacked(&self, core: &Core<W>, cell: Cell, by: Color) -> bool {
        self.attacked(core, cell, by, &Unchanged)
    }

    /// Whether a piece of `by` could capture an enemy standing on `cell`, the board being changed by an overlay in which
    /// pieces of that enemy's side move.
    pub(crate) fn attacked<O: Overlay<W>>(&self, core: &Core<W>, cell: Cell, by: Color, over: &O) -> bool {
        core.attacks.leapers(by, cell).any(|(kind, sources)| sources.meets(&over.remaining(self.of(by, kind))))
            || core.lines.slots(cell).iter().any(|&slot| self.attacked_along(core, slot, by, over))
            || core.attacks.has_routes && self.attacked_by_route(core, cell, by, over)
    }

    #[inline(always)]
    fn attacked_along<O: Overlay<W>>(&self, core: &Core<W>, slot: Slot, by: Color, over: &O) -> bool {
        self.lines[usize::from(slot.line)].riders[by as usize] != 0
            && (self.attacked_from::<true, O>(core, slot, by, over)
                || self.attacked_from::<false, O>(core, slot, by, over))
    }

    /// Whether a piece attacks a cell along a line from the places above it (`UP`) or below.
    #[inline(always)]
    fn attacked_from<const UP: bool, O: Overlay<W>>(&self, core: &Core<W>, slot: Slot, by: Color, over: &O) -> bool {
        let (pos, riders) = (u32::from(slot.pos), self.lines[usize::from(slot.line)].riders[by as usize]);
        let rider =
            |place: u32| riders >> place & 1 != 0 && !(O::FILLS && over.fills(core.lines.cell(slot.line, place)));
        let Some(first) = self.first_before_rider::<UP, O>(core, slot, riders, over) else { return false };
        rider(first) && self.slides_to(core, slot, first, pos)
            || core.attacks.has_hops
                && self
                    .next_piece::<UP, O>(core, slot.line, first, over)
                    .is_some_and(|second| rider(second) && self.hops_to(core, slot, second, first, pos))
    }

    /// The first place above (`UP`) or below a slot's that is occupied, if one of `riders` is that way.
    #[inline(always)]
    pub(crate) fn first_before_rider<const UP: bool, O: Overlay<W>>(
        &self,
        core: &Core<W>,
        slot: Slot,
        riders: u32,
        over: &O,
    ) -> Option<u32> {
        let pos = u32::from(slot.pos);
        if riders & beyond::<UP>(pos) == 0 { None } else { self.next_piece::<UP, O>(core, slot.line, pos, over) }
    }

    /// The first place above (`UP`) or below `pos` on a line that is occupied.
    #[inline(always)]
    pub(crate) fn next_piece<const UP: bool, O: Overlay<W>>(
        &self,
        core: &Core<W>,
        line: u16,
        pos: u32,
        over: &O,
    ) -> Option<u32> {
        let occupied = self.lines[usize::from(line)].occupied();
        let mut next = nearest::<UP>(occupied & beyond::<UP>(pos));
        while let Some(place) = next
            && over.empties(core.lines.cell(line, place))
        {
            next = nearest::<UP>(occupied & beyond::<UP>(place));
        }
        if O::FILLS {
            let hidden = next.map_or(0, |place| beyond::<UP>(place) | 1 << place);
            let mut open = core.lines.places(line) & beyond::<UP>(pos) & !hidden;
            while let Some(place) = nearest::<UP>(open) {
                if over.fills(core.lines.cell(line, place)) {
                    return Some(place);
                }
                open &= beyond::<UP>(place);
            }
        }
        next
    }

    /// Whether the piece at `from` on the slot's line attacks place `to` along it, nothing between.
    #[inline(always)]
    pub(crate) fn slides_to(&self, core: &Core<W>, slot: Slot, from: u32, to: u32) -> bool {
        let piece = self.at(core.lines.cell(slot.line, from));
        core.attacks.slides_from(piece, core.lines.slot_index(slot.line, to)) >> from & 1 != 0
    }

    /// Whether the piece at `from` on the slot's line attacks place `to` along it, only `hurdle` between.
    #[inline(always)]
    pub(crate) fn hops_to(&self, core: &Core<W>, slot: Slot, from: u32, hurdle: u32, to: u32) -> bool {
        let piece = self.at(core.lines.cell(slot.line, from));
        core.attacks.hops(piece, core.lines.slot_index(slot.line, from), hurdle, to)
            && (!core.has_solid || self.is_hurdle(core, core.lines.cell(slot.line, hurdle)))
    }

    /// Whether something may hop over what stands on a cell.
    pub(crate) fn is_hurdle(&self, core: &Core<W>, cell: Cell) -> bool {
        let piece = self.at(cell);
        piece.is_none() || !core.no_hurdles.has(piece.kind())
    }

    fn attacked_by_route<O: Overlay<W>>(&self, core: &Core<W>, cell: Cell, by: Color, over: &O) -> bool {
        let occupied = over.occupied(self);
        core.attacks.routes(by, cell).iter().any(|attack| {
            over.remaining(self.of(by, attack.kind)).contains(attack.source)
                && attack.ways.iter().any(|way| !way.meets(&occupied))
        })
    }

    /// The pieces of families of which `color` has no more than it must (X3, F3).
    fn last(&self, core: &Core<W>, color: Color) -> impl Iterator<Item = Cell> {
        let scarce = core.families.iter().zip(&self.families[color as usize]);
        let members = scarce.filter(|(family, count)| **count <= family.least);
        members.flat_map(move |(family, _)| &family.members[color]).flat_map(move |&kind| self.of(color, kind))
    }

    /// Whether the enemy attacks a piece that `color` can't spare: taking it would leave too few of a family.
    pub(crate) fn last_attacked(&self, core: &Core<W>, color: Color) -> bool {
        self.last(core, color).any(|cell| self.is_attacked(core, cell, !color))
    }

    /// What `color` must not lose: its royals, and the pieces that it can't spare.
    pub(crate) fn indispensable(&self, core: &Core<W>, color: Color) -> impl Iterator<Item = Cell> {
        self.royals(core, color).into_iter().chain(self.last(core, color))
    }

    /// Whether a piece of this type on `from`, if it stood there, would attack a royal of the enemy by leaping or sliding.
    pub(crate) fn aims_at_royal(&self, core: &Core<W>, color: Color, kind: PieceType, from: Cell) -> bool {
        core.royals.exist() && self.aims_at(core, &self.royals(core, !color), color, kind, from)
    }

    /// Whether a piece of this type on `from`, if it stood there, would attack one of the enemies on `cells` by leaping
    /// or sliding.
    pub(crate) fn aims_at(
        &self,
        core: &Core<W>,
        cells: &BitBoard<W>,
        color: Color,
        kind: PieceType,
        from: Cell,
    ) -> bool {
        let mover = &core.movers[color][kind.index()];
        let leaps = |table: &[BitBoard<W>]| table.get(from.index()).is_some_and(|targets| targets.meets(cells));
        leaps(&mover.leaps_both)
            || leaps(&mover.leaps_capture)
            || mover.slides.get(from).iter().any(|ride| {
                let on_line = self.lines[usize::from(ride.line)];
                let reached =
                    slide(on_line.occupied(), u32::from(ride.pos)) & ride.capture & on_line.pieces[!color as usize];
                Bits(reached).any(|place| cells.contains(core.lines.cell(ride.line, place)))
            })
    }

    /// The cells from which a piece would attack one of the enemies on `cells` by leaping, and the empty ones from which it
    /// would by sliding.
    pub(crate) fn sources(&self, core: &Core<W>, piece: Piece, cells: &BitBoard<W>) -> BitBoard<W> {
        let (color, kind, mut sources) = (piece.color(), piece.kind(), BitBoard::EMPTY);
        let directions = core.attacks.directions_of_piece(piece);
        for cell in *cells {
            let leaps = core.attacks.leapers(color, cell).find(|&(leaper, _)| leaper == kind);
            sources |= leaps.map_or(BitBoard::EMPTY, |(_, sources)| *sources);
            for slot in core.lines.slots(cell).iter().filter(|slot| directions >> slot.direction & 1 != 0) {
                let (pos, occupied) = (u32::from(slot.pos), self.lines[usize::from(slot.line)].occupied());
                let from = core.attacks.slides_from(piece, core.lines.slot_index(slot.line, pos));
                let open = slide(occupied, pos) & !occupied & from;
                core.lines.cells(slot.line, open).for_each(|cell| sources.insert(cell));
            }
        }
        sources
    }

    /// Whether `by` could capture a royal on `cell`: attacks it, may capture it (K7), and does not lose a royal of its own by what
    /// follows (E3).
    #[inline(always)]
    pub(crate) fn endangers(&self, core: &Core<W>, cell: Cell, by: Color) -> bool {
        match core.safety.judges_checks() {
            false => self.is_attacked(core, cell, by),
            true => self.threatened(core, cell, by, BitBoard::EMPTY),
        }
    }

    /// Whether a royal of `color` is in check.
    pub(crate) fn in_check(&self, core: &Core<W>, color: Color) -> bool {
        if core.royals.set() != RoyalSet::Each {
            return self.in_check_together(core, color);
        }
        self.any_royal(core, color, |royal| self.endangers(core, royal, !color))
    }

    /// Whether the last royal of a side is attacked, or all at once (G13).
    #[cold]
    fn in_check_together(&self, core: &Core<W>, color: Color) -> bool {
        let royals = self.royals(core, color);
        let few = core.royals.set() == RoyalSet::All || royals.count() == 1;
        few && !royals.is_empty() && royals.into_iter().all(|royal| self.endangers(core, royal, !color))
    }

    /// Whether a royal on `cell` would face one of `others` along a line on which that is banned.
    pub(crate) fn faces<O: Overlay<W>>(&self, core: &Core<W>, cell: Cell, others: Color, over: &O) -> bool {
        core.safety.facing != 0 && self.faces_along(core, core.safety.facing, cell, others, over)
    }

    /// Whether royals of both sides face each other, whether they may (O9) or not.
    #[cold]
    pub(crate) fn royals_face(&self, core: &Core<W>) -> bool {
        core.safety.faced != 0
            && self.any_royal(core, Color::White, |royal| {
                self.faces_along(core, core.safety.faced, royal, Color::Black, &Unchanged)
            })
    }

    /// Whether a royal on `cell` would face one of `others` along lines of some directions.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn faces_along<O: Overlay<W>>(&self, core: &Core<W>, directions: u64, cell: Cell, others: Color, over: &O) -> bool {
        let lines = core.lines.slots(cell).iter().filter(|slot| directions >> slot.direction & 1 != 0);
        lines.into_iter().any(|slot| {
            let pos = u32::from(slot.pos);
            let is_royal = |place| core.royals.has_piece(self.at(core.lines.cell(slot.line, place)), others);
            let sees = |place: Option<u32>| place.is_some_and(is_royal);
            sees(self.next_piece::<true, O>(core, slot.line, pos, over))
                || sees(self.next_piece::<false, O>(core, slot.line, pos, over))
        })
    }

    /// Whether a piece of the side to move that goes from one cell to another leaves its royals unattacked and not facing
    /// others.
    #[inline(always)]
    pub(crate) fn may_go(&self, core: &Core<W>, from: Cell, to: Cell) -> bool {
        let (us, kind) = (self.side.into(), self.at(from).kind());
        self.keeps_royals_safe(core, [Change::Leaves(us, kind, from), Change::Comes(us, kind, to)])
    }

    /// Whether changes by the side to move leave its royals unattacked and not facing others.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn keeps_royals_safe<const N: usize>(&self, core: &Core<W>, changes: [Change; N]) -> bool {
        // Where each move as a whole is tried, that comes later.
        if !core.royals.exist() || core.safety.tries_moves() {
            return true;
        }
        let (them, moved) = (!self.side, Moved::by(self, core, changes));
        let is_safe = |royal: Cell| !self.attacked(core, royal, them, &moved) && !self.faces(core, royal, them, &moved);
        match core.royals.has_sole(self.side) {
            true => is_safe(moved.sole_royal),
            false => self.royals_after(core, changes).into_iter().all(is_safe),
        }
    }

    /// Where the royals of the side to move stand after changes.
    fn royals_after<const N: usize>(&self, core: &Core<W>, changes: [Change; N]) -> BitBoard<W> {
        let mut royals = self.royals(core, self.side);
        for change in changes {
            match change {
                Change::Leaves(owner, _, cell) if owner == self.side => royals.remove(cell),
                Change::Comes(_, kind, cell) if core.royals.has(kind) => royals.insert(cell),
                _ => {}
            }
        }
        royals
    }
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

/// The lowest place of a set, or the highest if not `UP`.
#[inline(always)]
pub(crate) fn nearest<const UP: bool>(places: u32) -> Option<u32> {
    if UP { lowest(places) } else { highest(places) }
}

/// The places above one, or below it if not `UP`.
#[inline(always)]
fn beyond<const UP: bool>(pos: u32) -> u32 {
    if UP { above(pos) } else { below(pos) }
}
