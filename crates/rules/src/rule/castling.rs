//! Castling (N6, S3).

use crate::Move;
use crate::state::State;
use crate::state::overlay::Without;
use crate::state::sink::{Flow, Sink};
use crate::state::targets::Occupancy;
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// The legal castling moves of a side that is not in check.
    pub(crate) fn castlings<S: Sink<W>>(&self, t: &Tables<W>, cells: &Occupancy<W>, sink: &mut S) -> Flow {
        if self.rights == 0 {
            return Flow::Continue(());
        }
        let us = self.side;
        for (index, castling) in t.castlings.iter().enumerate() {
            if castling.color != us || self.rights >> index & 1 == 0 || castling.empty.meets(&cells.occupied) {
                continue;
            }
            let royal = castling.royal.0;
            if castling.safe.iter().any(|&cell| self.attacked(t, cell, !us, &Without(royal))) {
                continue;
            }
            let m = Move::castling(royal, castling.royal.1, index);
            if self.keeps_royal_safe(t, m) {
                sink.one(m)?;
            }
        }
        Flow::Continue(())
    }
}
