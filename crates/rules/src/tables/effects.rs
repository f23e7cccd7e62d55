//! Tables of the moves that do more than carry a piece.

use super::{Budget, CapturedTable, CompileError, Mover, NO_HAND, bits};
use crate::bitboard::BitBoard;
use crate::spec::{CapturedPieces, DoubleStepPath, PieceType, PromotionForce, PromotionTrigger, Spec};
use crate::{ByColor, Color};
use spielraum_geometry::{Cell, Offset};

/// How a type of one side promotes.
pub(crate) struct PromotionTable<const W: usize> {
    /// The cells that count.
    zone: BitBoard<W>,
    /// The cells from which some move can promote.
    pub(crate) origins: BitBoard<W>,
    trigger: PromotionTrigger,
    pub(crate) into: Vec<PieceType>,
    pub(crate) force: PromotionForce,
    pub(crate) from_prison: bool,
}

impl<const W: usize> PromotionTable<W> {
    /// The targets to which a move from `from` promotes or may promote.
    #[inline(always)]
    pub(crate) fn targets(&self, from: Cell) -> BitBoard<W> {
        let inside = self.zone.contains(from);
        match self.trigger {
            PromotionTrigger::Enters if inside => BitBoard::EMPTY,
            PromotionTrigger::Touches if inside => !BitBoard::EMPTY,
            _ => self.zone,
        }
    }
}

/// Promotion of another piece than the mover (Q16).
pub(crate) struct RemotePromotionTable<const W: usize> {
    /// For each type that moves: the types that may be changed, as bits.
    pub(crate) changed_by: Vec<u64>,
    pub(crate) zone: ByColor<BitBoard<W>>,
    pub(crate) into: Vec<PieceType>,
    pub(crate) guarded: ByColor<BitBoard<W>>,
    /// The guarding types, as bits.
    pub(crate) guards: u64,
}

/// The double steps of one type.
pub(crate) struct DoubleStepTable<const W: usize> {
    pub(crate) piece: PieceType,
    /// Whether a move names the cell passed.
    pub(crate) bent: bool,
    pub(crate) en_passant: bool,
    /// Whether some of them may promote.
    pub(crate) may_promote: bool,
    /// The cells from which each side has one.
    pub(crate) from: ByColor<BitBoard<W>>,
    /// For each side and cell: the cells passed and reached.
    pub(crate) paths: ByColor<super::Csr<(Cell, Cell)>>,
}

/// One castling move.
pub(crate) struct CastlingTable<const W: usize> {
    pub(crate) color: Color,
    pub(crate) right: char,
    pub(crate) royal: (Cell, Cell),
    pub(crate) partner: (Cell, Cell),
    pub(crate) partner_type: PieceType,
    /// Whether it is written with the partner's cell, as in Chess960, since the royal could go to its end cell in
    /// another way.
    pub(crate) onto_partner: bool,
    pub(crate) empty: BitBoard<W>,
    /// The cells from the royal's start to its end, which is left out: whether the royal is attacked there is seen
    /// after the move.
    pub(crate) safe: Vec<Cell>,
}

impl<const W: usize> CastlingTable<W> {
    /// The cell that its text names after the royal's start.
    pub(crate) fn written_to(&self) -> Cell {
        if self.onto_partner { self.partner.0 } else { self.royal.1 }
    }
}

/// Swaps of the royal (Q13).
pub(crate) struct SwapTable<const W: usize> {
    /// The types it may change places with, as bits.
    pub(crate) partners: u64,
    /// For each cell, where the partner may stand.
    pub(crate) neighbours: Vec<BitBoard<W>>,
    pub(crate) partner_safe: bool,
}

/// How a type of one side is dropped.
pub(crate) struct DropTable<const W: usize> {
    pub(crate) piece: PieceType,
    pub(crate) hand_index: usize,
    pub(crate) cells: BitBoard<W>,
    /// How many a file line may hold, and for each cell all cells of its file line.
    pub(crate) file_line_limit: Option<(u8, Vec<BitBoard<W>>)>,
    pub(crate) no_mate: bool,
}

/// Makes the tables of this module.
pub(super) struct Builder<'a, const W: usize> {
    pub(super) spec: &'a Spec,
    pub(super) movers: &'a ByColor<Vec<Mover<W>>>,
    pub(super) lines: &'a super::LineTable,
}

