//! The part of the turn that comes next.

use super::State;
use crate::Color;
use crate::tables::Core;
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Whether a turn is under way: some part of it has been made, and another is to follow.
    #[inline(always)]
    pub(crate) fn is_within_turn(&self) -> bool {
        self.part != 0
    }

    /// Goes on to the next part of the turn; after the last one the turn passes to the other side.
    #[inline(always)]
    pub(crate) fn finish_part(&mut self, core: &Core<W>) {
        if !core.turn.is_last(self.part) {
            self.set_part(core, self.part + 1);
            return;
        }
        self.set_part(core, 0);
        self.finish_turn(core);
    }

    /// Ends a turn: the other side is to move.
    #[inline(always)]
    pub(crate) fn finish_turn(&mut self, core: &Core<W>) {
        self.fullmove = self.fullmove.saturating_add(u32::from(self.side == Color::Black));
        self.pass_turn(core);
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(crate) fn pass_turn(&mut self, core: &Core<W>) {
        self.side = !self.side;
        self.hash ^= core.zobrist.black_to_move();
    }

    /// Sets the part of the turn that comes next.
    #[inline(always)]
    pub(crate) fn set_part(&mut self, core: &Core<W>, part: u8) {
        if part != self.part {
            self.hash ^= core.zobrist.part(self.part) ^ core.zobrist.part(part);
            self.part = part;
        }
    }

    /// Notes where the piece stands that the side has moved last in its turn.
    #[cold]
    pub(crate) fn set_moved(&mut self, core: &Core<W>, moved: Option<Cell>) {
        for cell in [self.moved, moved].into_iter().flatten() {
            self.hash ^= core.zobrist.moved(cell);
        }
        self.moved = moved;
    }

    /// The side to move when the part that comes next has been made.
    pub(crate) fn side_after_part(&self, core: &Core<W>) -> Color {
        if core.turn.is_last(self.part) { !self.side } else { self.side }
    }
}
