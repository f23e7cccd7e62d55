//! The royal changes places with a neighbour (Q13).

use crate::Move;
use crate::spec::PieceType;
use crate::state::State;
use crate::state::sink::{Flow, Sink};
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// The legal swaps of a side that is not in check.
    pub(crate) fn swaps<S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        let Some(table) = &t.swap else { return Flow::Continue(()) };
        let us = self.side;
        let royal = self.royal[us as usize];
        for cell in table.neighbours[royal.index()] & self.by_color[us as usize] {
            let partner = self.at(cell).kind();
            let may_enter = |kind: PieceType, cell| t.spec.pieces[kind.index()].may_enter[us].contains(cell);
            let is_partner = table.partners >> partner.0 & 1 != 0 && may_enter(partner, royal);
            let leaves = t.royal.is_some_and(|kind| may_enter(kind, cell));
            if !is_partner || !leaves || table.partner_safe && self.is_attacked(t, cell, !us) {
                continue;
            }
            let m = Move::swap(royal, cell);
            if self.keeps_royal_safe(t, m) {
                sink.one(m)?;
            }
        }
        Flow::Continue(())
    }
}