impl<const W: usize> Builder<'_, W> {
    pub(super) fn promotions(&self, color: Color) -> Vec<Option<PromotionTable<W>>> {
        let of = |kind: usize| {
            let promotion = self.spec.promotions.iter().find(|promotion| promotion.piece.index() == kind)?;
            let mut table = PromotionTable {
                zone: bits(&promotion.zone[color]),
                origins: BitBoard::EMPTY,
                trigger: promotion.trigger,
                into: promotion.into.clone(),
                force: promotion.force,
                from_prison: promotion.from_prison,
            };
            let mover = &self.movers[color][kind];
            for cell in self.spec.board.cells() {
                if mover.reach(self.lines, cell).meets(&table.targets(cell)) {
                    table.origins.insert(cell);
                }
            }
            Some(table)
        };
        (0..self.spec.pieces.len()).map(of).collect()
    }

    pub(super) fn remote_promotion(&self) -> Option<RemotePromotionTable<W>> {
        let remote = self.spec.remote_promotion.as_ref()?;
        let mut changed_by = vec![0; self.spec.pieces.len()];
        for change in &remote.changes {
            for mover in &change.movers {
                changed_by[mover.index()] |= type_bits(&change.changed);
            }
        }
        Some(RemotePromotionTable {
            changed_by,
            zone: remote.zone.map(|zone| bits(&zone)),
            into: remote.into.clone(),
            guarded: remote.guarded.map(|region| bits(&region)),
            guards: type_bits(&remote.guards),
        })
    }

    pub(super) fn double_steps(&self, budget: &mut Budget) -> Result<Vec<DoubleStepTable<W>>, CompileError> {
        let mut tables = Vec::new();
        for step in &self.spec.double_steps {
            let mut paths = ByColor::both(Vec::new());
            for color in Color::BOTH {
                for cell in self.spec.board.cells() {
                    let found = match step.from[color].contains(cell) {
                        true => self.double_steps_from(color, step.piece, &step.path, cell),
                        false => Vec::new(),
                    };
                    budget.spend(size_of_val(&found[..]))?;
                    paths[color].push(found);
                }
            }
            let paths = paths.map(super::Csr::new);
            tables.push(DoubleStepTable {
                piece: step.piece,
                bent: step.path == DoubleStepPath::Bent,
                en_passant: step.en_passant,
                may_promote: self.spec.promotions.iter().any(|promotion| promotion.piece == step.piece),
                from: ByColor::new(|color| bits(&step.from[color])),
                paths,
            });
        }
        Ok(tables)
    }

    /// The cells passed and reached by double steps from `cell`. A straight one that would repeat an
    /// ordinary move is left out: its text would be the same.
    fn double_steps_from(&self, color: Color, kind: PieceType, path: &DoubleStepPath, cell: Cell) -> Vec<(Cell, Cell)> {
        let mover = &self.movers[color][kind.index()];
        let may_enter = &self.spec.pieces[kind.index()].may_enter[color];
        match path {
            DoubleStepPath::Straight(offsets) => {
                let twice = |&offset: &Offset| {
                    let via = self.spec.board.step(cell, offset)?;
                    Some((via, self.spec.board.step(via, offset)?))
                };
                let ordinary = mover.quiet_leaps(cell);
                let open = |cell: &Cell| may_enter.contains(*cell);
                let new = |(via, to): &(Cell, Cell)| open(via) && open(to) && !ordinary.contains(*to);
                offsets[color].iter().filter_map(twice).filter(new).collect()
            }
            DoubleStepPath::Bent => {
                let second = |via| mover.quiet_leaps(via).into_iter().map(move |to| (via, to));
                mover.quiet_leaps(cell).into_iter().flat_map(second).filter(|&(_, to)| to != cell).collect()
            }
        }
    }

    /// The castling moves; no two of one side are written alike.
    pub(super) fn castlings(&self) -> Result<Vec<CastlingTable<W>>, CompileError> {
        let castlings: Vec<CastlingTable<W>> = self
            .spec
            .castlings
            .iter()
            .map(|castling| {
                let (royal, partner) = (castling.royal, castling.partner);
                let mut path = self.straight(royal.0, royal.1);
                let mut empty = BitBoard::EMPTY;
                let ways = [path.clone(), self.straight(partner.0, partner.1), self.straight(royal.0, partner.0)];
                for cell in ways.into_iter().flatten().filter(|&cell| cell != royal.0 && cell != partner.0) {
                    empty.insert(cell);
                }
                path.pop();
                CastlingTable {
                    color: castling.color,
                    right: castling.right,
                    royal,
                    partner,
                    partner_type: castling.partner_type,
                    onto_partner: self.royal_reaches(castling.color, royal),
                    empty,
                    safe: path,
                }
            })
            .collect();
        for (index, castling) in castlings.iter().enumerate() {
            let cells = (castling.color, castling.royal.0, castling.written_to());
            if castlings[..index].iter().any(|other| cells == (other.color, other.royal.0, other.written_to())) {
                let name = |cell| self.spec.board.name(cell);
                let whose = format!("{}{}", name(castling.royal.0), name(castling.written_to()));
                return Err(CompileError::Twice { what: "the text of a castling move", whose });
            }
        }
        Ok(castlings)
    }

    /// Whether the royal could go from one cell to another by a move of its own in some position.
    fn royal_reaches(&self, color: Color, (from, to): (Cell, Cell)) -> bool {
        let Some(royal) = self.spec.royal() else { return false };
        let double_steps = self.spec.double_steps.iter().filter(|step| step.piece == royal);
        self.movers[color][royal.index()].reach(self.lines, from).contains(to)
            || double_steps
                .filter(|step| step.from[color].contains(from))
                .flat_map(|step| self.double_steps_from(color, royal, &step.path, from))
                .any(|(_, end)| end == to)
    }

    /// The cells on the straight way from one cell to another, both included; just the two where there
    /// is no such way.
    fn straight(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let board = &self.spec.board;
        let (a, b) = (board.coord(from), board.coord(to));
        let step = Offset::new((b.level - a.level).signum(), (b.file - a.file).signum(), (b.rank - a.rank).signum());
        let mut way = vec![from];
        while let Some(next) = way.last().and_then(|&last| board.step(last, step)).filter(|_| !step.is_zero()) {
            way.push(next);
            if next == to {
                return way;
            }
        }
        if from == to { vec![from] } else { vec![from, to] }
    }

    pub(super) fn rights_kept(&self) -> Vec<u32> {
        let mut kept = vec![!0; self.spec.board.len()];
        for (index, castling) in self.spec.castlings.iter().enumerate() {
            for cell in [castling.royal.0, castling.partner.0] {
                kept[cell.index()] &= !(1 << index);
            }
        }
        kept
    }

    pub(super) fn swap(&self) -> Option<SwapTable<W>> {
        let swap = self.spec.swap.as_ref()?;
        let board = &self.spec.board;
        let mut neighbours = vec![BitBoard::EMPTY; board.len()];
        for cell in board.cells() {
            for neighbour in swap.offsets.iter().filter_map(|&offset| board.step(cell, offset)) {
                neighbours[cell.index()].insert(neighbour);
            }
        }
        Some(SwapTable { partners: type_bits(&swap.partners), neighbours, partner_safe: swap.partner_safe })
    }

    pub(super) fn drops(&self, color: Color, hand_index: &[u8]) -> Vec<DropTable<W>> {
        let drops = self.spec.hands.as_ref().map_or(&[][..], |hands| &hands.drops);
        drops
            .iter()
            .map(|drop| {
                let cells = bits(&drop.cells[color]);
                let stuck = self.movers[color][drop.piece.index()].stuck;
                DropTable {
                    piece: drop.piece,
                    hand_index: usize::from(hand_index[drop.piece.index()]),
                    cells: if drop.needs_move { cells.without(stuck) } else { cells },
                    file_line_limit: drop.max_on_file_line.map(|limit| (limit, self.file_lines())),
                    no_mate: drop.no_mate,
                }
            })
            .collect()
    }

    fn file_lines(&self) -> Vec<BitBoard<W>> {
        let board = &self.spec.board;
        let file_line = |cell| (board.coord(cell).level, board.coord(cell).file);
        let mut lines = vec![BitBoard::EMPTY; board.len()];
        for cell in board.cells() {
            for other in board.cells().filter(|&other| file_line(other) == file_line(cell)) {
                lines[cell.index()].insert(other);
            }
        }
        lines
    }

    pub(super) fn captured(&self, hand_index: &[u8]) -> Option<CapturedTable> {
        let (to_owner, table) = match &self.spec.hands.as_ref()?.captured {
            CapturedPieces::ToCaptor(table) => (false, table),
            CapturedPieces::ToPrison(table) => (true, table),
        };
        let becomes = |color| {
            let index = |kind: &Option<PieceType>| kind.map_or(NO_HAND, |kind: PieceType| hand_index[kind.index()]);
            table[color].iter().map(index).collect()
        };
        Some(CapturedTable { to_owner, becomes: ByColor::new(becomes) })
    }
}

/// A set of types as bits.
fn type_bits(types: &[PieceType]) -> u64 {
    types.iter().fold(0, |bits, kind| bits | 1 << kind.0)
}
