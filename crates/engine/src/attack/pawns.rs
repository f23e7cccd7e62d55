//! Pawns, which are known by how they move: how far the way to promotion is open, and which of their kind stand by them.
//!
//! A pawn is a type that promotes, moves by leaps alone and never comes back to a cell that it has left: the pawns
//! of most games.

use super::sets::CellSets;
use spielraum_geometry::{Board, Cell};
use spielraum_rules::bitboards::{BitBoard, Mover, MoverViewer};
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{ByColor, Color, Rules};

/// The largest size of the tables of one game in bytes. Where an untrusted definition would need more, its pawns are evaluated as any
/// other piece is.
const MAX_TABLE_BYTES: usize = 16 << 20;

/// What the cells around a pawn mean to it, by its own cell.
#[derive(Clone, Debug)]
pub(super) struct PawnTable {
    /// The cells that it attacks.
    pub(super) attacks: CellSets,
    spans: CellSets<5>,
    /// Whether there is one way ahead only, so that another on it is in the way.
    pub(super) is_file: bool,
}

/// What the cells around a pawn on some cell mean to it.
pub(super) struct Spans<const W: usize> {
    /// The cells from which an enemy pawn stands in its way, or attacks a cell of it or the pawn itself.
    pub(super) passed: BitBoard<W>,
    /// The cells to which one move leads that does not capture.
    pub(super) next: BitBoard<W>,
    /// Those of them that it does not attack.
    pub(super) phalanx: BitBoard<W>,
    /// The cells from which a pawn of its own side may come to guard it, here or farther on.
    pub(super) support: BitBoard<W>,
    /// The cells to which it can come by moves that don't capture.
    pub(super) ahead: BitBoard<W>,
}

impl PawnTable {
    /// What the cells around a pawn on a cell mean to it; `W` must be that of the board.
    #[inline(always)]
    pub(super) fn spans<const W: usize>(&self, cell: Cell) -> Spans<W> {
        let [passed, next, phalanx, support, ahead] = self.spans.all_of(cell);
        Spans { passed, next, phalanx, support, ahead }
    }
}

/// The pawns of both sides.
#[derive(Clone, Debug)]
pub(super) struct Pawns {
    /// The types that are pawns.
    kinds: ByColor<Vec<PieceType>>,
    /// For each type that is one, how it stands.
    pub(super) tables: ByColor<Vec<Option<PawnTable>>>,
    /// For each side and cell, the cells from which a pawn of that side may ever come to attack it; empty if there
    /// are no pawns.
    pub(super) attack_span: ByColor<CellSets>,
}

impl Pawns {
    /// The tables of all pawns of both sides.
    pub(super) fn new<const W: usize>(spec: &Spec, movers: &ByColor<Vec<Mover<W>>>) -> Self {
        let advances = ByColor::new(|color| {
            let kinds = spec.piece_types();
            kinds.map(|kind| Advance::of(spec, kind, &movers[color][kind.index()])).collect::<Vec<_>>()
        });
        let count = advances.white.iter().chain(&advances.black).flatten().count();
        let bytes = (count * 6 + 2) * spec.board.len() * size_of::<BitBoard<W>>();
        if count == 0 || bytes > MAX_TABLE_BYTES {
            return Self {
                kinds: ByColor::new(|_| Vec::new()),
                tables: ByColor::new(|_| spec.pieces.iter().map(|_| None).collect()),
                attack_span: ByColor::new(|_| CellSets::default()),
            };
        }
        let board = &spec.board;
        let attackers =
            ByColor::new(|color| turned_round(board, &advances[color], |way, from| way.attacks[from.index()]));
        let arrivals = ByColor::new(|color| {
            turned_round(board, &advances[color], |way, from| way.ahead[from.index()] | BitBoard::of(from))
        });
        let attack_span = ByColor::new(|color| {
            let come =
                |from: &BitBoard<W>| from.into_iter().fold(*from, |set, from| set | arrivals[color][from.index()]);
            attackers[color].iter().map(come).collect::<Vec<_>>()
        });
        let tables = ByColor::new(|color| {
            let table = |way: &Advance<W>| way.table(board, &attackers[!color], &attack_span[color]);
            advances[color].iter().map(|way| way.as_ref().map(table)).collect::<Vec<_>>()
        });
        let kinds = ByColor::new(|color| {
            let found = PieceType::all(advances[color].len()).zip(&advances[color]).filter(|(_, way)| way.is_some());
            found.map(|(kind, _)| kind).collect()
        });
        Self {
            kinds,
            tables,
            attack_span: ByColor::new(|color| CellSets::new(attack_span[color].iter().map(|&cells| [cells]))),
        }
    }

