//! What the pieces attack: mobility, king-zone attacks, threats and pawn structure, in one look at all of them.

use super::{AttackInfo, AttackVisitor, Pawn, Threat};
use crate::Color;
use crate::bitboard::BitBoard;
use crate::piece::Piece;
use crate::spec::PieceType;
use crate::state::State;
use crate::tables::lines::{hop, hop_next, slide};
use crate::tables::{Mover, Ride, Tables};
use spielraum_geometry::Cell;

/// For each side its king zone and the cells that its pawns attack, as places on lines; kept from one position to the
/// next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cache {
    royal: [Option<Cell>; 2],
    /// The words of the sets of cells that each side's pawns attack.
    pawn_attacks: [Vec<u64>; 2],
    lines: Vec<LinePlaces>,
}

/// The places on a line that are, for each side ...
#[derive(Clone, Copy, Debug, Default)]
struct LinePlaces {
    /// ... in its king zone.
    king_zone: [u32; 2],
    /// ... attacked by its pawns.
    pawn_attacks: [u32; 2],
}

impl Cache {
    fn follow<const W: usize>(&mut self, t: &Tables<W>, color: Color, royal: Option<Cell>, pawn_attacks: BitBoard<W>) {
        self.lines.resize(t.lines.len(), LinePlaces::default());
        let known = &mut self.royal[color as usize];
        if *known != royal {
            let around =
                |royal: Option<Cell>| royal.map_or(BitBoard::EMPTY, |royal| t.analysis.king_zone[royal.index()]);
            let changed = around(*known) ^ around(royal);
            *known = royal;
            for slot in changed.into_iter().flat_map(|cell| t.lines.slots(cell)) {
                self.lines[usize::from(slot.line)].king_zone[color as usize] ^= 1 << slot.pos;
            }
        }
        let known = &mut self.pawn_attacks[color as usize];
        known.resize(W, 0);
        if known[..] != pawn_attacks.words()[..] {
            let changed = pawn_attacks ^ BitBoard::from_words(known);
            known.copy_from_slice(pawn_attacks.words());
            for slot in changed.into_iter().flat_map(|cell| t.lines.slots(cell)) {
                self.lines[usize::from(slot.line)].pawn_attacks[color as usize] ^= 1 << slot.pos;
            }
        }
    }
}

/// Which cells each side attacks, and which of its pieces are attacked by pieces that are worth less.
struct Attacks<'a, const W: usize> {
    values: &'a [i32],
    cells: [BitBoard<W>; 2],
    lesser: [BitBoard<W>; 2],
}

/// The pawns of both sides, and the cells that they attack.
struct PawnSets<const W: usize> {
    cells: [BitBoard<W>; 2],
    attacks: [BitBoard<W>; 2],
}

/// The pieces of one type and side, as they are looked at.
struct Viewer<'a, const W: usize> {
    color: Color,
    mover: &'a Mover<W>,
    /// The enemy's king zone.
    zone: BitBoard<W>,
    /// The cells that enemy pawns attack.
    pawn_attacks: BitBoard<W>,
    /// The cells that these attack, of those farther away only the ones with pieces.
    touched: BitBoard<W>,
}

impl<const W: usize> State<W> {
    /// Visits the pieces of each type but royals; then, if `THREATS`, those that are threatened; then the pawns. Gives how
    /// many enemy pieces that are no pawns each side's pawns attack. `values` has a value for each
    /// [`Piece::index`].
    #[inline(never)] // One function for all widths of boards would take minutes to compile.
    pub(crate) fn attack_info<const THREATS: bool>(
        &self,
        t: &Tables<W>,
        cache: &mut Cache,
        values: &[i32],
        visitor: &mut impl AttackVisitor,
    ) -> [u32; 2] {
        let pawns = self.pawns(t);
        for color in Color::BOTH {
            let royal = t.royal.map(|_| self.royal[color as usize]);
            cache.follow(t, color, royal, pawns.attacks[color as usize]);
        }
        let none = [BitBoard::EMPTY; 2];
        let mut attacks = Attacks { values, cells: none, lesser: none };
        for color in Color::BOTH {
            for kind in (0..t.types() as u8).map(PieceType) {
                if !self.of(color, kind).is_empty() && (THREATS || t.royal != Some(kind)) {
                    let piece = Piece::new(color, kind);
                    self.view::<THREATS>(t, cache, &pawns, piece, &mut attacks, visitor);
                }
            }
        }
        if THREATS {
            self.visit_threats(t, &attacks, visitor);
        }
        self.visit_pawns(t, &pawns, visitor)
    }

