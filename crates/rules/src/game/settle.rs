//! Moves with every choice of promotions that they have, and what rules ask of the game.

use super::tables::Tables;
use crate::board::part::All;
use crate::board::sink::{Any, Collect, Flow, Sink, Visit};
use crate::board::{EnPassant, State, Undo};
use crate::rule::Game;
use crate::rule::double_step;
use crate::spec::PieceType;
use crate::tables::Core;
use crate::{Change, Color, Move};
use spielraum_geometry::Cell;

impl<const W: usize> Game<W> for Tables<W> {
    #[inline(always)]
    fn core(&self) -> &Core<W> {
        &self.core
    }

    #[inline(always)]
    fn answering(&self, passed: PieceType) -> &[PieceType] {
        double_step::answering(&self.rules.double_step, passed)
    }

    #[inline(always)]
    fn second_passed(&self, color: Color, kind: PieceType, passed: EnPassant) -> Option<Cell> {
        double_step::of_type(&self.rules.double_step, kind)?.second(color, passed.via, passed.pawn)
    }

    fn settle<S: Sink<W>>(&self, state: &State<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        state.settle(self, kind, m, sink)
    }

    fn mates(&self, state: &State<W>, m: Move) -> bool {
        state.look_ahead(self, |after| {
            after.make(self, m);
            // What ends the game by another rule is no checkmate.
            after.in_check(self, after.side) && after.decided(self).is_none() && !after.has_legal(self)
        })
    }

    fn changes(&self, state: &State<W>, m: Move, tell: impl FnMut(Change)) {
        state.changes(self, m, tell);
    }

    fn survives(&self, state: &State<W>, m: Move) -> bool {
        state.on_copy(|copy| copy.survives(self, m))
    }

    fn has_unrestricted(&self, state: &State<W>) -> bool {
        state.has_unrestricted(self)
    }

    fn decides(&self, state: &State<W>, m: Move) -> bool {
        state.look_ahead(self, |after| {
            after.make(self, m);
            after.decided(self).is_some()
        })
    }

    fn has_move_but_pass(&self, state: &State<W>) -> bool {
        state.look_ahead(self, |copy| {
            copy.bars_pass = true;
            copy.generate_unfinished::<All, _>(self, &mut Any).is_break()
        })
    }

    fn fits(&self, state: &State<W>, m: Move) -> bool {
        !self.core.constraints.exist() || state.fits(self, m)
    }

    #[cold]
    fn held_before(&self, state: &State<W>, holds: &mut dyn FnMut(&State<W>) -> bool) -> bool {
        let (changes, Some(undo)) = (state.last_piece_changes(), state.history.last()) else { return false };
        state.on_copy(|copy| {
            copy.changes.extend_from_slice(changes);
            copy.history.push(Undo { first_change: 0, ..*undo });
            copy.unmake(self);
            holds(copy)
        })
    }

    fn any_after(&self, state: &State<W>, holds: &mut dyn FnMut(&State<W>) -> bool) -> bool {
        state.look_ahead(self, |copy| {
            let mut moves = std::mem::take(&mut copy.moves);
            moves.clear();
            let _ = copy.generate_unfinished::<All, _>(self, &mut Collect::new(&mut moves));
            let found = moves.iter().any(|&m| {
                copy.make(self, m);
                let found = holds(copy);
                copy.unmake(self);
                found
            });
            copy.moves = moves;
            found
        })
    }
}

impl<const W: usize> State<W> {
    /// A move of a `kind`, which must be legal as far as the royal goes, with every choice of promotions that it has,
    /// of the moving piece and of another.
    #[inline(always)]
    fn settle<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let table = t.rules.promotion[self.side][kind.index()].as_ref();
        let promotes = table.is_some_and(|table| table.targets(m.origin()).contains(m.to()));
        match promotes || self.promotes_remotely(t, kind, sink) {
            false => sink.one(m),
            true => self.choices(t, kind, m, sink),
        }
    }

    fn choices<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        self.promotion_moves(t, kind, m, sink)?;
        if self.promotes_remotely(t, kind, sink) {
            let further: &mut dyn FnMut(Move) -> Flow =
                &mut |m| self.remote_promotions(t, kind, m, &mut |m| sink.one(m));
            self.promotion_moves(t, kind, m, &mut Visit(further))?;
        }
        Flow::Continue(())
    }

    /// A move of a `kind` as it promotes: each way if it may, and without where it needn't.
    pub(super) fn promotion_moves<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        match &t.rules.promotion[self.side][kind.index()] {
            Some(table) if table.targets(m.origin()).contains(m.to()) => table.moves(self, t, kind, m, sink),
            _ => sink.one(m),
        }
    }

    /// Whether moves of a type may change another piece now, and a sink wants those that do.
    #[inline(always)]
    pub(super) fn promotes_remotely<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, sink: &S) -> bool {
        let table = t.rules.remote_promotion.as_ref();
        table.is_some_and(|table| sink.wants_remote_promotions() && table.may_change(self, t, kind))
    }

    /// A move of a `kind` with each change of another piece that it allows. The move itself must be legal.
    pub(super) fn remote_promotions(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        m: Move,
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let Some(table) = &t.rules.remote_promotion else { return Flow::Continue(()) };
        // What the mover itself becomes is no longer in the prison.
        let promotion = t.rules.promotion[self.side][kind.index()].as_ref();
        let spent = m.promotion().filter(|_| promotion.is_some_and(|table| table.from_prison));
        table.moves(self, t, kind, m, spent, give)
    }
}
