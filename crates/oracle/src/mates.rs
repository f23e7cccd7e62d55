//! Mates that mean something else than others, by the pieces that give check.

use crate::State;
use crate::reach::attacks;
use spielraum_spec::{Color, EndResult, MateBy, PieceType, Spec};

impl State {
    /// What checkmate means for the side to move, which is mated.
    pub(crate) fn meaning_of_mate(&self, spec: &Spec) -> EndResult {
        let by = !self.side;
        let mate = spec.goals.mates.iter().find(|mate| match mate.by {
            MateBy::Only => self.checkers(spec, by).iter().all(|kind| mate.types.contains(kind)),
            MateBy::Without => !self.series[by],
        });
        mate.map_or(spec.goals.checkmate.0, |mate| mate.result)
    }

    /// Whether the checks of a side, which has just moved, count for mate; one of those before did if `before`.
    pub(crate) fn counts_for_mate(&self, spec: &Spec, by: Color, before: bool) -> bool {
        let Some(mate) = spec.goals.mates.iter().find(|mate| mate.by == MateBy::Without) else { return false };
        let counts = || self.checkers(spec, by).iter().any(|kind| mate.types.contains(kind));
        self.in_check(spec, !by) && (before || counts())
    }

    /// The types of a side's pieces that attack royals of the other.
    fn checkers(&self, spec: &Spec, by: Color) -> Vec<PieceType> {
        let royals = self.royals(spec, !by);
        let gives_check = |(from, kind): &(_, PieceType)| {
            attacks(spec, &self.placement, *from, by, *kind).iter().any(|cell| royals.contains(cell))
        };
        self.pieces(by).into_iter().filter(gives_check).map(|(_, kind)| kind).collect()
    }
}
