//! What threatens the royals of the side to move, found once for all moves of a position.
//!
//! Most moves of most positions can't expose a royal; those are never tried on the board. The masks
//! below say which can. Of several royals each has its masks, and what one of them asks to be tried is tried for all.

use super::State;
use super::attack::{highest, lowest};
use super::overlay::Unchanged;
use crate::Color;
use crate::tables::Core;
use crate::tables::lines::Slot;
use spielraum_geometry::line_word::{above, below, between};
use spielraum_geometry::{BitBoard, Cell};

/// What a check and pins leave of the moves of the side to move, and which of them need a closer look.
pub(crate) struct CheckMasks<const W: usize> {
    /// Whether a royal is attacked.
    pub(crate) check: bool,
    /// The cells to which another piece than the royal must go to end the check; all when there is none, or several royals.
    pub(crate) check_mask: BitBoard<W>,
    /// Pieces of the side that are pinned, or may be: each of their moves must be tried unless pins hold.
    pub(crate) pinned: BitBoard<W>,
    /// Empty cells on which a piece would expose a royal to a hopper: moves there must be tried.
    pub(crate) hurdles: BitBoard<W>,
    /// Whether every move must be tried.
    pub(crate) try_all: bool,
}

impl<const W: usize> CheckMasks<W> {
    /// Those of a side without a royal.
    pub(crate) fn none() -> Self {
        Self {
            check: false,
            check_mask: !BitBoard::EMPTY,
            pinned: BitBoard::EMPTY,
            hurdles: BitBoard::EMPTY,
            try_all: false,
        }
    }

    fn add_check(&mut self, answers: BitBoard<W>) {
        self.check = true;
        self.check_mask &= answers;
    }
}

impl<const W: usize> State<W> {
    /// Those of the targets of a piece, which is no sole royal, to which it may go without leaving a royal in check.
    #[inline(always)]
    pub(crate) fn safe_targets(
        &self,
        core: &Core<W>,
        masks: &CheckMasks<W>,
        from: Cell,
        mut targets: BitBoard<W>,
    ) -> BitBoard<W> {
        targets &= masks.check_mask;
        let is_pinned = masks.pinned.contains(from);
        if is_pinned && core.safety.pins_hold {
            targets &= self.pin_line(core, from);
        }
        let to_try = match masks.try_all || is_pinned && !core.safety.pins_hold {
            true => targets,
            false => targets & masks.hurdles,
        };
        for to in to_try {
            if !self.may_go(core, from, to) {
                targets.remove(to);
            }
        }
        targets
    }

    /// The cells between the sole royal of the side to move and the piece that pins the piece on `from`, this one's included.
    fn pin_line(&self, core: &Core<W>, from: Cell) -> BitBoard<W> {
        let royal = self.sole_royal[self.side as usize];
        let own = core.lines.slots(from);
        let common = |slot: &&Slot| own.iter().find(|own| own.line == slot.line).map(|own| own.pos);
        let slots = core.lines.slots(royal).iter();
        slots.filter_map(|slot| Some((slot, common(&slot)?))).fold(BitBoard::EMPTY, |cells, (slot, pinned)| {
            let (pos, pinned) = (u32::from(slot.pos), u32::from(pinned));
            let pinning = match pinned > pos {
                true => self.next_piece::<true, _>(core, slot.line, pinned, &Unchanged),
                false => self.next_piece::<false, _>(core, slot.line, pinned, &Unchanged),
            };
            let line = pinning.map_or(0, |pinning| between(pos, pinning) | 1 << pinning);
            cells | self.cells_of(core, *slot, line)
        })
    }

    /// What threatens the royals of the side to move.
    pub(crate) fn check_masks(&self, core: &Core<W>) -> CheckMasks<W> {
        let us = self.side;
        let mut masks = CheckMasks::none();
        if core.safety.tries_moves() {
            masks.check = self.in_check(core, us);
        } else if core.royals.has_sole(us) {
            self.add_royal(core, self.sole_royal[us as usize], us, &mut masks);
        } else if core.royals.has_several(us) {
            self.add_royals(core, us, &mut masks);
        }
        masks
    }

    /// Adds what threatens several royals. Each of their own moves is tried, and every move when one of them is in check.
    #[cold]
    #[inline(never)]
    fn add_royals(&self, core: &Core<W>, us: Color, masks: &mut CheckMasks<W>) {
        let royals = self.royals(core, us);
        for royal in royals {
            self.add_royal(core, royal, us, masks);
        }
        masks.pinned |= royals;
        masks.check_mask = !BitBoard::EMPTY;
        masks.try_all |= masks.check;
    }

    /// Adds what threatens a royal.
    #[inline(always)]
    fn add_royal(&self, core: &Core<W>, royal: Cell, us: Color, masks: &mut CheckMasks<W>) {
        let them = !us;
        for (kind, sources) in core.attacks.leapers(them, royal) {
            for source in *sources & self.of(them, kind) {
                masks.add_check(BitBoard::of(source));
            }
        }
        for &slot in core.lines.slots(royal) {
            let on_line = &self.lines[usize::from(slot.line)];
            let mut threats = on_line.riders[them as usize];
            if core.safety.facing >> slot.direction & 1 != 0 {
                threats = on_line.pieces[them as usize];
            }
            if threats != 0 {
                self.add_line(core, slot, us, threats, masks);
            }
        }
        if core.attacks.has_routes {
            self.add_route(core, royal, us, masks);
        }
        masks.try_all |= masks.check && !core.safety.one_line;
    }

