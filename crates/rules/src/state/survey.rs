//! How freely the pieces move, how they press on the royals and which of them are menaced.

use super::State;
use crate::Color;
use crate::bitboard::BitBoard;
use crate::piece::Piece;
use crate::spec::PieceType;
use crate::tables::lines::{hop, hop_next, slide};
use crate::tables::{Mover, Ride, Tables};
use crate::thinking::{March, Menace, Scope, Surveyor};
use spielraum_geometry::Cell;

/// For each side the cells around its royal and those that its marchers attack, as a survey wants them; kept from one
/// survey to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    royal: [Option<Cell>; 2],
    /// The words of the sets of cells that each side's marchers attack.
    struck: [Vec<u64>; 2],
    lines: Vec<LinePlaces>,
}

/// The places on a line that are, for each side ...
#[derive(Clone, Copy, Debug, Default)]
struct LinePlaces {
    /// ... near its royal.
    near: [u32; 2],
    /// ... attacked by its marchers.
    struck: [u32; 2],
}

impl Near {
    fn follow<const W: usize>(&mut self, t: &Tables<W>, color: Color, royal: Option<Cell>, struck: BitBoard<W>) {
        self.lines.resize(t.lines.len(), LinePlaces::default());
        let known = &mut self.royal[color as usize];
        if *known != royal {
            let around = |royal: Option<Cell>| royal.map_or(BitBoard::EMPTY, |royal| t.near[royal.index()]);
            let changed = around(*known) ^ around(royal);
            *known = royal;
            for slot in changed.into_iter().flat_map(|cell| t.lines.slots(cell)) {
                self.lines[usize::from(slot.line)].near[color as usize] ^= 1 << slot.pos;
            }
        }
        let known = &mut self.struck[color as usize];
        known.resize(W, 0);
        if known[..] != struck.words()[..] {
            let changed = struck ^ BitBoard::from_words(known);
            known.copy_from_slice(struck.words());
            for slot in changed.into_iter().flat_map(|cell| t.lines.slots(cell)) {
                self.lines[usize::from(slot.line)].struck[color as usize] ^= 1 << slot.pos;
            }
        }
    }
}

/// Which cells each side attacks, and which of its pieces are attacked by pieces of less worth.
struct Contacts<'a, const W: usize> {
    worth: &'a [i32],
    attacks: [BitBoard<W>; 2],
    lesser: [BitBoard<W>; 2],
}

/// The marchers of both sides, and the cells that they attack.
struct Marchers<const W: usize> {
    cells: [BitBoard<W>; 2],
    struck: [BitBoard<W>; 2],
}

/// The pieces of one type and side, as they are looked at.
struct Viewer<'a, const W: usize> {
    color: Color,
    mover: &'a Mover<W>,
    /// The cells near the enemy's royal.
    zone: BitBoard<W>,
    /// The cells that enemy marchers attack.
    struck: BitBoard<W>,
    /// The cells that these attack, of those farther away only the ones with pieces.
    touched: BitBoard<W>,
}

impl<const W: usize> State<W> {
    /// Tells the scope of the pieces of each type but royals; then, if `CONTACTS`, which pieces are menaced; then how the
    /// marchers stand. Gives how many enemy pieces that don't march each side's marchers attack. `worth` has a value for
    /// each [`Piece::index`].
    #[inline(never)] // One function for all widths of boards would take minutes to compile.
    pub(crate) fn survey<const CONTACTS: bool>(
        &self,
        t: &Tables<W>,
        near: &mut Near,
        worth: &[i32],
        surveyor: &mut impl Surveyor,
    ) -> [u32; 2] {
        let marchers = self.marchers(t);
        for color in Color::BOTH {
            let royal = t.royal.map(|_| self.royal[color as usize]);
            near.follow(t, color, royal, marchers.struck[color as usize]);
        }
        let none = [BitBoard::EMPTY; 2];
        let mut contacts = Contacts { worth, attacks: none, lesser: none };
        for color in Color::BOTH {
            for kind in (0..t.types() as u8).map(PieceType) {
                if !self.of(color, kind).is_empty() && (CONTACTS || t.royal != Some(kind)) {
                    let piece = Piece::new(color, kind);
                    self.view::<CONTACTS>(t, near, &marchers, piece, &mut contacts, surveyor);
                }
            }
        }
        if CONTACTS {
            self.tell_menaces(t, &contacts, surveyor);
        }
        self.tell_marchers(t, &marchers, surveyor)
    }

