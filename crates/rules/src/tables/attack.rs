//! Tables that look from the target: which pieces attack a cell.

use super::budget::Budget;
use super::csr::Csr;
use super::error::CompileError;
use super::lines::{Bits, LineTable};
use super::mover::Mover;
use crate::board::piece::Piece;
use crate::spec::PieceType;
use crate::{ByColor, Color};
use spielraum_geometry::{BitBoard, Board, Cell};

/// Who attacks what, seen from the attacked cell.
pub(crate) struct AttackTables<const W: usize> {
    leapers: ByColor<Leapers<W>>,
    /// For each piece index: its attacks along lines, if it has any.
    riders: Vec<Option<Box<Rider>>>,
    routes: ByColor<Csr<RouteAttack<W>>>,
    /// The pieces of each side that attack along lines or by routes.
    distant: ByColor<Vec<Piece>>,
    /// Whether some piece hops.
    pub(crate) has_hops: bool,
    /// Whether some piece captures along routes.
    pub(crate) has_routes: bool,
    /// The directions of lines along which each piece attacks from some cell, as bits, by [`Piece::index`].
    piece_directions: Vec<u64>,
    /// The same for some piece of each side.
    directions: [u64; 2],
}

/// The leaping types of one side, and from where each attacks a cell.
struct Leapers<const W: usize> {
    types: Vec<PieceType>,
    /// For each cell, for each of `types`: the cells from which it attacks the cell.
    sources: Vec<BitBoard<W>>,
}

/// The attacks of one piece along lines.
struct Rider {
    /// For each slot, the places of the line from which it attacks this one when the places between are empty.
    slide_from: Vec<u32>,
    /// For each slot, the places of the line that it attacks from there by hopping.
    hop: Vec<u32>,
    hop_next: Vec<u32>,
}

/// A piece that attacks a cell by routes.
pub(crate) struct RouteAttack<const W: usize> {
    pub(crate) source: Cell,
    pub(crate) kind: PieceType,
    pub(crate) ways: Box<[BitBoard<W>]>,
}

impl<const W: usize> AttackTables<W> {
    pub(super) fn build(
        board: &Board,
        lines: &LineTable,
        movers: &ByColor<Vec<Mover<W>>>,
        budget: &mut Budget,
    ) -> Result<Self, CompileError> {
        let types = movers.white.len();
        let mut tables = Self {
            leapers: ByColor { white: Leapers::of(board, &movers.white), black: Leapers::of(board, &movers.black) },
            riders: (0..2 * types).map(|_| None).collect(),
            routes: ByColor::new(|color| route_attacks(board, &movers[color])),
            distant: ByColor::new(|_| Vec::new()),
            has_hops: false,
            has_routes: false,
            piece_directions: vec![0; 2 * types],
            directions: [0; 2],
        };
        budget.spend(
            Color::BOTH.map(|color| tables.leapers[color].memory() + tables.routes[color].memory()).iter().sum(),
        )?;
        tables.has_routes = Color::BOTH.iter().any(|&color| !tables.routes[color].is_empty());
        for color in Color::BOTH {
            for (kind, mover) in movers[color].iter().enumerate() {
                let piece = Piece::new(color, PieceType(kind as u8));
                let rider = Rider::of(board, lines, mover);
                let by_route = |source| mover.routes.get(source).iter().any(|route| route.capture);
                if rider.is_some() || board.cells().any(by_route) {
                    tables.distant[color].push(piece);
                }
                let Some(rider) = rider else { continue };
                budget.spend(rider.memory())?;
                tables.has_hops |= !mover.hops.is_empty();
                let directions = directions_of(board, lines, mover);
                tables.piece_directions[piece.index()] = directions;
                tables.directions[color as usize] |= directions;
                tables.riders[piece.index()] = Some(Box::new(rider));
            }
        }
        Ok(tables)
    }

    /// The leaping types of `color`, each with the cells from which it attacks `cell`.
    #[inline(always)]
    pub(crate) fn leapers(&self, color: Color, cell: Cell) -> impl Iterator<Item = (PieceType, &BitBoard<W>)> {
        let Leapers { types, sources } = &self.leapers[color];
        let first = cell.index() * types.len();
        types.iter().copied().zip(&sources[first..first + types.len()])
    }

    /// The places from which `piece` attacks the place with this slot index along its line when the places between are
    /// empty.
    #[inline(always)]
    pub(crate) fn slides_from(&self, piece: Piece, slot: usize) -> u32 {
        match &self.riders[piece.index()] {
            Some(rider) => rider.slide_from.get(slot).copied().unwrap_or(0),
            None => 0,
        }
    }

    /// Whether `piece`, at the place with this slot index, attacks place `target` of the same line when
    /// there is just one piece between, at place `hurdle`.
    #[inline(always)]
    pub(crate) fn hops(&self, piece: Piece, slot: usize, hurdle: u32, target: u32) -> bool {
        matches!(&self.riders[piece.index()], Some(rider)
            if reaches(&rider.hop, slot, target)
                || hurdle.abs_diff(target) == 1 && reaches(&rider.hop_next, slot, target))
    }

