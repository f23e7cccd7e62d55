//! Castling (N6, S3).

use super::double_step;
use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::overlay::Without;
use crate::board::part::Part;
use crate::board::piece::Piece;
use crate::board::sink::{Flow, Sink, Visit};
use crate::board::stage::{Stage, relocate};
use crate::board::targets::Occupancy;
use crate::setup::SetupReason;
use crate::spec::{Castling, PieceType, Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Change, Color, Move};
use spielraum_geometry::{BitBoard, Board, Cell, Offset};

pub(crate) struct CastlingRule;

impl Rule for CastlingRule {
    type Table<const W: usize> = Castlings<W>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(Castlings { moves: compile(core)?, rights_kept: rights_kept(&core.spec) })
    }

    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        setup: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        for &right in &setup.castling {
            let Some(index) = table.moves.iter().position(|castling| castling.right == right) else {
                reasons.push(SetupReason::NoSuchCastling(right));
                continue;
            };
            let castling = &table.moves[index];
            let stands = |kind: PieceType, cell: Cell| state.at(cell) == Piece::new(castling.color, kind);
            if stands(castling.royal_type, castling.royal.0) && stands(castling.partner_type, castling.partner.0) {
                state.rights |= 1 << index;
            } else {
                reasons.push(SetupReason::Castling(right));
            }
        }
        state.hash ^= game.core().zobrist.rights(state.rights);
    }
}

impl MoveRule for CastlingRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::QUIETS && !masks.check { state.castlings(game.core(), table, cells, sink) } else { Flow::Continue(()) }
    }
}

/// The castling moves of a game.
pub(crate) struct Castlings<const W: usize> {
    pub(crate) moves: Vec<CastlingTable<W>>,
    /// For each cell: the rights that survive when something moves from or to it, as bits.
    pub(crate) rights_kept: Vec<u32>,
}

/// One castling move.
pub(crate) struct CastlingTable<const W: usize> {
    pub(crate) color: Color,
    pub(crate) right: char,
    pub(crate) royal_type: PieceType,
    pub(crate) royal: (Cell, Cell),
    pub(crate) partner: (Cell, Cell),
    pub(crate) partner_type: PieceType,
    /// Whether it is written with the partner's cell, as in Chess960, since the royal stays where it is or could go to its
    /// end cell in another way.
    pub(crate) onto_partner: bool,
    pub(crate) empty: BitBoard<W>,
    /// The cells from the royal's start to its end, which is left out if it is another one: whether the royal is attacked there
    /// is seen after the move. None for a piece that is not royal.
    pub(crate) safe: Vec<Cell>,
}

impl<const W: usize> CastlingTable<W> {
    /// What it changes.
    #[inline(always)]
    fn changes(&self) -> [Change; 4] {
        relocate(
            self.color,
            (self.royal_type, self.royal.0, self.royal.1),
            (self.partner_type, self.partner.0, self.partner.1),
        )
    }

    /// The cell that its text names after the royal's start.
    pub(crate) fn written_to(&self) -> Cell {
        if self.onto_partner { self.partner.0 } else { self.royal.1 }
    }
}

/// The castling moves; no two of one side are written alike.
fn compile<const W: usize>(core: &Core<W>) -> Result<Vec<CastlingTable<W>>, CompileError> {
    let castlings: Vec<CastlingTable<W>> = core
        .spec
        .castlings
        .iter()
        .map(|castling| {
            let (royal, partner) = (castling.royal, castling.partner);
            let mut path = straight(&core.spec.board, royal.0, royal.1);
            let mut empty = BitBoard::EMPTY;
            let ways = [
                path.clone(),
                straight(&core.spec.board, partner.0, partner.1),
                straight(&core.spec.board, royal.0, partner.0),
            ];
            for cell in ways.into_iter().flatten().filter(|&cell| cell != royal.0 && cell != partner.0) {
                empty.insert(cell);
            }
            // A royal that stays where it is starts there all the same.
            if royal.0 != royal.1 {
                path.pop();
            }
            if !core.spec.pieces[castling.royal_type.index()].royal {
                path.clear();
            }
            CastlingTable {
                color: castling.color,
                right: castling.right,
                royal_type: castling.royal_type,
                royal,
                partner,
                partner_type: castling.partner_type,
                onto_partner: castling.by_partner || royal.0 == royal.1 || royal_reaches(core, castling),
                empty,
                safe: path,
            }
        })
        .collect();
    for (index, castling) in castlings.iter().enumerate() {
        let cells = (castling.color, castling.royal.0, castling.written_to());
        if castlings[..index].iter().any(|other| cells == (other.color, other.royal.0, other.written_to())) {
            let name = |cell| core.spec.board.name(cell);
            let whose = format!("{}{}", name(castling.royal.0), name(castling.written_to()));
            return Err(CompileError::CastlingText(whose));
        }
    }
    Ok(castlings)
}