    /// The pawns of both sides.
    fn pawns(&self, t: &Tables<W>) -> PawnSets<W> {
        let mut pawns = PawnSets { cells: [BitBoard::EMPTY; 2], attacks: [BitBoard::EMPTY; 2] };
        for color in Color::BOTH {
            for (kind, table) in t.analysis.pawns.tables_of(color) {
                let cells = self.of(color, kind);
                pawns.cells[color as usize] |= cells;
                for cell in cells {
                    pawns.attacks[color as usize] |= table.attacks[cell.index()];
                }
            }
        }
        pawns
    }

    /// Looks at the pieces of one type and side.
    #[inline(always)]
    fn view<const THREATS: bool>(
        &self,
        t: &Tables<W>,
        cache: &Cache,
        pawns: &PawnSets<W>,
        piece: Piece,
        attacks: &mut Attacks<'_, W>,
        visitor: &mut impl AttackVisitor,
    ) {
        let (color, kind) = (piece.color(), piece.kind());
        let (mut home, mut zone) = (BitBoard::EMPTY, BitBoard::EMPTY);
        if t.royal.is_some() {
            home = t.analysis.king_zone[self.royal[color as usize].index()];
            zone = t.analysis.king_zone[self.royal[!color as usize].index()];
        }
        let mover = &t.movers[color][kind.index()];
        let pawn_attacks = pawns.attacks[!color as usize];
        let mut viewer = Viewer { color, mover, zone, pawn_attacks, touched: BitBoard::EMPTY };
        let cells = self.of(color, kind);
        let mut info = AttackInfo { pieces: cells.count(), shelters: (cells & home).count(), ..AttackInfo::default() };
        for from in cells & pawns.attacks[color as usize] {
            let attack_span = t.analysis.pawns.attack_span[!color][from.index()];
            info.outposts += u32::from(!attack_span.meets(&pawns.cells[!color as usize]));
        }
        for from in cells {
            let mut king_zone_attacks = self.add_leaps(t, &mut viewer, from, &mut info);
            for ride in mover.slides.get(from) {
                king_zone_attacks += self.add_ride::<THREATS, false>(t, &mut viewer, ride, cache, &mut info);
            }
            for ride in mover.hops.get(from) {
                king_zone_attacks += self.add_ride::<THREATS, true>(t, &mut viewer, ride, cache, &mut info);
            }
            info.king_zone_attacks += king_zone_attacks;
            info.king_zone_attackers += u32::from(king_zone_attacks > 0);
        }
        if t.royal != Some(kind) {
            visitor.pieces(color, kind, info);
        }
        if THREATS {
            attacks.cells[color as usize] |= viewer.touched;
            if t.analysis.pawns.tables[color][kind.index()].is_none() {
                let threatened_above = i64::from(attacks.values[piece.index()]) * 8 / 7;
                for victim in viewer.touched & self.by_color[!color as usize] {
                    if i64::from(attacks.values[self.at(victim).index()]) > threatened_above {
                        attacks.lesser[!color as usize].insert(victim);
                    }
                }
            }
        }
    }

