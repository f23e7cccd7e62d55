//! The royals, and the moves of a royal that is the only one of its side.

use super::State;
use super::overlay::Without;
use super::part::Part;
use super::sink::{Flow, Sink};
use super::targets::Occupancy;
use crate::spec::PieceType;
use crate::tables::Tables;
use crate::{Color, Move};
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// Where the royals of a side stand.
    #[inline]
    pub(crate) fn royals(&self, t: &Tables<W>, color: Color) -> BitBoard<W> {
        if t.royals.has_sole(color) {
            return BitBoard::of(self.sole_royal[color as usize]);
        }
        t.royals.types().fold(BitBoard::EMPTY, |royals, kind| royals | self.of(color, kind))
    }

    /// Whether something holds for one of the royals of a side.
    #[inline(always)]
    pub(crate) fn any_royal(&self, t: &Tables<W>, color: Color, mut holds: impl FnMut(Cell) -> bool) -> bool {
        match t.royals.has_sole(color) {
            true => holds(self.sole_royal[color as usize]),
            false => self.royals(t, color).into_iter().any(holds),
        }
    }

    /// The legal moves of the only royal of the side to move, which is of this type; castling and swaps excepted.
    pub(crate) fn sole_royal_moves<P: Part, S: Sink<W>>(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let (us, them) = (self.side, !self.side);
        let from = self.sole_royal[us as usize];
        let mut targets = self.targets::<P>(t, kind, from, cells);
        for to in targets {
            if self.attacked(t, to, them, &Without(from)) || self.faces(t, to, them, &Without(from)) {
                targets.remove(to);
            }
        }
        sink.moves(from, targets)?;
        if self.promotes_remotely(t, kind, sink) {
            for to in targets {
                self.remote_promotions(t, kind, Move::normal(from, to, None), &mut |m| sink.one(m))?;
            }
        }
        Flow::Continue(())
    }

    /// How many cells the royal on `from`, whosever turn it is, could step to without being attacked there; 0 if nothing is
    /// there.
    pub(crate) fn royal_freedom(&self, t: &Tables<W>, from: Cell) -> u32 {
        let royal = self.at(from);
        if royal.is_none() {
            return 0;
        }
        let color = royal.color();
        let mover = &t.movers[color][royal.kind().index()];
        let steps = mover.quiet_leaps(from).without(self.by_color[color as usize]);
        let safe =
            |&to: &Cell| !self.attacked(t, to, !color, &Without(from)) && !self.faces(t, to, !color, &Without(from));
        steps.into_iter().filter(safe).count() as u32
    }
}
