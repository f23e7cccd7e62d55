//! Where a piece may go, royals not considered.

use super::State;
use super::attack::{highest, lowest};
use super::part::{All, Part};
use super::sink::{Flow, Sink};
use crate::Color;
use crate::spec::PieceType;
use crate::tables::{Core, Hop, Mover, Ride, Route};
use spielraum_geometry::line_word::{above, below, hop, slide};
use spielraum_geometry::{BitBoard, Cell};

/// Cells by what stands there, seen from the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Occupancy<const W: usize> {
    pub(crate) enemy: BitBoard<W>,
    pub(crate) empty: BitBoard<W>,
    pub(crate) occupied: BitBoard<W>,
}

impl<const W: usize> Occupancy<W> {
    /// The cells to which a piece that captures as it moves may go.
    #[inline(always)]
    fn open<P: Part>(&self) -> BitBoard<W> {
        match (P::CAPTURES, P::QUIETS) {
            (true, true) => self.enemy | self.empty,
            (true, false) => self.enemy,
            (false, true) => self.empty,
            (false, false) => BitBoard::EMPTY,
        }
    }
}

impl<const W: usize> State<W> {
    #[inline(always)]
    pub(crate) fn occupancy(&self, core: &Core<W>) -> Occupancy<W> {
        let occupied = self.occupied();
        Occupancy { enemy: self.by_color[!self.side as usize], empty: core.all.without(occupied), occupied }
    }

    /// The targets of the leaps of a piece of the side to move.
    #[inline(always)]
    fn leap_targets<P: Part>(&self, mover: &Mover<W>, from: Cell, cells: &Occupancy<W>) -> BitBoard<W> {
        let mut targets = BitBoard::EMPTY;
        if let Some(leaps) = mover.leaps_both.get(from.index()) {
            targets |= *leaps & cells.open::<P>();
        }
        if P::CAPTURES
            && let Some(leaps) = mover.leaps_capture.get(from.index())
        {
            targets |= *leaps & cells.enemy;
        }
        if P::QUIETS
            && let Some(leaps) = mover.leaps_quiet.get(from.index())
        {
            targets |= *leaps & cells.empty;
        }
        targets
    }

    /// The places of its line to which a slide leads.
    #[inline(always)]
    fn slide_places<P: Part>(&self, us: Color, ride: &Ride) -> u32 {
        let on_line = self.lines[usize::from(ride.line)];
        let occupied = on_line.occupied();
        let wanted = wanted_places::<P>(ride, on_line.pieces[!us as usize], occupied);
        // On large boards most lines have nothing to capture; on small ones the question costs what it saves.
        if W > 2 && !P::QUIETS && wanted == 0 {
            return 0;
        }
        slide(occupied, u32::from(ride.pos)) & wanted
    }

    /// The places of its line to which a hop leads.
    #[inline(always)]
    fn hop_places<P: Part>(&self, core: &Core<W>, us: Color, ride: &Ride) -> u32 {
        let on_line = self.lines[usize::from(ride.line)];
        let occupied = on_line.occupied();
        let wanted = wanted_places::<P>(ride, on_line.pieces[!us as usize], occupied);
        let places = match ride.hop {
            Hop::Beyond => hop(occupied, u32::from(ride.pos)),
            _ => self.hop_specially(core, ride, occupied),
        };
        places & wanted
    }

    /// The same for hops that end just beyond the hurdle, or for which some pieces are none.
    #[inline(never)]
    fn hop_specially(&self, core: &Core<W>, ride: &Ride, occupied: u32) -> u32 {
        let places = ride.hop(occupied);
        let Hop::Choosy { .. } = ride.hop else { return places };
        let pos = u32::from(ride.pos);
        let behind = |hurdle: Option<u32>, side: u32| match hurdle {
            Some(hurdle) if self.is_hurdle(core, core.lines.cell(ride.line, hurdle)) => side,
            _ => 0,
        };
        let (up, down) = (above(pos), below(pos));
        places & (behind(lowest(occupied & up), up) | behind(highest(occupied & down), down))
    }