    /// Adds what a piece does by leaps; gives how many cells of the zone it attacks.
    #[inline(always)]
    fn add_leaps(&self, t: &Tables<W>, viewer: &mut Viewer<'_, W>, from: Cell, info: &mut AttackInfo) -> u32 {
        let &mut Viewer { color, mover, zone, pawn_attacks, ref mut touched } = viewer;
        let (own, enemy) = (self.by_color[color as usize], self.by_color[!color as usize]);
        let mut king_zone_attacks = 0;
        if let Some(leaps) = mover.leaps_both.get(from.index()) {
            info.targets += leaps.without(own | pawn_attacks).count();
            king_zone_attacks += (*leaps & zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_capture.get(from.index()) {
            info.targets += (*leaps & enemy).without(pawn_attacks).count();
            king_zone_attacks += (*leaps & zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_quiet.get(from.index()) {
            info.targets += leaps.without(own | enemy | pawn_attacks).count();
        }
        if !mover.routes.is_empty() {
            let occupied = own | enemy;
            for route in mover.routes.get(from).iter().filter(|route| route.is_open(&occupied)) {
                let free = t.all.without(occupied).contains(route.target);
                let wanted = route.quiet && free || route.capture && enemy.contains(route.target);
                info.targets += u32::from(wanted && !pawn_attacks.contains(route.target));
                king_zone_attacks += u32::from(route.capture && zone.contains(route.target));
                if route.capture {
                    touched.insert(route.target);
                }
            }
        }
        king_zone_attacks
    }

    /// Adds what a piece does along a line; gives how many cells of the zone it attacks.
    #[inline(always)]
    fn add_ride<const THREATS: bool, const HOPS: bool>(
        &self,
        t: &Tables<W>,
        viewer: &mut Viewer<'_, W>,
        ride: &Ride,
        cache: &Cache,
        info: &mut AttackInfo,
    ) -> u32 {
        let enemy = !viewer.color as usize;
        let on_line = self.lines[usize::from(ride.line)];
        let (occupied, pos) = (on_line[0] | on_line[1], u32::from(ride.pos));
        let reached = match (HOPS, ride.next) {
            (false, _) => slide(occupied, pos),
            (true, false) => hop(occupied, pos),
            (true, true) => hop_next(occupied, pos),
        };
        let places = &cache.lines[usize::from(ride.line)];
        let wanted = (ride.capture & on_line[enemy] | ride.quiet & !occupied) & !places.pawn_attacks[enemy];
        let touched = reached & ride.capture;
        info.targets += (reached & wanted).count_ones();
        if THREATS && touched & occupied != 0 {
            // There is at most one piece in each direction.
            let pieces = touched & occupied;
            viewer.touched.insert(t.lines.cell(ride.line, pieces.trailing_zeros()));
            viewer.touched.insert(t.lines.cell(ride.line, 31 - pieces.leading_zeros()));
        }
        (touched & places.king_zone[enemy]).count_ones()
    }

    fn visit_threats(&self, t: &Tables<W>, attacks: &Attacks<'_, W>, visitor: &mut impl AttackVisitor) {
        for color in Color::BOTH {
            let attacked = attacks.cells[!color as usize] & self.by_color[color as usize];
            let hanging = attacked.without(attacks.cells[color as usize]);
            let lesser = attacks.lesser[color as usize];
            for (cells, threat) in [(lesser, Threat::ByLesser), (hanging, Threat::Hanging)] {
                for cell in cells {
                    let kind = self.at(cell).kind();
                    if t.royal != Some(kind) {
                        visitor.threat(color, kind, cell, threat);
                    }
                }
            }
        }
    }

    /// Visits the pawns; gives how many enemy pieces that are no pawns each side's pawns attack.
    fn visit_pawns(&self, t: &Tables<W>, pawns: &PawnSets<W>, visitor: &mut impl AttackVisitor) -> [u32; 2] {
        let occupied = self.by_color[0] | self.by_color[1];
        for color in Color::BOTH {
            let (own, enemy) = (&pawns.cells[color as usize], &pawns.cells[!color as usize]);
            let pawn_attacks = &pawns.attacks[color as usize];
            for (kind, table) in t.analysis.pawns.tables_of(color) {
                for cell in self.of(color, kind) {
                    let at = cell.index();
                    let is_passed = !table.passed_span[at].meets(enemy);
                    let pawn = Pawn {
                        is_passed,
                        is_unblocked: is_passed && !table.next[at].meets(&occupied),
                        is_supported: pawn_attacks.contains(cell),
                        is_phalanx: table.next[at].without(table.attacks[at]).meets(pawn_attacks),
                        is_isolated: !table.support_span[at].meets(own),
                        is_doubled: table.is_file && table.ahead[at].meets(own),
                    };
                    visitor.pawn(color, kind, cell, pawn);
                }
            }
        }
        let prey = |color: Color| {
            let prey = self.by_color[!color as usize].without(pawns.cells[!color as usize]);
            (pawns.attacks[color as usize] & prey).count()
        };
        [prey(Color::White), prey(Color::Black)]
    }
}