    /// Adds what the enemies at the places of `threats` may do along a line.
    #[inline(always)]
    fn add_line(&self, core: &Core<W>, slot: Slot, us: Color, threats: u32, masks: &mut CheckMasks<W>) {
        let pos = u32::from(slot.pos);
        for (up, places) in [(true, above(pos)), (false, below(pos))] {
            if threats & places != 0 {
                self.add_ray(core, slot, us, up, masks);
            }
        }
    }

    /// The same above (`up`) or below the royal. Few lines come so far.
    #[inline(never)]
    fn add_ray(&self, core: &Core<W>, slot: Slot, us: Color, up: bool, masks: &mut CheckMasks<W>) {
        let occupied = self.lines[usize::from(slot.line)].occupied();
        let next = |place| match up {
            true => lowest(occupied & above(place)),
            false => highest(occupied & below(place)),
        };
        let Some(first) = next(u32::from(slot.pos)) else { return };
        let second = next(first);
        self.add_slide(core, slot, us, first, second, masks);
        if core.attacks.has_hops {
            self.add_hop(core, slot, us, [Some(first), second, second.and_then(next)], masks);
        }
    }

    #[inline(always)]
    fn add_slide(
        &self,
        core: &Core<W>,
        slot: Slot,
        us: Color,
        first: u32,
        second: Option<u32>,
        masks: &mut CheckMasks<W>,
    ) {
        let on_line = self.lines[usize::from(slot.line)];
        let (pos, own, enemies) = (u32::from(slot.pos), on_line.pieces[us as usize], on_line.pieces[!us as usize]);
        if enemies >> first & 1 != 0 {
            if self.slides_to(core, slot, first, pos) {
                masks.add_check(self.cells_of(core, slot, between(pos, first) | 1 << first));
            }
        } else if let Some(second) = second.filter(|second| enemies >> second & 1 != 0) {
            debug_assert!(own >> first & 1 != 0);
            let faces = core.safety.facing >> slot.direction & 1 != 0
                && core.royals.has_piece(self.at(core.lines.cell(slot.line, second)), !us);
            if faces || self.slides_to(core, slot, second, pos) {
                masks.pinned.insert(core.lines.cell(slot.line, first));
            }
        }
    }

    /// A hopper threatens with one piece between, if that is where the hopper needs it; with none, a piece that comes
    /// between helps it; with two, a piece that goes away does.
    #[inline(always)]
    fn add_hop(
        &self,
        core: &Core<W>,
        slot: Slot,
        us: Color,
        [first, second, third]: [Option<u32>; 3],
        masks: &mut CheckMasks<W>,
    ) {
        let on_line = self.lines[usize::from(slot.line)];
        let (pos, own, enemies) = (u32::from(slot.pos), on_line.pieces[us as usize], on_line.pieces[!us as usize]);
        let enemy = |place: &u32| enemies >> place & 1 != 0;
        let hopper = |place: u32| {
            let piece = self.at(core.lines.cell(slot.line, place));
            core.attacks.may_hop(piece, core.lines.slot_index(slot.line, place), pos)
        };
        if first.as_ref().is_some_and(enemy) && first.is_some_and(hopper) {
            let first = first.unwrap_or(pos);
            masks.hurdles |= self.cells_of(core, slot, between(pos, first));
        }
        if let (Some(first), Some(second)) = (first, second.filter(enemy)) {
            if self.hops_to(core, slot, second, first, pos) {
                masks.add_check(!BitBoard::EMPTY);
            } else if hopper(second) {
                // The hurdle may go along the line to where the hopper needs it.
                masks.pinned |= self.cells_of(core, slot, 1 << first & own);
            }
        }
        if let (Some(first), Some(second), Some(third)) = (first, second, third.filter(enemy))
            && hopper(third)
        {
            masks.pinned |= self.cells_of(core, slot, (1 << first | 1 << second) & own);
        }
    }

    fn add_route(&self, core: &Core<W>, royal: Cell, us: Color, masks: &mut CheckMasks<W>) {
        let occupied = self.occupied();
        for attack in core.attacks.routes(!us, royal) {
            if !self.of(!us, attack.kind).contains(attack.source) {
                continue;
            }
            if attack.ways.iter().any(|way| !way.meets(&occupied)) {
                masks.add_check(!BitBoard::EMPTY);
            } else {
                for way in &attack.ways {
                    let blockers = *way & occupied;
                    if blockers.count() == 1 {
                        masks.pinned |= blockers & self.by_color[us as usize];
                    }
                }
            }
        }
    }

    fn cells_of(&self, core: &Core<W>, slot: Slot, places: u32) -> BitBoard<W> {
        let mut cells = BitBoard::EMPTY;
        for cell in core.lines.cells(slot.line, places) {
            cells.insert(cell);
        }
        cells
    }
}
