//! Moves of the royal.

use super::State;
use super::overlay::Without;
use super::part::Part;
use super::sink::{Flow, Sink};
use super::targets::Occupancy;
use crate::tables::Tables;
use crate::{Color, Move};
use spielraum_geometry::Cell;

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

    /// How many cells the royal of `color`, whosever turn it is, could step to without being attacked there.
    pub(crate) fn royal_freedom(&self, t: &Tables<W>, color: Color) -> u32 {
        let Some(kind) = t.royal else { return 0 };
        let (from, other) = (self.royal[color as usize], self.royal[!color as usize]);
        let mover = &t.movers[color][kind.index()];
        let steps = mover.quiet_leaps(from).without(self.by_color[color as usize]);
        let safe =
            |&to: &Cell| !self.attacked(t, to, !color, &Without(from)) && !self.faces(t, to, other, &Without(from));
        steps.into_iter().filter(safe).count() as u32
    }
}
