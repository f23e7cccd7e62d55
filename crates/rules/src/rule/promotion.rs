//! Changes of type of the moving piece.

use crate::Move;
use crate::spec::{PieceType, PromotionForce};
use crate::state::State;
use crate::state::sink::{Flow, Sink, Visit};
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// A move of a `kind`, which must be legal as far as the royal goes, with every choice of promotions that it has,
    /// of the moving piece and of another.
    #[inline(always)]
    pub(crate) fn settle<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let table = t.promotions[self.side][kind.index()].as_ref();
        let promotes = table.is_some_and(|table| table.targets(m.origin()).contains(m.to()));
        match promotes || self.promotes_remotely(t, kind) {
            false => sink.one(m),
            true => self.choices(t, kind, m, sink),
        }
    }

    fn choices<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        self.promotion_moves(t, kind, m, sink)?;
        if self.promotes_remotely(t, kind) {
            self.promotion_moves(t, kind, m, &mut Visit(|m| self.remote_promotions(t, kind, m, sink)))?;
        }
        Flow::Continue(())
    }

    /// A move of a `kind` as it promotes: each way if it may, and without where it needn't.
    pub(crate) fn promotion_moves<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let Some(table) =
            t.promotions[self.side][kind.index()].as_ref().filter(|table| table.targets(m.origin()).contains(m.to()))
        else {
            return sink.one(m);
        };
        for &into in &table.into {
            if !table.from_prison || self.in_hand(t, self.side, into) > 0 {
                sink.one(m.with_promotion(into))?;
            }
        }
        let must = match table.force {
            PromotionForce::Always => true,
            PromotionForce::WhenStuck => t.stuck(self.side, kind).contains(m.to()),
            PromotionForce::Never => false,
        };
        if must { Flow::Continue(()) } else { sink.one(m) }
    }
}
