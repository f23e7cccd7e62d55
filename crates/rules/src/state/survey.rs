//! How freely the pieces move and how they press on the royals.

use super::State;
use crate::Color;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::lines::{hop, hop_next, slide};
use crate::tables::{Mover, Tables};
use spielraum_geometry::Cell;

/// For each side the cells around its royal, as a survey wants them; kept from one survey to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    royal: [Option<Cell>; 2],
    /// For each line, the places on it that are near each side's royal.
    lines: Vec<[u32; 2]>,
}

impl Near {
    fn follow<const W: usize>(&mut self, t: &Tables<W>, color: Color, royal: Cell) {
        if self.royal[color as usize] == Some(royal) {
            return;
        }
        self.lines.resize(t.lines.len(), [0; 2]);
        for places in &mut self.lines {
            places[color as usize] = 0;
        }
        for cell in t.near[royal.index()] {
            for slot in t.lines.slots(cell) {
                self.lines[usize::from(slot.line)][color as usize] |= 1 << slot.pos;
            }
        }
        self.royal[color as usize] = Some(royal);
    }
}

/// What one piece can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Scope {
    targets: u32,
    hits: u32,
}

impl<const W: usize> State<W> {
    /// Tells for each piece but royals: its side, type and cell, how many targets it has, royals' safety not
    /// considered, and how many of the cells near the enemy's royal it attacks.
    pub(crate) fn survey(
        &self,
        t: &Tables<W>,
        near: &mut Near,
        mut tell: impl FnMut(Color, PieceType, Cell, u32, u32),
    ) {
        let has_royal = t.royal.is_some();
        if has_royal {
            for color in Color::BOTH {
                near.follow(t, color, self.royal[color as usize]);
            }
        }
        for color in Color::BOTH {
            let zone = if has_royal { t.near[self.royal[!color as usize].index()] } else { BitBoard::EMPTY };
            for kind in (0..t.types() as u8).map(PieceType).filter(|&kind| t.royal != Some(kind)) {
                let pieces = self.of(color, kind);
                if pieces.is_empty() {
                    continue;
                }
                let mover = &t.movers[color][kind.index()];
                for from in pieces {
                    let mut scope = self.scope_of_leaps(t, mover, color, from, &zone);
                    self.add_rides(t, mover, color, from, near, &mut scope);
                    tell(color, kind, from, scope.targets, scope.hits);
                }
            }
        }
    }

    #[inline(always)]
    fn scope_of_leaps(&self, t: &Tables<W>, mover: &Mover<W>, color: Color, from: Cell, zone: &BitBoard<W>) -> Scope {
        let (own, enemy) = (self.by_color[color as usize], self.by_color[!color as usize]);
        let mut scope = Scope::default();
        if let Some(leaps) = mover.leaps_both.get(from.index()) {
            scope.targets += leaps.without(own).count();
            scope.hits += (*leaps & *zone).count();
        }
        if let Some(leaps) = mover.leaps_capture.get(from.index()) {
            scope.targets += (*leaps & enemy).count();
            scope.hits += (*leaps & *zone).count();
        }
        if let Some(leaps) = mover.leaps_quiet.get(from.index()) {
            scope.targets += leaps.without(own | enemy).count();
        }
        if !mover.routes.is_empty() {
            let occupied = own | enemy;
            for route in mover.routes.get(from).iter().filter(|route| route.is_open(&occupied)) {
                let free = t.all.without(occupied).contains(route.target);
                let wanted = route.quiet && free || route.capture && enemy.contains(route.target);
                scope.targets += u32::from(wanted);
                scope.hits += u32::from(route.capture && zone.contains(route.target));
            }
        }
        scope
    }

    #[inline(always)]
    fn add_rides(&self, t: &Tables<W>, mover: &Mover<W>, color: Color, from: Cell, near: &Near, scope: &mut Scope) {
        let mut add = |ride: &crate::tables::Ride, hops: bool| {
            let on_line = self.lines[usize::from(ride.line)];
            let (occupied, pos) = (on_line[0] | on_line[1], u32::from(ride.pos));
            let reached = match (hops, ride.next) {
                (false, _) => slide(occupied, pos),
                (true, false) => hop(occupied, pos),
                (true, true) => hop_next(occupied, pos),
            };
            let wanted = ride.capture & on_line[!color as usize] | ride.quiet & !occupied;
            scope.targets += (reached & wanted).count_ones();
            if t.royal.is_some() {
                let zone = near.lines[usize::from(ride.line)][!color as usize];
                scope.hits += (reached & ride.capture & zone).count_ones();
            }
        };
        for ride in mover.slides.get(from) {
            add(ride, false);
        }
        for ride in mover.hops.get(from) {
            add(ride, true);
        }
    }
}
