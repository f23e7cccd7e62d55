//! Parts of a turn that put a piece that belongs to nobody on an empty cell.

use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::part::Quiets;
use crate::board::piece::Piece;
use crate::board::sink::{Flow, Sink};
use crate::board::stage::Stage;
use crate::setup::SetupReason;
use crate::spec::{PieceType, Setup};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Change, Move, Owner};
use spielraum_geometry::{BitBoard, Cell};

pub(crate) struct PlacingRule;

impl Rule for PlacingRule {
    /// What each part of a turn places, if it does.
    type Table<const W: usize> = Vec<PlacingTable<W>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        let table = |(part, placing): (usize, &crate::spec::Placing)| PlacingTable {
            part: part as u8,
            piece: placing.piece,
            cells: placing.cells.as_ref().map(BitBoard::from_set),
            by_mover: placing.by_mover,
            new: placing.new,
        };
        Ok(core.spec.turn.placings().map(table).collect())
    }

    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        tables: &Self::Table<W>,
        _: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        for table in tables.iter().filter(|table| !table.new) {
            let found = state.placed(table.piece).count();
            if found > 1 {
                let symbol = game.core().spec.pieces[table.piece.index()].symbol;
                reasons.push(SetupReason::Single { symbol, found });
            }
        }
    }
}

/// Its moves are those of parts of their own, see [`State::placings`].
impl MoveRule for PlacingRule {}

/// What a part of a turn places.
pub(crate) struct PlacingTable<const W: usize> {
    part: u8,
    piece: PieceType,
    /// Where each side may put it.
    cells: ByColor<BitBoard<W>>,
    /// Whether it comes only to where the piece could go that has moved.
    by_mover: bool,
    /// Whether it comes from outside each time.
    new: bool,
}

/// What placing a piece changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    if let Some(kind) = m.placed() {
        if let Some(from) = m.from() {
            stage.change(Change::Leaves(Owner::Nobody, kind, from));
        }
        stage.change(Change::Comes(Owner::Nobody, kind, m.to()));
    }
}

impl<const W: usize> State<W> {
    /// The pieces of a type that belongs to nobody.
    fn placed(&self, kind: PieceType) -> BitBoard<W> {
        self.by_piece[Piece::of(Owner::Nobody, kind).index()]
    }

    /// The cell that a piece leaves that a part of the turn places; `None`: it comes from outside.
    fn leaves(&self, table: &PlacingTable<W>) -> Option<Cell> {
        if table.new { None } else { self.placed(table.piece).into_iter().next() }
    }

    /// The moves of the next part of the turn, which places a piece.
    pub(crate) fn placings<S: Sink<W>>(&self, core: &Core<W>, tables: &[PlacingTable<W>], sink: &mut S) -> Flow {
        let Some(table) = tables.iter().find(|table| table.part == self.part) else { return Flow::Continue(()) };
        let from = self.leaves(table);
        let targets = self.placing_cells(core, table);
        sink.each(targets, |to| Move::placing(table.piece, from, to))
    }

    /// The empty cells on which the next part of the turn may put a piece.
    fn placing_cells(&self, core: &Core<W>, table: &PlacingTable<W>) -> BitBoard<W> {
        let targets = table.cells[self.side] & core.all.without(self.occupied());
        if !table.by_mover {
            return targets;
        }
        let mover = self.moved.filter(|&cell| self.at(cell).is(self.side));
        mover.map_or(BitBoard::EMPTY, |cell| {
            targets & self.targets::<Quiets>(core, self.at(cell).kind(), cell, &self.occupancy(core))
        })
    }

    /// The move of the next part of the turn that puts a piece of a type on a cell, if it can.
    pub(crate) fn placing_on(
        &self,
        core: &Core<W>,
        tables: &[PlacingTable<W>],
        kind: PieceType,
        to: Cell,
    ) -> Option<Move> {
        let table = tables.iter().find(|table| table.part == self.part && table.piece == kind)?;
        self.placing_cells(core, table).contains(to).then(|| Move::placing(kind, self.leaves(table), to))
    }

    /// Whether a move places a piece as the next part of the turn does.
    pub(crate) fn accepts_placing(&self, core: &Core<W>, tables: &[PlacingTable<W>], m: Move) -> bool {
        m.placed().is_some_and(|kind| self.placing_on(core, tables, kind, m.to()) == Some(m))
    }
}