    /// Every target of a piece of the side to move.
    #[inline]
    pub(crate) fn targets<P: Part>(
        &self,
        core: &Core<W>,
        kind: PieceType,
        from: Cell,
        cells: &Occupancy<W>,
    ) -> BitBoard<W> {
        self.targets_of::<P>(core, &core.movers[self.side][kind.index()], from, cells)
    }

    /// Every target, quiet or not. A module for browsers has it once.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn all_targets(&self, core: &Core<W>, kind: PieceType, from: Cell, cells: &Occupancy<W>) -> BitBoard<W> {
        self.targets::<All>(core, kind, from, cells)
    }

    /// The same of a piece that moves in a certain way.
    #[inline]
    pub(crate) fn targets_of<P: Part>(
        &self,
        core: &Core<W>,
        mover: &Mover<W>,
        from: Cell,
        cells: &Occupancy<W>,
    ) -> BitBoard<W> {
        let us = self.side;
        let mut targets = self.leap_targets::<P>(mover, from, cells);
        for ride in mover.slides.get(from) {
            for to in core.lines.cells(ride.line, self.slide_places::<P>(us, ride)) {
                targets.insert(to);
            }
        }
        for ride in mover.hops.get(from) {
            for to in core.lines.cells(ride.line, self.hop_places::<P>(core, us, ride)) {
                targets.insert(to);
            }
        }
        for route in mover.routes.get(from) {
            if leads_on::<P, W>(route, cells) {
                targets.insert(route.target);
            }
        }
        targets
    }

    /// Gives every target of pieces of one type of the side to move to a sink as a plain move, each once.
    #[inline(always)]
    pub(crate) fn plain_moves<P: Part, S: Sink<W>>(
        &self,
        core: &Core<W>,
        kind: PieceType,
        pieces: BitBoard<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let us = self.side;
        let mover = &core.movers[us][kind.index()];
        for from in pieces & mover.overlapping {
            sink.moves(from, self.targets::<P>(core, kind, from, cells))?;
        }
        let pieces = pieces.without(mover.overlapping);
        leaps(&mover.leaps_both, pieces, cells.open::<P>(), sink)?;
        if P::CAPTURES {
            leaps(&mover.leaps_capture, pieces, cells.enemy, sink)?;
        }
        if P::QUIETS {
            leaps(&mover.leaps_quiet, pieces, cells.empty, sink)?;
        }
        if !mover.slides.is_empty() {
            for from in pieces {
                for ride in mover.slides.get(from) {
                    sink.moves_along(&core.lines, from, ride.line, self.slide_places::<P>(us, ride))?;
                }
            }
        }
        if !mover.hops.is_empty() {
            for from in pieces {
                for ride in mover.hops.get(from) {
                    sink.moves_along(&core.lines, from, ride.line, self.hop_places::<P>(core, us, ride))?;
                }
            }
        }
        if !mover.routes.is_empty() {
            for from in pieces {
                for route in mover.routes.get(from) {
                    if leads_on::<P, W>(route, cells) {
                        sink.one(crate::Move::normal(from, route.target, None))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}

#[inline(always)]
fn leaps<const W: usize, S: Sink<W>>(
    table: &[BitBoard<W>],
    pieces: BitBoard<W>,
    wanted: BitBoard<W>,
    sink: &mut S,
) -> Flow {
    if !table.is_empty() {
        for from in pieces {
            sink.moves(from, table[from.index()] & wanted)?;
        }
    }
    Flow::Continue(())
}

/// The places of a line to which a ride may lead, as far as its end goes.
#[inline(always)]
fn wanted_places<P: Part>(ride: &Ride, enemies: u32, occupied: u32) -> u32 {
    (if P::CAPTURES { ride.capture & enemies } else { 0 }) | (if P::QUIETS { ride.quiet & !occupied } else { 0 })
}

/// Whether a route may be taken.
#[inline(always)]
fn leads_on<P: Part, const W: usize>(route: &Route<W>, cells: &Occupancy<W>) -> bool {
    let wanted = P::CAPTURES && route.capture && cells.enemy.contains(route.target)
        || P::QUIETS && route.quiet && cells.empty.contains(route.target);
    wanted && route.is_open(&cells.occupied)
}