    /// The marchers of both sides.
    fn marchers(&self, t: &Tables<W>) -> Marchers<W> {
        let mut marchers = Marchers { cells: [BitBoard::EMPTY; 2], struck: [BitBoard::EMPTY; 2] };
        for color in Color::BOTH {
            for (kind, table) in t.marching(color) {
                let cells = self.of(color, kind);
                marchers.cells[color as usize] |= cells;
                for cell in cells {
                    marchers.struck[color as usize] |= table.attacks[cell.index()];
                }
            }
        }
        marchers
    }

    /// Looks at the pieces of one type and side.
    #[inline(always)]
    fn view<const CONTACTS: bool>(
        &self,
        t: &Tables<W>,
        near: &Near,
        marchers: &Marchers<W>,
        piece: Piece,
        contacts: &mut Contacts<'_, W>,
        surveyor: &mut impl Surveyor,
    ) {
        let (color, kind) = (piece.color(), piece.kind());
        let (mut home, mut zone) = (BitBoard::EMPTY, BitBoard::EMPTY);
        if t.royal.is_some() {
            home = t.near[self.royal[color as usize].index()];
            zone = t.near[self.royal[!color as usize].index()];
        }
        let mover = &t.movers[color][kind.index()];
        let struck = marchers.struck[!color as usize];
        let mut viewer = Viewer { color, mover, zone, struck, touched: BitBoard::EMPTY };
        let cells = self.of(color, kind);
        let mut scope = Scope { pieces: cells.count(), shelters: (cells & home).count(), ..Scope::default() };
        for from in cells & marchers.struck[color as usize] {
            let hunters = t.marchers.hunters[!color][from.index()];
            scope.posted += u32::from(!hunters.meets(&marchers.cells[!color as usize]));
        }
        for from in cells {
            let mut hits = self.add_leaps(t, &mut viewer, from, &mut scope);
            for ride in mover.slides.get(from) {
                hits += self.add_ride::<CONTACTS, false>(t, &mut viewer, ride, near, &mut scope);
            }
            for ride in mover.hops.get(from) {
                hits += self.add_ride::<CONTACTS, true>(t, &mut viewer, ride, near, &mut scope);
            }
            scope.hits += hits;
            scope.pressing += u32::from(hits > 0);
        }
        if t.royal != Some(kind) {
            surveyor.scope(color, kind, scope);
        }
        if CONTACTS {
            contacts.attacks[color as usize] |= viewer.touched;
            if t.marchers.tables[color][kind.index()].is_none() {
                let menaced_above = i64::from(contacts.worth[piece.index()]) * 8 / 7;
                for victim in viewer.touched & self.by_color[!color as usize] {
                    if i64::from(contacts.worth[self.at(victim).index()]) > menaced_above {
                        contacts.lesser[!color as usize].insert(victim);
                    }
                }
            }
        }
    }

