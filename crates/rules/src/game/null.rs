//! The move that does nothing: what a search tries to see whether a side could afford it.

use super::tables::Tables;
use crate::board::State;
use crate::spec::Counter;

impl<const W: usize> State<W> {
    /// Passes the turn, whether the game allows it or not; [`unmake`](Self::unmake) takes it back. Obligations do not run.
    pub(crate) fn make_null(&mut self, t: &Tables<W>) {
        let undo = self.undo_for(None);
        self.forget_en_passant();
        self.set_part(t, 0);
        if self.moved.is_some() {
            self.set_moved(t, None);
        }
        // Who passes gives no check.
        if self.counter(Counter::Series, self.side) > 0 {
            self.set_counter(&t.core, Counter::Series, self.side, 0);
        }
        self.pass_turn(t);
        self.halfmove = self.halfmove.saturating_add(1);
        self.history.push(undo);
    }
}
