//! A royal changes places with a neighbour (Q13).

use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::part::Part;
use crate::board::sink::{Flow, Sink, Visit};
use crate::board::stage::{Stage, relocate};
use crate::board::targets::Occupancy;
use crate::spec::{PieceType, Spec, TypeSet};
use crate::tables::{Budget, CompileError, Core};
use crate::{Change, Move};
use spielraum_geometry::{BitBoard, Cell};

pub(crate) struct SwapRule;

impl Rule for SwapRule {
    type Table<const W: usize> = Option<SwapTable<W>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(compile(&core.spec))
    }
}

impl MoveRule for SwapRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        masks: &CheckMasks<W>,
        _: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::QUIETS && !masks.check { state.swaps(game.core(), table, sink) } else { Flow::Continue(()) }
    }
}

/// The table of the rule.
pub(crate) struct SwapTable<const W: usize> {
    /// The types with which a royal may change places.
    partners: TypeSet,
    /// For each cell, where the partner may stand.
    neighbours: Vec<BitBoard<W>>,
    partner_safe: bool,
}

/// Compiles the rule, if the game has it.
fn compile<const W: usize>(spec: &Spec) -> Option<SwapTable<W>> {
    let swap = spec.swap.as_ref()?;
    let board = &spec.board;
    let mut neighbours = vec![BitBoard::EMPTY; board.len()];
    for cell in board.cells() {
        for neighbour in swap.offsets.iter().filter_map(|&offset| board.step(cell, offset)) {
            neighbours[cell.index()].insert(neighbour);
        }
    }
    Some(SwapTable { partners: swap.partners.iter().collect(), neighbours, partner_safe: swap.partner_safe })
}

/// What a swap changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    let (from, to) = (m.origin(), m.to());
    for change in stage.state().swap_changes(from, to) {
        stage.change(change);
    }
}

impl<const W: usize> State<W> {
    /// What a swap of what stands on two cells changes.
    #[inline(always)]
    fn swap_changes(&self, from: Cell, to: Cell) -> [Change; 4] {
        let (royal, partner) = (self.at(from).kind(), self.at(to).kind());
        relocate(self.side, (royal, from, to), (partner, to, from))
    }

    /// The legal swaps of a side that is not in check.
    fn swaps<S: Sink<W>>(&self, core: &Core<W>, table: &Option<SwapTable<W>>, sink: &mut S) -> Flow {
        let Some(table) = table else { return Flow::Continue(()) };
        for royal in self.royals(core, self.side) {
            self.swaps_of(core, table, royal, sink)?;
        }
        Flow::Continue(())
    }

    /// The legal swaps of a royal.
    fn swaps_of<S: Sink<W>>(&self, core: &Core<W>, table: &SwapTable<W>, royal: Cell, sink: &mut S) -> Flow {
        let us = self.side;
        let kind = self.at(royal).kind();
        for cell in table.neighbours[royal.index()] & self.by_color[us as usize] {
            let partner = self.at(cell).kind();
            let may_enter = |kind: PieceType, cell| core.spec.pieces[kind.index()].may_enter[us].contains(cell);
            let is_partner = table.partners.has(partner) && may_enter(partner, royal);
            if !is_partner || !may_enter(kind, cell) || table.partner_safe && self.is_attacked(core, cell, !us) {
                continue;
            }
            if self.keeps_royals_safe(core, self.swap_changes(royal, cell)) {
                sink.one(Move::swap(royal, cell))?;
            }
        }
        Flow::Continue(())
    }

    /// Whether a swap is legal here.
    pub(crate) fn accepts_swap(&self, core: &Core<W>, table: &Option<SwapTable<W>>, m: Move) -> bool {
        !self.in_check(core, self.side) && self.swaps(core, table, &mut Visit::finding(m)).is_break()
    }
}
