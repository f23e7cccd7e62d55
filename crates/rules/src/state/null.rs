//! The move that does nothing: what a search tries to see whether a side could afford it.

use super::State;
use crate::Move;
use crate::tables::Tables;
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Passes the turn, which no game allows; [`unmake`](Self::unmake) takes it back. Duties do not run.
    pub(crate) fn make_null(&mut self, t: &Tables<W>) {
        let undo = self.undo_for(Move::normal(Cell(0), Cell(0), None));
        self.forget_en_passant();
        self.side = !self.side;
        self.hash ^= t.zobrist.black_to_move();
        self.halfmove = self.halfmove.saturating_add(1);
        self.history.push(undo);
    }
}