    /// Whether `piece`, at the place with this slot index, would attack place `target` of the same line
    /// if there were one piece in the right place between.
    #[inline(always)]
    pub(crate) fn may_hop(&self, piece: Piece, slot: usize, target: u32) -> bool {
        matches!(&self.riders[piece.index()], Some(rider)
            if reaches(&rider.hop, slot, target) || reaches(&rider.hop_next, slot, target))
    }

    /// The directions of lines along which `piece` attacks from some cell, as bits.
    #[inline(always)]
    pub(crate) fn directions_of_piece(&self, piece: Piece) -> u64 {
        self.piece_directions[piece.index()]
    }

    /// The directions of lines along which some piece of `color` attacks, as bits.
    #[inline(always)]
    pub(crate) fn directions_of(&self, color: Color) -> u64 {
        self.directions[color as usize]
    }

    /// The pieces of `color` that attack along lines or by routes.
    #[inline(always)]
    pub(crate) fn distant(&self, color: Color) -> &[Piece] {
        &self.distant[color]
    }

    /// The routes by which pieces of `color` can attack `cell`.
    #[inline(always)]
    pub(crate) fn routes(&self, color: Color, cell: Cell) -> &[RouteAttack<W>] {
        self.routes[color].get(cell)
    }
}

#[inline(always)]
fn reaches(places: &[u32], slot: usize, target: u32) -> bool {
    places.get(slot).is_some_and(|places| places >> target & 1 != 0)
}

impl<const W: usize> Leapers<W> {
    fn of(board: &Board, movers: &[Mover<W>]) -> Self {
        let leaps = |mover: &Mover<W>| !mover.leaps_both.is_empty() || !mover.leaps_capture.is_empty();
        let types: Vec<PieceType> =
            (0..movers.len()).filter(|&kind| leaps(&movers[kind])).map(|kind| PieceType(kind as u8)).collect();
        let mut sources = vec![BitBoard::EMPTY; board.len() * types.len()];
        for (index, kind) in types.iter().enumerate() {
            for from in board.cells() {
                for to in movers[kind.index()].attack_leaps(from) {
                    sources[to.index() * types.len() + index].insert(from);
                }
            }
        }
        Self { types, sources }
    }

    fn memory(&self) -> usize {
        self.sources.len() * size_of::<BitBoard<W>>()
    }
}

impl Rider {
    fn of<const W: usize>(board: &Board, lines: &LineTable, mover: &Mover<W>) -> Option<Self> {
        let mut rider = Self { slide_from: Vec::new(), hop: Vec::new(), hop_next: Vec::new() };
        for cell in board.cells() {
            for ride in mover.slides.get(cell).iter().filter(|ride| ride.capture != 0) {
                let place = u32::from(ride.pos);
                for target in Bits(ride.capture) {
                    *entry(&mut rider.slide_from, lines, ride.line, target) |= 1 << place;
                }
            }
            for ride in mover.hops.get(cell).iter().filter(|ride| ride.capture != 0) {
                let table = if ride.hop.is_next() { &mut rider.hop_next } else { &mut rider.hop };
                *entry(table, lines, ride.line, u32::from(ride.pos)) |= ride.capture;
            }
        }
        (rider.memory() > 0).then_some(rider)
    }

    fn memory(&self) -> usize {
        (self.slide_from.len() + self.hop.len() + self.hop_next.len()) * size_of::<u32>()
    }
}

fn entry<'a>(table: &'a mut Vec<u32>, lines: &LineTable, line: u16, place: u32) -> &'a mut u32 {
    if table.is_empty() {
        table.resize(lines.slot_count(), 0);
    }
    &mut table[lines.slot_index(line, place)]
}

fn directions_of<const W: usize>(board: &Board, lines: &LineTable, mover: &Mover<W>) -> u64 {
    let mut directions = 0;
    for cell in board.cells() {
        for ride in mover.slides.get(cell).iter().chain(mover.hops.get(cell)).filter(|ride| ride.capture != 0) {
            let slot = lines.slots(cell).iter().find(|slot| (slot.line, slot.pos) == (ride.line, ride.pos));
            directions |= slot.map_or(0, |slot| 1 << slot.direction);
        }
    }
    directions
}

fn route_attacks<const W: usize>(board: &Board, movers: &[Mover<W>]) -> Csr<RouteAttack<W>> {
    let mut attacks: Vec<Vec<RouteAttack<W>>> = board.cells().map(|_| Vec::new()).collect();
    for (kind, mover) in movers.iter().enumerate() {
        for source in board.cells() {
            for route in mover.routes.get(source).iter().filter(|route| route.capture) {
                attacks[route.target.index()].push(RouteAttack {
                    source,
                    kind: PieceType(kind as u8),
                    ways: route.ways.clone(),
                });
            }
        }
    }
    Csr::new(attacks)
}
