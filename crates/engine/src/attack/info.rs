//! What the pieces attack: mobility, king-zone attacks, threats and pawn structure, in one look at all of them.

use super::tables::Attacks;
use super::visitor::{AttackInfo, AttackVisitor, Pawn, Threat};
use spielraum_geometry::Cell;
use spielraum_rules::bitboards::{BitBoard, Mover, Ride, Slot, View, Viewer};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, piece_index};

impl Attacks {
    /// Looks at all pieces of a position of the game: a visitor hears what they attack, which of them are threatened and how
    /// the pawns stand. Gives for each side how many enemy pieces that are no pawns its pawns attack. `values` has the
    /// value of each type for each side, as for [`Position::see_ge`], or is empty: then no threats are visited, which
    /// takes less time. `cache` must be used with positions of this game only.
    ///
    /// # Panics
    ///
    /// If the position is one of another game, or `values` is too short, but not empty.
    pub fn info(
        &self,
        position: &Position,
        cache: &mut AttackCache,
        values: &[i32],
        visitor: &mut impl AttackVisitor,
    ) -> [u32; 2] {
        position.view(Look { tables: self, cache, values, visitor })
    }
}

/// What is kept from position to position of one game; see [`Attacks::info`].
///
/// For each side its king zone and the cells that its pawns attack, as places on lines.
#[derive(Clone, Debug, Default)]
pub struct AttackCache {
    /// The words of the sets of cells of each side's king zone ...
    king_zone: [Vec<u64>; 2],
    /// ... and of those that its pawns attack.
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

impl AttackCache {
    fn follow<const W: usize>(&mut self, v: View<'_, W>, color: Color, sets: &Sets<W>) {
        self.lines.resize(v.line_count(), LinePlaces::default());
        let color = color as usize;
        replace(v, &mut self.king_zone[color], sets.king_zones[color], |slot| {
            self.lines[usize::from(slot.line)].king_zone[color] ^= 1 << slot.pos;
        });
        replace(v, &mut self.pawn_attacks[color], sets.pawn_attacks[color], |slot| {
            self.lines[usize::from(slot.line)].pawn_attacks[color] ^= 1 << slot.pos;
        });
    }
}

/// Replaces the words of a set of cells by those of another; visits the slots of the cells that differ.
#[inline(always)]
fn replace<const W: usize>(v: View<'_, W>, known: &mut Vec<u64>, cells: BitBoard<W>, mut visit: impl FnMut(&Slot)) {
    known.resize(W, 0);
    let changed = cells ^ BitBoard::from_words(known);
    if !changed.is_empty() {
        known.copy_from_slice(cells.words());
        for cell in changed {
            v.slots(cell).iter().for_each(&mut visit);
        }
    }
}

/// Which cells each side attacks, and which of its pieces are attacked by pieces that are worth less.
struct Attacked<'a, const W: usize> {
    values: &'a [i32],
    cells: [BitBoard<W>; 2],
    lesser: [BitBoard<W>; 2],
}

/// What is found for each side before its pieces are looked at.
struct Sets<const W: usize> {
    pawns: [BitBoard<W>; 2],
    /// The cells that they attack.
    pawn_attacks: [BitBoard<W>; 2],
    /// The cells on and next to its royals.
    king_zones: [BitBoard<W>; 2],
}

/// The pieces of one type and side, as they are looked at.
struct Attacker<'a, const W: usize> {
    color: Color,
    mover: &'a Mover<W>,
    /// The enemy's king zone.
    zone: BitBoard<W>,
    /// The cells that enemy pawns attack.
    pawn_attacks: BitBoard<W>,
    /// The cells that these attack, of those farther away only the ones with pieces.
    touched: BitBoard<W>,
}

/// One look at the pieces of a position; see [`Attacks::info`].
struct Look<'a, V> {
    tables: &'a Attacks,
    cache: &'a mut AttackCache,
    values: &'a [i32],
    visitor: &'a mut V,
}

impl<V: AttackVisitor> Viewer for Look<'_, V> {
    type Output = [u32; 2];

    fn view<const W: usize>(self, view: View<'_, W>) -> [u32; 2] {
        let Self { tables: t, cache, values, visitor } = self;
        let scan = Scan { t, v: view };
        match values.is_empty() {
            true => scan.info::<false>(cache, values, visitor),
            false => scan.info::<true>(cache, values, visitor),
        }
    }
}

