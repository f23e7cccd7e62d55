//! What a move puts where, without making it.

use super::State;
use super::make::captured_on;
use crate::piece::Piece;
use crate::tables::{NO_HAND, Tables};
use crate::{Change, Color, Move, MoveKind};

impl<const W: usize> State<W> {
    /// The piece that a move captures.
    #[inline(always)]
    pub(crate) fn captured_by(&self, m: Move) -> Piece {
        match m.kind() {
            MoveKind::Normal => self.at(m.to()),
            MoveKind::EnPassant => self.at(captured_on(m, self.en_passant)),
            _ => Piece::NONE,
        }
    }

    /// Tells what a move of the side to move would change, piece by piece.
    #[inline(always)]
    pub(crate) fn changes(&self, t: &Tables<W>, m: Move, mut tell: impl FnMut(Change)) {
        let us = self.side;
        let (from, to) = (m.origin(), m.to());
        let moved = self.at(from);
        match m.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
                let captured = self.captured_by(m);
                if !captured.is_none() {
                    tell(Change::Leaves(captured.color(), captured.kind(), captured_on(m, self.en_passant)));
                    self.imprisonment(t, captured, &mut tell);
                }
                tell(Change::Leaves(us, moved.kind(), from));
                tell(Change::Comes(us, m.promotion().unwrap_or(moved.kind()), to));
                if let Some(kind) = m.promotion() {
                    let table = t.promotions[us][moved.kind().index()].as_ref();
                    if table.is_some_and(|table| table.from_prison) {
                        tell(Change::Hand(us, kind, -1));
                    }
                }
                if let Some((cell, kind)) = m.elsewhere() {
                    tell(Change::Leaves(us, self.at(cell).kind(), cell));
                    tell(Change::Comes(us, kind, cell));
                    tell(Change::Hand(us, kind, -1));
                }
            }
            MoveKind::Drop => {
                if let Some(kind) = m.dropped() {
                    tell(Change::Comes(us, kind, to));
                    tell(Change::Hand(us, kind, -1));
                }
            }
            MoveKind::Castling => {
                let castling = &t.castlings[m.castling_index()];
                tell(Change::Leaves(us, moved.kind(), castling.royal.0));
                tell(Change::Leaves(us, castling.partner_type, castling.partner.0));
                tell(Change::Comes(us, moved.kind(), castling.royal.1));
                tell(Change::Comes(us, castling.partner_type, castling.partner.1));
            }
            MoveKind::Swap => {
                let other = self.at(to);
                tell(Change::Leaves(us, moved.kind(), from));
                tell(Change::Leaves(us, other.kind(), to));
                tell(Change::Comes(us, other.kind(), from));
                tell(Change::Comes(us, moved.kind(), to));
            }
        }
    }

    #[inline(always)]
    fn imprisonment(&self, t: &Tables<W>, captured: Piece, tell: &mut impl FnMut(Change)) {
        let (Some(table), Some(hands)) = (&t.captured, &t.spec.hands) else { return };
        let owner: Color = if table.to_owner { captured.color() } else { !captured.color() };
        let index = table.becomes[owner][captured.kind().index()];
        if index != NO_HAND {
            tell(Change::Hand(owner, hands.order[usize::from(index)], 1));
        }
    }
}
