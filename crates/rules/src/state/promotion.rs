//! Changes of type of the moving piece.

use super::State;
use super::sink::{Flow, Sink};
use crate::spec::{PieceType, PromotionForce};
use crate::tables::Tables;
use crate::{Move, MoveKind};
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// The moves of a `kind` from `from` to `to` that promote, and the one that doesn't where it needn't.
    /// The promotion table must apply to the move.
    pub(crate) fn promotion_moves<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        sort: MoveKind,
        from: Cell,
        to: Cell,
        sink: &mut S,
    ) -> Flow {
        let Some(table) = &t.promotions[self.side][kind.index()] else { return Flow::Continue(()) };
        let encode = |promotion| match sort {
            MoveKind::EnPassant => Move::en_passant(from, to, promotion),
            _ => Move::normal(from, to, promotion),
        };
        for &into in &table.into {
            if !table.from_prison || self.in_hand(t, self.side, into) > 0 {
                sink.one(encode(Some(into)))?;
            }
        }
        let must = match table.force {
            PromotionForce::Always => true,
            PromotionForce::WhenStuck => t.stuck(self.side, kind).contains(to),
            PromotionForce::Never => false,
        };
        if must { Flow::Continue(()) } else { sink.one(encode(None)) }
    }
}