/// The tables of a game and the bitboards of a position.
#[derive(Clone, Copy)]
struct Scan<'a, const W: usize> {
    t: &'a Attacks,
    v: View<'a, W>,
}

impl<const W: usize> Scan<'_, W> {
    /// Visits the pieces of each type but royals; then, if `THREATS`, those that are threatened; then the pawns. Gives how
    /// many enemy pieces that are no pawns each side's pawns attack. `values` has a value for each
    /// [`piece_index`].
    #[inline(never)] // One function for all widths of boards would take minutes to compile.
    fn info<const THREATS: bool>(
        self,
        cache: &mut AttackCache,
        values: &[i32],
        visitor: &mut impl AttackVisitor,
    ) -> [u32; 2] {
        let sets = self.sets();
        for color in Color::BOTH {
            cache.follow(self.v, color, &sets);
        }
        let none = [BitBoard::EMPTY; 2];
        let mut attacked = Attacked { values, cells: none, lesser: none };
        for color in Color::BOTH {
            for kind in PieceType::all(self.v.types()) {
                if !self.v.pieces(color, kind).is_empty() && (THREATS || !self.v.is_royal(kind)) {
                    self.visit_pieces::<THREATS>(cache, &sets, (color, kind), &mut attacked, visitor);
                }
            }
        }
        if THREATS {
            self.visit_threats(&attacked, visitor);
        }
        self.visit_pawns(&sets, visitor)
    }

    /// The pawns and king zones of both sides.
    fn sets(self) -> Sets<W> {
        let none = [BitBoard::EMPTY; 2];
        let mut sets = Sets { pawns: none, pawn_attacks: none, king_zones: none };
        for color in Color::BOTH {
            let (pawns, pawn_attacks) = (&mut sets.pawns[color as usize], &mut sets.pawn_attacks[color as usize]);
            for (kind, table) in self.t.pawns.tables_of(color) {
                let cells = self.v.pieces(color, kind);
                *pawns |= cells;
                for cell in cells {
                    *pawn_attacks |= table.attacks.of(cell);
                }
            }
            for royal in self.v.royals(color) {
                sets.king_zones[color as usize] |= self.t.king_zone.of(royal);
            }
        }
        sets
    }

    /// Looks at the pieces of one type and side.
    #[inline(always)]
    fn visit_pieces<const THREATS: bool>(
        self,
        cache: &AttackCache,
        sets: &Sets<W>,
        (color, kind): (Color, PieceType),
        attacked: &mut Attacked<'_, W>,
        visitor: &mut impl AttackVisitor,
    ) {
        let (home, zone) = (sets.king_zones[color as usize], sets.king_zones[!color as usize]);
        let mover = self.v.mover(color, kind);
        let pawn_attacks = sets.pawn_attacks[!color as usize];
        let mut attacker = Attacker { color, mover, zone, pawn_attacks, touched: BitBoard::EMPTY };
        let cells = self.v.pieces(color, kind);
        let mut info = AttackInfo { pieces: cells.count(), shelters: (cells & home).count(), ..AttackInfo::default() };
        for from in cells & sets.pawn_attacks[color as usize] {
            let attack_span = self.t.pawns.attack_span[!color].of(from);
            info.outposts += u32::from(!attack_span.meets(&sets.pawns[!color as usize]));
        }
        for from in cells {
            let mut king_zone_attacks = self.add_leaps(&mut attacker, from, &mut info);
            for ride in mover.slides(from) {
                king_zone_attacks += self.add_ride::<THREATS, false>(&mut attacker, ride, cache, &mut info);
            }
            for ride in mover.hops(from) {
                king_zone_attacks += self.add_ride::<THREATS, true>(&mut attacker, ride, cache, &mut info);
            }
            info.king_zone_attacks += king_zone_attacks;
            info.king_zone_attackers += u32::from(king_zone_attacks > 0);
        }
        if !self.v.is_royal(kind) {
            visitor.pieces(color, kind, info);
        }
        if THREATS {
            attacked.cells[color as usize] |= attacker.touched;
            if self.t.pawns.tables[color][kind.index()].is_none() {
                let threatened_above = i64::from(attacked.values[piece_index(color, kind)]) * 8 / 7;
                for victim in attacker.touched & self.v.side(!color) {
                    if i64::from(attacked.values[self.v.index_on(victim)]) > threatened_above {
                        attacked.lesser[!color as usize].insert(victim);
                    }
                }
            }
        }
    }

    /// Adds what a piece does by leaps; gives how many cells of the zone it attacks.
    #[inline(always)]
    fn add_leaps(self, attacker: &mut Attacker<'_, W>, from: Cell, info: &mut AttackInfo) -> u32 {
        let Attacker { color, mover, zone, pawn_attacks, touched } = attacker;
        let (own, enemy) = (|| self.v.side(*color), || self.v.side(!*color));
        let mut king_zone_attacks = 0;
        if let Some(leaps) = mover.leaps_both(from) {
            info.targets += leaps.without(own() | *pawn_attacks).count();
            king_zone_attacks += (*leaps & *zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_capture(from) {
            info.targets += (*leaps & enemy()).without(*pawn_attacks).count();
            king_zone_attacks += (*leaps & *zone).count();
            *touched |= *leaps;
        }
        if let Some(leaps) = mover.leaps_quiet(from) {
            info.targets += leaps.without(own() | enemy() | *pawn_attacks).count();
        }
        if mover.has_routes() {
            let enemy = enemy();
            let occupied = own() | enemy;
            for route in mover.routes(from).iter().filter(|route| route.is_open(&occupied)) {
                let free = !occupied.contains(route.target);
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
        self,
        attacker: &mut Attacker<'_, W>,
        ride: &Ride,
        cache: &AttackCache,
        info: &mut AttackInfo,
    ) -> u32 {
        let enemy = !attacker.color as usize;
        let on_line = self.v.on_line(ride.line);
        let occupied = on_line[0] | on_line[1];
        let reached = if HOPS { ride.hop(occupied) } else { ride.slide(occupied) };
        let places = &cache.lines[usize::from(ride.line)];
        let wanted = (ride.capture & on_line[enemy] | ride.quiet & !occupied) & !places.pawn_attacks[enemy];
        let touched = reached & ride.capture;
        info.targets += (reached & wanted).count_ones();
        if THREATS && touched & occupied != 0 {
            // There is at most one piece in each direction.
            let pieces = touched & occupied;
            attacker.touched.insert(self.v.line_cell(ride.line, pieces.trailing_zeros()));
            attacker.touched.insert(self.v.line_cell(ride.line, 31 - pieces.leading_zeros()));
        }
        (touched & places.king_zone[enemy]).count_ones()
    }

    fn visit_threats(self, attacked: &Attacked<'_, W>, visitor: &mut impl AttackVisitor) {
        for color in Color::BOTH {
            let hanging =
                (attacked.cells[!color as usize] & self.v.side(color)).without(attacked.cells[color as usize]);
            let lesser = attacked.lesser[color as usize];
            for (cells, threat) in [(lesser, Threat::ByLesser), (hanging, Threat::Hanging)] {
                for cell in cells {
                    let kind = self.v.type_on(cell);
                    if !self.v.is_royal(kind) {
                        visitor.threat(color, kind, cell, threat);
                    }
                }
            }
        }
    }

    /// Visits the pawns; gives how many enemy pieces that are no pawns each side's pawns attack.
    fn visit_pawns(self, sets: &Sets<W>, visitor: &mut impl AttackVisitor) -> [u32; 2] {
        let occupied = self.v.side(Color::White) | self.v.side(Color::Black);
        for color in Color::BOTH {
            let (own, enemy) = (&sets.pawns[color as usize], &sets.pawns[!color as usize]);
            let pawn_attacks = &sets.pawn_attacks[color as usize];
            for (kind, table) in self.t.pawns.tables_of(color) {
                for cell in self.v.pieces(color, kind) {
                    let spans = table.spans(cell);
                    let is_passed = !spans.passed.meets(enemy);
                    let pawn = Pawn {
                        is_passed,
                        is_unblocked: is_passed && !spans.next.meets(&occupied),
                        is_supported: pawn_attacks.contains(cell),
                        is_phalanx: spans.phalanx.meets(pawn_attacks),
                        is_isolated: !spans.support.meets(own),
                        is_doubled: table.is_file && spans.ahead.meets(own),
                    };
                    visitor.pawn(color, kind, cell, pawn);
                }
            }
        }
        let prey = |color: Color| {
            let prey = self.v.side(!color).without(self.v.side(color) | sets.pawns[!color as usize]);
            (sets.pawn_attacks[color as usize] & prey).count()
        };
        [prey(Color::White), prey(Color::Black)]
    }
}
