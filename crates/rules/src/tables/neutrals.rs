//! The pieces of a game that belong to nobody (G9).
//!
//! In bitboards they stand among both sides' pieces, so that they block both and both may capture them; those that
//! can't be captured are left out where moves are generated.

use crate::Owner;
use crate::board::piece::Piece;
use crate::spec::{Ownership, PieceType, Spec, TypeSet};

/// The types that belong to nobody.
pub(crate) struct Neutrals {
    /// All of them.
    types: TypeSet,
    /// Those that can't be captured.
    uncapturable: Vec<PieceType>,
}

impl Neutrals {
    pub(super) fn of(spec: &Spec) -> Self {
        let types = |belong: fn(Ownership) -> bool| {
            let all = spec.piece_types().zip(&spec.pieces);
            all.filter(|(_, piece)| belong(piece.ownership)).map(|(kind, _)| kind).collect::<Vec<_>>()
        };
        Self {
            types: types(|ownership| ownership != Ownership::Sides).iter().collect(),
            uncapturable: types(|ownership| ownership == Ownership::Nobody { capturable: false }),
        }
    }

    /// Whether pieces of a type belong to nobody.
    #[inline(always)]
    pub(crate) fn has(&self, kind: PieceType) -> bool {
        self.types.has(kind)
    }

    /// Whom a piece belongs to; don't ask it of no piece.
    #[inline(always)]
    pub(crate) fn owner(&self, piece: Piece) -> Owner {
        if self.has(piece.kind()) { Owner::Nobody } else { piece.color().into() }
    }

    /// The types that can't be captured.
    #[inline(always)]
    pub(crate) fn uncapturable(&self) -> &[PieceType] {
        &self.uncapturable
    }
}
