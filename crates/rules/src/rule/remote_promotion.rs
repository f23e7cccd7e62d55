//! Moves that change another piece than the mover (Q16).

use crate::Move;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::state::State;
use crate::state::sink::{Flow, Sink};
use crate::tables::Tables;
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Whether moves of a type may change another piece now: the prison must hold what it would become.
    #[inline(always)]
    pub(crate) fn promotes_remotely(&self, t: &Tables<W>, kind: PieceType) -> bool {
        t.remote_promotion.as_ref().is_some_and(|table| {
            table.changed_by[kind.index()] != 0 && table.into.iter().any(|&into| self.in_hand(t, self.side, into) > 0)
        })
    }

    /// A move of a `kind` with each change of another piece that it allows. The move itself must be legal.
    pub(crate) fn remote_promotions<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let Some(table) = &t.remote_promotion else { return Flow::Continue(()) };
        let (us, from, to) = (self.side, m.origin(), m.to());
        let changed = table.changed_by[kind.index()];
        if changed == 0 || table.zone[us].contains(from) || !table.zone[us].contains(to) {
            return Flow::Continue(());
        }
        let own_of = |types: u64| {
            (0..t.types() as u8)
                .filter(|kind| types >> kind & 1 != 0)
                .fold(BitBoard::EMPTY, |all, kind| all | self.of(us, PieceType(kind)))
        };
        let mut candidates = own_of(changed);
        candidates.remove(from);
        let mut guards = own_of(table.guards) & table.guarded[us];
        guards.remove(from);
        let guard = |cell: Cell, kind: PieceType| table.guards >> kind.0 & 1 != 0 && table.guarded[us].contains(cell);
        let arrives_as_guard = guard(to, m.promotion().unwrap_or(kind));
        // What the mover itself becomes is no longer in the prison.
        let taken = |into: PieceType| {
            let from_prison = t.promotions[us][kind.index()].as_ref().is_some_and(|table| table.from_prison);
            u16::from(from_prison && m.promotion() == Some(into))
        };
        for cell in candidates {
            let mut left = guards;
            left.remove(cell);
            let guarded = arrives_as_guard || !left.is_empty();
            for &into in table.into.iter().filter(|&&into| self.in_hand(t, us, into) > taken(into)) {
                if guarded || guard(cell, into) {
                    sink.one(m.with_remote_promotion(cell, into))?;
                }
            }
        }
        Flow::Continue(())
    }
}
