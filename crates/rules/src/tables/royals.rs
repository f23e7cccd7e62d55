//! The royals of a game.

use crate::Color;
use crate::board::piece::Piece;
use crate::spec::{PieceType, RoyalSet, Spec, TypeSet};

/// What is royal. Unless they [vary](Self::vary), no royal comes or becomes another piece, and none goes but by an effect (E2), so
/// that each side has those of the start position until it has lost.
pub(crate) struct Royals {
    /// The royal types.
    types: TypeSet,
    /// The royal types that effects may take off the board.
    removable: TypeSet,
    /// How many of each royal type each side has.
    counts: Vec<(PieceType, [u32; 2])>,
    /// Each side's royal, if it has only one and moves need not be tried; [`Piece::NONE`] otherwise.
    sole: [Piece; 2],
    /// Which of them may not be left attacked.
    set: RoyalSet,
    vary: bool,
}

impl Royals {
    /// Counts them in the start position.
    pub(crate) fn of(spec: &Spec) -> Self {
        let types: Vec<PieceType> = spec.royals().collect();
        let count = |color: Color, kind| {
            spec.start.placement.iter().filter(|piece| **piece == Some((color.into(), kind))).count() as u32
        };
        let counts: Vec<_> = types.iter().map(|&kind| (kind, Color::BOTH.map(|color| count(color, kind)))).collect();
        let sole = Color::BOTH.map(|color| {
            let mut own = counts.iter().filter(|(_, counts)| counts[color as usize] > 0);
            match (own.next(), own.next()) {
                (Some((kind, counts)), None)
                    if counts[color as usize] == 1 && !spec.judges_checks() && !spec.royals_vary() =>
                {
                    Piece::new(color, *kind)
                }
                _ => Piece::NONE,
            }
        });
        let removable = types.iter().filter(|kind| spec.may_lose_royal(**kind)).collect();
        let (set, vary) = (spec.royal_set, spec.royals_vary());
        Self { types: types.iter().collect(), removable, counts, sole, set, vary }
    }

    /// Whether the game has any.
    #[inline(always)]
    pub(crate) fn exist(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Whether pieces of a type are royal.
    #[inline(always)]
    pub(crate) fn has(&self, kind: PieceType) -> bool {
        self.types.has(kind)
    }

    /// Whether a royal of a type may be lost, which ends the game (E2).
    pub(crate) fn may_be_lost(&self, kind: PieceType) -> bool {
        self.removable.has(kind)
    }

    /// Whether a piece is a royal of a side.
    #[inline(always)]
    pub(crate) fn has_piece(&self, piece: Piece, color: Color) -> bool {
        piece.is(color) && self.has(piece.kind())
    }

    /// Whether a piece is the only royal of its side.
    #[inline(always)]
    pub(crate) fn is_sole(&self, piece: Piece) -> bool {
        self.sole[piece.color() as usize] == piece
    }

    /// Whether a side has exactly one.
    #[inline(always)]
    pub(crate) fn has_sole(&self, color: Color) -> bool {
        !self.sole[color as usize].is_none()
    }

    /// Which royals of a side may not be left attacked.
    #[inline(always)]
    pub(crate) fn set(&self) -> RoyalSet {
        self.set
    }

    /// Whether royals come by promotion, or are captured while others are left (G13).
    #[inline(always)]
    pub(crate) fn vary(&self) -> bool {
        self.vary
    }

    /// Whether a side has more than one, or may have.
    pub(crate) fn has_several(&self, color: Color) -> bool {
        self.vary || self.counts.iter().map(|(_, counts)| counts[color as usize]).sum::<u32>() > 1
    }

    /// The royal types.
    pub(crate) fn types(&self) -> impl Iterator<Item = PieceType> {
        self.counts.iter().map(|(kind, _)| *kind)
    }

    /// How many of each royal type a side has.
    pub(crate) fn counts(&self, color: Color) -> impl Iterator<Item = (PieceType, u32)> {
        self.counts.iter().map(move |(kind, counts)| (*kind, counts[color as usize]))
    }
}
