//! A royal changes places with a neighbour (Q13).

use super::{MoveRule, Rule};
use crate::Move;
use crate::spec::{PieceType, Spec, type_bits};
use crate::state::State;
use crate::state::check_mask::CheckMasks;
use crate::state::part::Part;
use crate::state::sink::{Flow, Sink, Visit};
use crate::state::stage::{Stage, relocate};
use crate::state::targets::Occupancy;
use crate::tables::Tables;
use crate::validate::Check;
use spielraum_geometry::{BitBoard, Cell, Offset};

/// A royal changes places with a neighbouring piece of its own. No royal of its side is attacked before or after (Q13).
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The types it may change places with.
    pub partners: Vec<PieceType>,
    /// Where the partner may stand, seen from the royal.
    pub offsets: Vec<Offset>,
    /// Whether the partner may not be attacked before either.
    pub partner_safe: bool,
}

pub(crate) struct SwapRule;

impl Rule for SwapRule {
    fn validate(check: &mut Check<'_>) {
        let Some(swap) = &check.spec.swap else { return };
        check.needs_royal("swapping", true);
        check.types("swapping", &swap.partners);
        check.no_royal(&swap.partners, "a royal can't change places with a royal");
        check.offsets("the distance of a swap", &swap.offsets);
    }
}

impl MoveRule for SwapRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        _: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::QUIETS && !masks.check { state.swaps(t, sink) } else { Flow::Continue(()) }
    }
}

/// The table of the rule.
pub(crate) struct SwapTable<const W: usize> {
    /// The types with which a royal may change places, as bits.
    partners: u64,
    /// For each cell, where the partner may stand.
    neighbours: Vec<BitBoard<W>>,
    partner_safe: bool,
}

/// Compiles the rule, if the game has it.
pub(crate) fn compile<const W: usize>(spec: &Spec) -> Option<SwapTable<W>> {
    let swap = spec.swap.as_ref()?;
    let board = &spec.board;
    let mut neighbours = vec![BitBoard::EMPTY; board.len()];
    for cell in board.cells() {
        for neighbour in swap.offsets.iter().filter_map(|&offset| board.step(cell, offset)) {
            neighbours[cell.index()].insert(neighbour);
        }
    }
    Some(SwapTable { partners: type_bits(&swap.partners), neighbours, partner_safe: swap.partner_safe })
}

/// What a swap changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    let (from, to) = (m.origin(), m.to());
    let (royal, partner) = (stage.state().at(from).kind(), stage.state().at(to).kind());
    relocate(stage, (royal, from, to), (partner, to, from));
}

impl<const W: usize> State<W> {
    /// The legal swaps of a side that is not in check.
    pub(crate) fn swaps<S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        let Some(table) = &t.swap else { return Flow::Continue(()) };
        for royal in self.royals(t, self.side) {
            self.swaps_of(t, table, royal, sink)?;
        }
        Flow::Continue(())
    }

    /// The legal swaps of a royal.
    fn swaps_of<S: Sink<W>>(&self, t: &Tables<W>, table: &SwapTable<W>, royal: Cell, sink: &mut S) -> Flow {
        let us = self.side;
        let kind = self.at(royal).kind();
        for cell in table.neighbours[royal.index()] & self.by_color[us as usize] {
            let partner = self.at(cell).kind();
            let may_enter = |kind: PieceType, cell| t.spec.pieces[kind.index()].may_enter[us].contains(cell);
            let is_partner = table.partners >> partner.0 & 1 != 0 && may_enter(partner, royal);
            if !is_partner || !may_enter(kind, cell) || table.partner_safe && self.is_attacked(t, cell, !us) {
                continue;
            }
            let m = Move::swap(royal, cell);
            if self.keeps_royals_safe(t, m) {
                sink.one(m)?;
            }
        }
        Flow::Continue(())
    }

    /// Whether a swap is legal here.
    pub(crate) fn accepts_swap(&self, t: &Tables<W>, m: Move) -> bool {
        !self.in_check(t, self.side) && self.swaps(t, &mut Visit::finding(m)).is_break()
    }
}
