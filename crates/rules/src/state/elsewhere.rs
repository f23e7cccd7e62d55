//! Moves that change another piece than the mover (Q16).

use super::State;
use super::sink::{Flow, Sink};
use crate::Move;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::Tables;
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Whether moves of a type may change another piece now: the prison must hold what it would become.
    #[inline(always)]
    pub(crate) fn changes_elsewhere(&self, t: &Tables<W>, kind: PieceType) -> bool {
        t.elsewhere.as_ref().is_some_and(|table| {
            table.changed_by[kind.index()] != 0 && table.into.iter().any(|&into| self.in_hand(t, self.side, into) > 0)
        })
    }

    /// The legal moves of a `kind` from `from` to those of the `targets` that lie in the zone, with each
    /// change that they allow. The moves themselves must be legal.
    pub(crate) fn elsewhere_moves<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        from: Cell,
        targets: BitBoard<W>,
        sink: &mut S,
    ) -> Flow {
        let Some(table) = &t.elsewhere else { return Flow::Continue(()) };
        let us = self.side;
        let changed = table.changed_by[kind.index()];
        if changed == 0 || table.zone[us].contains(from) {
            return Flow::Continue(());
        }
        let own_of = |types: u64| {
            (0..t.types() as u8)
                .filter(|kind| types >> kind & 1 != 0)
                .fold(BitBoard::EMPTY, |all, kind| all | self.of(us, PieceType(kind)))
        };
        let mut candidates = own_of(changed);
        candidates.remove(from);
        let guards = own_of(table.guards) & table.guarded[us];
        for to in targets & table.zone[us] {
            for cell in candidates {
                for &into in table.into.iter().filter(|&&into| self.in_hand(t, us, into) > 0) {
                    let mut left = guards;
                    left.remove(from);
                    left.remove(cell);
                    let new_guard = |cell: Cell, kind: PieceType| {
                        table.guards >> kind.0 & 1 != 0 && table.guarded[us].contains(cell)
                    };
                    if !left.is_empty() || new_guard(to, kind) || new_guard(cell, into) {
                        sink.one(Move::normal(from, to, None).with_elsewhere(cell, into))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}
