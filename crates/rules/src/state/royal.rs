//! Moves of the royal.

use super::State;
use super::overlay::Without;
use super::part::Part;
use super::sink::{Flow, Sink};
use super::targets::Occupancy;
use crate::Move;
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// The legal moves of the royal of the side to move, castling and swaps excepted.
    pub(crate) fn royal_moves<P: Part, S: Sink<W>>(&self, t: &Tables<W>, cells: &Occupancy<W>, sink: &mut S) -> Flow {
        let Some(kind) = t.royal else { return Flow::Continue(()) };
        let (us, them) = (self.side, !self.side);
        let (from, other) = (self.royal[us as usize], self.royal[them as usize]);
        let mut targets = self.targets::<P>(t, kind, from, cells);
        for to in targets {
            if self.attacked(t, to, them, &Without(from)) || self.faces(t, to, other, &Without(from)) {
                targets.remove(to);
            }
        }
        sink.moves(from, targets)?;
        if self.promotes_remotely(t, kind) {
            for to in targets {
                self.remote_promotions(t, kind, Move::normal(from, to, None), sink)?;
            }
        }
        Flow::Continue(())
    }
}