    /// The types of a side that are pawns.
    #[inline(always)]
    pub(super) fn tables_of(&self, color: Color) -> impl Iterator<Item = (PieceType, &PawnTable)> {
        let tables = &self.tables[color];
        self.kinds[color].iter().filter_map(|&kind| Some((kind, tables[kind.index()].as_ref()?)))
    }
}

/// Whether pieces of a type are pawns, whosever they are.
///
/// # Panics
///
/// If the type is not one of this game.
pub fn is_pawn(rules: &Rules, kind: PieceType) -> bool {
    struct IsPawn<'a>(&'a Spec, PieceType);
    impl MoverViewer for IsPawn<'_> {
        type Output = bool;
        fn view<const W: usize>(self, movers: &ByColor<Vec<Mover<W>>>) -> bool {
            let Self(spec, kind) = self;
            Color::BOTH.into_iter().all(|color| Advance::of(spec, kind, &movers[color][kind.index()]).is_some())
        }
    }
    rules.view_movers(IsPawn(rules.spec(), kind))
}

/// The ways of a pawn from each cell.
struct Advance<const W: usize> {
    next: Vec<BitBoard<W>>,
    attacks: Vec<BitBoard<W>>,
    /// All that moves to `next` lead to, one after the other.
    ahead: Vec<BitBoard<W>>,
}

impl<const W: usize> Advance<W> {
    /// The ways of a type, if it is a pawn.
    fn of(spec: &Spec, kind: PieceType, mover: &Mover<W>) -> Option<Self> {
        if !mover.only_leaps() || !spec.promotions.iter().any(|promotion| promotion.piece == kind) {
            return None;
        }
        let board = &spec.board;
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
        (!turns_back && !goes_nowhere).then_some(Self { next, attacks, ahead })
    }

    /// What the cells around it mean to it. `enemies` has for each cell the cells from which enemy pawns attack it, `guards`
    /// those from which a pawn of its own side may come to do so.
    fn table(&self, board: &Board, enemies: &[BitBoard<W>], guards: &[BitBoard<W>]) -> PawnTable {
        let crossed = |cell: Cell| self.ahead[cell.index()] | BitBoard::of(cell);
        let all = |cells: BitBoard<W>, of: &[BitBoard<W>]| {
            cells.into_iter().fold(BitBoard::EMPTY, |set, cell| set | of[cell.index()])
        };
        let passed = |cell: Cell| self.ahead[cell.index()] | all(crossed(cell), enemies);
        let support = |cell: Cell| all(crossed(cell), guards).without(BitBoard::of(cell));
        let spans = board.cells().map(|cell| {
            let (next, attacks) = (self.next[cell.index()], self.attacks[cell.index()]);
            [passed(cell), next, next.without(attacks), support(cell), self.ahead[cell.index()]]
        });
        PawnTable {
            attacks: CellSets::new(self.attacks.iter().map(|&cells| [cells])),
            spans: CellSets::new(spans),
            is_file: self.next.iter().all(|next| next.count() <= 1),
        }
    }
}

/// For each cell, those that lead to it.
fn turned_round<const W: usize>(
    board: &Board,
    advances: &[Option<Advance<W>>],
    reached: impl Fn(&Advance<W>, Cell) -> BitBoard<W>,
) -> Vec<BitBoard<W>> {
    let mut sources = vec![BitBoard::EMPTY; board.len()];
    for way in advances.iter().flatten() {
        for from in board.cells() {
            for to in reached(way, from) {
                sources[to.index()].insert(from);
            }
        }
    }
    sources
}
