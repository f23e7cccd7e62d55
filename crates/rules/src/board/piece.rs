//! A piece on the board, in two bytes.

use crate::spec::PieceType;
use crate::{Color, Owner};

/// A piece, or nothing. One that belongs to nobody is written as White's: [`Neutrals`](crate::tables::Neutrals) knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece(u16);

impl Piece {
    /// No piece.
    pub(crate) const NONE: Self = Self(u16::MAX);

    #[inline(always)]
    pub(crate) fn new(color: Color, kind: PieceType) -> Self {
        Self(u16::from(kind.0) << 1 | color as u16)
    }

    #[inline(always)]
    pub(crate) fn of(owner: Owner, kind: PieceType) -> Self {
        Self(u16::from(kind.0) << 1 | owner as u16 & 1)
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The side of a piece; don't ask it of no piece.
    #[inline(always)]
    pub(crate) fn color(self) -> Color {
        debug_assert!(!self.is_none());
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(crate) fn is(self, color: Color) -> bool {
        !self.is_none() && self.0 & 1 == color as u16
    }

    /// The type of a piece; don't ask it of no piece.
    #[inline(always)]
    pub(crate) fn kind(self) -> PieceType {
        debug_assert!(!self.is_none());
        PieceType((self.0 >> 1) as u8)
    }

    /// The index of the piece in tables with an entry for each type and side: two for each type.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}