/// Whether the royal could go to its end cell by a move of its own in some position.
fn royal_reaches<const W: usize>(core: &Core<W>, castling: &Castling) -> bool {
    let Castling { color, royal_type: royal, royal: (from, to), .. } = *castling;
    let double_steps = core.spec.double_steps.iter().filter(|step| step.piece == royal);
    core.movers[color][royal.index()].reach(&core.lines, from).contains(to)
        || core.firsts.reach(&core.lines, color, royal, from).contains(to)
        || double_steps
            .filter(|step| step.from[color].contains(from))
            .flat_map(|step| double_step::paths_from(core, color, step, from))
            .any(|(_, end)| end == to)
}

/// The cells on the straight way from one cell to another, both included; just the two where there
/// is no such way.
fn straight(board: &Board, from: Cell, to: Cell) -> Vec<Cell> {
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

/// For each cell: the rights that survive when something moves from or to it, as bits.
fn rights_kept(spec: &Spec) -> Vec<u32> {
    let mut kept = vec![!0; spec.board.len()];
    for (index, castling) in spec.castlings.iter().enumerate() {
        for cell in [castling.royal.0, castling.partner.0] {
            kept[cell.index()] &= !(1 << index);
        }
    }
    kept
}

/// What a castling move changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, table: &Castlings<W>, m: Move) {
    for change in table.moves[m.castling_index()].changes() {
        stage.change(change);
    }
}

impl<const W: usize> State<W> {
    /// The legal castling moves of a side that is not in check.
    fn castlings<S: Sink<W>>(&self, core: &Core<W>, table: &Castlings<W>, cells: &Occupancy<W>, sink: &mut S) -> Flow {
        if self.rights == 0 {
            return Flow::Continue(());
        }
        let us = self.side;
        for (index, castling) in table.moves.iter().enumerate() {
            if castling.color != us || self.rights >> index & 1 == 0 || castling.empty.meets(&cells.occupied) {
                continue;
            }
            let royal = castling.royal.0;
            let in_danger = |&cell: &Cell| match core.safety.judges_checks() {
                false => self.attacked(core, cell, !us, &Without(royal)),
                true if core.constraints.limit_checks => self.on_copy(|copy| {
                    copy.lift(core, us.into(), castling.royal_type, royal);
                    copy.set_down(core, us.into(), castling.royal_type, cell);
                    copy.endangers(core, cell, !us)
                }),
                true => self.threatened(core, cell, !us, BitBoard::of(royal)),
            };
            if castling.safe.iter().any(in_danger) {
                continue;
            }
            if self.keeps_royals_safe(core, castling.changes()) {
                sink.one(Move::castling(royal, castling.royal.1, index))?;
            }
        }
        Flow::Continue(())
    }

    /// The rights of the castling moves whose pieces stand where they start, as bits.
    pub(crate) fn castlings_at_home(&self, table: &Castlings<W>) -> u32 {
        let stand = |castling: &CastlingTable<W>| {
            let stands = |kind: PieceType, cell: Cell| self.at(cell) == Piece::new(castling.color, kind);
            stands(castling.royal_type, castling.royal.0) && stands(castling.partner_type, castling.partner.0)
        };
        let castlings = table.moves.iter().enumerate().filter(|(_, castling)| stand(castling));
        castlings.fold(0, |rights, (index, _)| rights | 1 << index)
    }

    /// Whether a castling move is legal here.
    pub(crate) fn accepts_castling(&self, core: &Core<W>, table: &Castlings<W>, m: Move) -> bool {
        let cells = self.occupancy(core);
        !self.in_check(core, self.side) && self.castlings(core, table, &cells, &mut Visit::finding(m)).is_break()
    }

    /// Sets the castling rights.
    #[inline(always)]
    pub(crate) fn change_rights(&mut self, core: &Core<W>, rights: u32) {
        if rights != self.rights {
            self.hash ^= core.zobrist.rights(self.rights) ^ core.zobrist.rights(rights);
            self.rights = rights;
        }
    }
}
