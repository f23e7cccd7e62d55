//! Pawns, which are known by how they move: how far the way to promotion is open, and which of their kind stand by them.

use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::{Budget, CompileError, Mover};
use crate::{ByColor, Color};
use spielraum_geometry::{Board, Cell};

/// What the cells around a pawn mean to it, by its own cell.
///
/// A pawn is a type that promotes, moves by leaps alone and never comes back to a cell that it has left: the pawns
/// of most games.
pub(crate) struct PawnTable<const W: usize> {
    /// The cells to which it can come by moves that don't capture.
    pub(crate) ahead: Vec<BitBoard<W>>,
    /// The cells to which one such move leads.
    pub(crate) next: Vec<BitBoard<W>>,
    /// The cells from which an enemy pawn stands in its way, or attacks a cell of it or the pawn itself.
    pub(crate) passed_span: Vec<BitBoard<W>>,
    /// The cells that it attacks.
    pub(crate) attacks: Vec<BitBoard<W>>,
    /// The cells from which a pawn of its own side may come to guard it, here or farther on.
    pub(crate) support_span: Vec<BitBoard<W>>,
    /// Whether there is one way ahead only, so that another on it is in the way.
    pub(crate) is_file: bool,
}

/// The pawns of both sides.
pub(crate) struct Pawns<const W: usize> {
    /// The types that are pawns.
    pub(crate) kinds: ByColor<Vec<PieceType>>,
    /// For each type that is one, how it is_pawn.
    pub(crate) tables: ByColor<Vec<Option<PawnTable<W>>>>,
    /// For each side and cell, the cells from which a pawn of that side may ever come to attack it; empty if there
    /// are no pawns.
    pub(crate) attack_span: ByColor<Vec<BitBoard<W>>>,
}

impl<const W: usize> Pawns<W> {
    /// The types of a side that are pawns.
    #[inline(always)]
    pub(crate) fn tables_of(&self, color: Color) -> impl Iterator<Item = (PieceType, &PawnTable<W>)> {
        let tables = &self.tables[color];
        self.kinds[color].iter().filter_map(|&kind| Some((kind, tables[kind.index()].as_ref()?)))
    }

    /// Whether pieces of a type are pawns, whosever they are.
    pub(crate) fn is_pawn(&self, kind: PieceType) -> bool {
        Color::BOTH.iter().all(|&color| self.tables[color][kind.index()].is_some())
    }
}

/// The tables of all pawns of both sides; `promotes`: whether a type of a side does.
pub(super) fn build<const W: usize>(
    board: &Board,
    movers: &ByColor<Vec<Mover<W>>>,
    promotes: impl Fn(Color, PieceType) -> bool,
    budget: &mut Budget,
) -> Result<Pawns<W>, CompileError> {
    let mut tables: ByColor<Vec<Option<PawnTable<W>>>> = ByColor::new(|color| {
        let types = movers[color].iter().zip((0..).map(PieceType));
        types.map(|(mover, kind)| if promotes(color, kind) { advance(board, mover) } else { None }).collect()
    });
    let count = tables.white.iter().chain(&tables.black).flatten().count();
    let kinds = ByColor::new(|color| {
        let tables = (0..).map(PieceType).zip(&tables[color]);
        tables.filter(|(_, table)| table.is_some()).map(|(kind, _)| kind).collect::<Vec<_>>()
    });
    if count == 0 {
        return Ok(Pawns { kinds, tables, attack_span: ByColor::new(|_| Vec::new()) });
    }
    budget.spend((count * 5 + 2) * board.len() * size_of::<BitBoard<W>>())?;
    let attackers = ByColor::new(|color| attackers(board, &tables[color]));
    let arrivals = ByColor::new(|color| arrivals(board, &tables[color]));
    let attack_span = ByColor::new(|color| {
        let come = |from: BitBoard<W>| from.into_iter().fold(from, |set, from| set | arrivals[color][from.index()]);
        attackers[color].iter().map(|from| come(*from)).collect::<Vec<_>>()
    });
    for color in Color::BOTH {
        for table in tables[color].iter_mut().flatten() {
            for cell in board.cells() {
                let way = table.ahead[cell.index()];
                let crossed = way | BitBoard::of(cell);
                let attack =
                    crossed.into_iter().fold(BitBoard::EMPTY, |set, cell| set | attackers[!color][cell.index()]);
                table.passed_span[cell.index()] = way | attack;
                let support_span =
                    crossed.into_iter().fold(BitBoard::EMPTY, |set, cell| set | attack_span[color][cell.index()]);
                table.support_span[cell.index()] = support_span.without(BitBoard::of(cell));
            }
        }
    }
    Ok(Pawns { kinds, tables, attack_span })
}

/// The ways of a type from each cell, if they never lead back.
fn advance<const W: usize>(board: &Board, mover: &Mover<W>) -> Option<PawnTable<W>> {
    if !mover.only_leaps() {
        return None;
    }
    let next: Vec<BitBoard<W>> = board.cells().map(|cell| mover.quiet_leaps(cell)).collect();
    let attacks: Vec<BitBoard<W>> = board.cells().map(|cell| mover.attack_leaps(cell)).collect();
    let mut ahead = next.clone();
    for way in &mut ahead {
        loop {
            let more = way.into_iter().fold(*way, |set, cell| set | next[cell.index()]);
            if more == *way {
                break;
            }
            *way = more;
        }
    }
    let turns_back = board.cells().any(|cell| ahead[cell.index()].contains(cell));
    let goes_nowhere = ahead.iter().all(BitBoard::is_empty);
    (!turns_back && !goes_nowhere).then(|| PawnTable {
        is_file: next.iter().all(|next| next.count() <= 1),
        passed_span: vec![BitBoard::EMPTY; ahead.len()],
        support_span: vec![BitBoard::EMPTY; ahead.len()],
        ahead,
        next,
        attacks,
    })
}

/// For each cell, the cells from which a pawn of a side attacks it.
fn attackers<const W: usize>(board: &Board, tables: &[Option<PawnTable<W>>]) -> Vec<BitBoard<W>> {
    turned_round(board, tables, |table, from| table.attacks[from.index()])
}

/// For each cell, it and the cells from which a pawn of a side may come to it.
fn arrivals<const W: usize>(board: &Board, tables: &[Option<PawnTable<W>>]) -> Vec<BitBoard<W>> {
    turned_round(board, tables, |table, from| table.ahead[from.index()] | BitBoard::of(from))
}

/// For each cell, those that lead to it.
fn turned_round<const W: usize>(
    board: &Board,
    tables: &[Option<PawnTable<W>>],
    reached: impl Fn(&PawnTable<W>, Cell) -> BitBoard<W>,
) -> Vec<BitBoard<W>> {
    let mut sources = vec![BitBoard::EMPTY; board.len()];
    for table in tables.iter().flatten() {
        for from in board.cells() {
            for to in reached(table, from) {
                sources[to.index()].insert(from);
            }
        }
    }
    sources
}
