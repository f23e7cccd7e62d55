//! Types that only ever march on: how far the way to promotion is open, and which of their kind stand by them.

use super::effects::PromotionTable;
use super::{Budget, CompileError, Mover};
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::{ByColor, Color};
use spielraum_geometry::{Board, Cell};

/// What the cells around a marcher mean to it, by its own cell.
///
/// A marcher is a type that promotes, moves by leaps alone and never comes back to a cell that it has left: the pawns
/// of most games.
pub(crate) struct MarchTable<const W: usize> {
    /// The cells to which it can come by moves that don't capture.
    pub(crate) ahead: Vec<BitBoard<W>>,
    /// The cells to which one such move leads.
    pub(crate) next: Vec<BitBoard<W>>,
    /// The cells from which an enemy marcher stands in its way, or attacks a cell of it or the marcher itself.
    pub(crate) stoppers: Vec<BitBoard<W>>,
    /// The cells that it attacks.
    pub(crate) attacks: Vec<BitBoard<W>>,
    /// The cells from which a marcher of its own side may come to guard it, here or farther on.
    pub(crate) helpers: Vec<BitBoard<W>>,
    /// Whether there is one way ahead only, so that another on it is in the way.
    pub(crate) is_file: bool,
}

/// The marchers of both sides.
pub(crate) struct Marchers<const W: usize> {
    /// The types that are marchers.
    pub(crate) kinds: ByColor<Vec<PieceType>>,
    /// For each type that is one, how it marches.
    pub(crate) tables: ByColor<Vec<Option<MarchTable<W>>>>,
    /// For each side and cell, the cells from which a marcher of that side may ever come to attack it; empty if there
    /// are no marchers.
    pub(crate) hunters: ByColor<Vec<BitBoard<W>>>,
}

/// The tables of all marchers of both sides.
pub(super) fn marchers<const W: usize>(
    board: &Board,
    movers: &ByColor<Vec<Mover<W>>>,
    promotions: &ByColor<Vec<Option<PromotionTable<W>>>>,
    budget: &mut Budget,
) -> Result<Marchers<W>, CompileError> {
    let mut tables: ByColor<Vec<Option<MarchTable<W>>>> = ByColor::new(|color| {
        let both = movers[color].iter().zip(&promotions[color]);
        both.map(|(mover, promotion)| promotion.as_ref().and_then(|_| advance(board, mover))).collect()
    });
    let count = tables.white.iter().chain(&tables.black).flatten().count();
    let kinds = ByColor::new(|color| {
        let tables = (0..).map(PieceType).zip(&tables[color]);
        tables.filter(|(_, table)| table.is_some()).map(|(kind, _)| kind).collect::<Vec<_>>()
    });
    if count == 0 {
        return Ok(Marchers { kinds, tables, hunters: ByColor::new(|_| Vec::new()) });
    }
    budget.spend((count * 5 + 2) * board.len() * size_of::<BitBoard<W>>())?;
    let attackers = ByColor::new(|color| attackers(board, &tables[color]));
    let arrivals = ByColor::new(|color| arrivals(board, &tables[color]));
    let hunters = ByColor::new(|color| {
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
                table.stoppers[cell.index()] = way | attack;
                let helpers = crossed.into_iter().fold(BitBoard::EMPTY, |set, cell| set | hunters[color][cell.index()]);
                table.helpers[cell.index()] = helpers.without(BitBoard::of(cell));
            }
        }
    }
    Ok(Marchers { kinds, tables, hunters })
}

/// The ways of a type from each cell, if they never lead back.
fn advance<const W: usize>(board: &Board, mover: &Mover<W>) -> Option<MarchTable<W>> {
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
    (!turns_back && !goes_nowhere).then(|| MarchTable {
        is_file: next.iter().all(|next| next.count() <= 1),
        stoppers: vec![BitBoard::EMPTY; ahead.len()],
        helpers: vec![BitBoard::EMPTY; ahead.len()],
        ahead,
        next,
        attacks,
    })
}

/// For each cell, the cells from which a marcher of a side attacks it.
fn attackers<const W: usize>(board: &Board, tables: &[Option<MarchTable<W>>]) -> Vec<BitBoard<W>> {
    turned_round(board, tables, |table, from| table.attacks[from.index()])
}

/// For each cell, it and the cells from which a marcher of a side may come to it.
fn arrivals<const W: usize>(board: &Board, tables: &[Option<MarchTable<W>>]) -> Vec<BitBoard<W>> {
    turned_round(board, tables, |table, from| table.ahead[from.index()] | BitBoard::of(from))
}

/// For each cell, those that lead to it.
fn turned_round<const W: usize>(
    board: &Board,
    tables: &[Option<MarchTable<W>>],
    reached: impl Fn(&MarchTable<W>, Cell) -> BitBoard<W>,
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