    /// Adds what a piece does by leaps; gives how many cells of the zone it attacks.
    #[inline(always)]
    fn add_leaps(&self, t: &Tables<W>, viewer: &mut Viewer<'_, W>, from: Cell, scope: &mut Scope) -> u32 {
        let &mut Viewer { color, mover, zone, struck, ref mut touched } = viewer;
        let (own, enemy) = (self.by_color[color as usize], self.by_color[!color as usize]);
        let mut hits = 0;
        if let Some(leaps) = mover.leaps_both.get(from.index()) {
            scope.targets += leaps.without(own | struck).count();
            hits += (*leaps & zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_capture.get(from.index()) {
            scope.targets += (*leaps & enemy).without(struck).count();
            hits += (*leaps & zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_quiet.get(from.index()) {
            scope.targets += leaps.without(own | enemy | struck).count();
        }
        if !mover.routes.is_empty() {
            let occupied = own | enemy;
            for route in mover.routes.get(from).iter().filter(|route| route.is_open(&occupied)) {
                let free = t.all.without(occupied).contains(route.target);
                let wanted = route.quiet && free || route.capture && enemy.contains(route.target);
                scope.targets += u32::from(wanted && !struck.contains(route.target));
                hits += u32::from(route.capture && zone.contains(route.target));
                if route.capture {
                    touched.insert(route.target);
                }
            }
        }
        hits
    }

    /// Adds what a piece does along a line; gives how many cells of the zone it attacks.
    #[inline(always)]
    fn add_ride<const CONTACTS: bool, const HOPS: bool>(
        &self,
        t: &Tables<W>,
        viewer: &mut Viewer<'_, W>,
        ride: &Ride,
        near: &Near,
        scope: &mut Scope,
    ) -> u32 {
        let enemy = !viewer.color as usize;
        let on_line = self.lines[usize::from(ride.line)];
        let (occupied, pos) = (on_line[0] | on_line[1], u32::from(ride.pos));
        let reached = match (HOPS, ride.next) {
            (false, _) => slide(occupied, pos),
            (true, false) => hop(occupied, pos),
            (true, true) => hop_next(occupied, pos),
        };
        let places = &near.lines[usize::from(ride.line)];
        let wanted = (ride.capture & on_line[enemy] | ride.quiet & !occupied) & !places.struck[enemy];
        let touched = reached & ride.capture;
        scope.targets += (reached & wanted).count_ones();
        if CONTACTS && touched & occupied != 0 {
            // There is at most one piece in each direction.
            let pieces = touched & occupied;
            viewer.touched.insert(t.lines.cell(ride.line, pieces.trailing_zeros()));
            viewer.touched.insert(t.lines.cell(ride.line, 31 - pieces.leading_zeros()));
        }
        (touched & places.near[enemy]).count_ones()
    }

    fn tell_menaces(&self, t: &Tables<W>, contacts: &Contacts<'_, W>, surveyor: &mut impl Surveyor) {
        for color in Color::BOTH {
            let attacked = contacts.attacks[!color as usize] & self.by_color[color as usize];
            let unguarded = attacked.without(contacts.attacks[color as usize]);
            let lesser = contacts.lesser[color as usize];
            for (cells, menace) in [(lesser, Menace::ByLesser), (unguarded, Menace::Unguarded)] {
                for cell in cells {
                    let kind = self.at(cell).kind();
                    if t.royal != Some(kind) {
                        surveyor.menace(color, kind, cell, menace);
                    }
                }
            }
        }
    }

    /// Tells how the marchers stand; gives how many enemy pieces that don't march each side's marchers attack.
    fn tell_marchers(&self, t: &Tables<W>, marchers: &Marchers<W>, surveyor: &mut impl Surveyor) -> [u32; 2] {
        let occupied = self.by_color[0] | self.by_color[1];
        for color in Color::BOTH {
            let (own, enemy) = (&marchers.cells[color as usize], &marchers.cells[!color as usize]);
            let struck = &marchers.struck[color as usize];
            for (kind, table) in t.marching(color) {
                for cell in self.of(color, kind) {
                    let at = cell.index();
                    let is_passed = !table.stoppers[at].meets(enemy);
                    let march = March {
                        is_passed,
                        is_free: is_passed && !table.next[at].meets(&occupied),
                        is_guarded: struck.contains(cell),
                        is_abreast: table.next[at].without(table.attacks[at]).meets(struck),
                        is_isolated: !table.helpers[at].meets(own),
                        is_doubled: table.is_file && table.ahead[at].meets(own),
                    };
                    surveyor.march(color, kind, cell, march);
                }
            }
        }
        let prey = |color: Color| {
            let prey = self.by_color[!color as usize].without(marchers.cells[!color as usize]);
            (marchers.struck[color as usize] & prey).count()
        };
        [prey(Color::White), prey(Color::Black)]
    }
}
