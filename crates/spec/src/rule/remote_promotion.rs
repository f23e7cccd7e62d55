//! Moves that change another piece than the mover (Q16).

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Letters, PieceType, SpecError};
use spielraum_geometry::CellSet;

/// A move of one piece that changes another of the same side into a piece from the prison (Q16).
#[derive(Clone, Debug, PartialEq)]
pub struct RemotePromotion {
    /// Which mover allows which changes.
    pub changes: Vec<RemoteChange>,
    /// The move must enter these cells from outside.
    pub zone: ByColor<CellSet>,
    /// What the changed piece may become, if in the prison.
    pub into: Vec<PieceType>,
    /// Afterwards these cells must hold one of the side's `guards`.
    pub guarded: ByColor<CellSet>,
    /// The types that count as guards.
    pub guards: Vec<PieceType>,
}

/// Part of a [`RemotePromotion`]: a move of one of `movers` may change one of `changed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteChange {
    /// The types that move.
    pub movers: Vec<PieceType>,
    /// The types that may be changed.
    pub changed: Vec<PieceType>,
}

pub(crate) struct RemotePromotionRule;

impl RuleData for RemotePromotionRule {
    type Data = Option<RemotePromotion>;

    fn validate(check: &mut Check<'_>, remote: &Self::Data) {
        let Some(remote) = remote else { return };
        let has_prison = check.has_prison;
        check.require(has_prison, || SpecError::Hand("a promotion of another piece needs a prison"));
        check.types("a promotion of another piece", &remote.into);
        check.types("a promotion of another piece", &remote.guards);
        let fault = "a promotion of another piece can't make a royal or change one";
        check.no_royal(&remote.into, fault);
        let held = remote.into.iter().filter(|kind| check.in_hand.contains(kind));
        let letters: Vec<Letters> = held.filter_map(|&kind| check.letters(kind)).collect();
        check.unique("the letter of what another piece is promoted to", letters.into_iter(), |_, letters| {
            letters.to_string()
        });
        for change in &remote.changes {
            check.types("a promotion of another piece", &change.movers);
            check.types("a promotion of another piece", &change.changed);
            check.no_royal(&change.changed, fault);
        }
    }
}
