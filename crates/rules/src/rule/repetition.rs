//! Positions that have been there before: how they end the game (G4), perpetual check, and the ban on them (N4).

use crate::board::State;
use crate::spec::{Repetition, Spec};
use crate::tables::Core;
use crate::{Color, Reason};

/// Whether it must be known of each move whether it gives check.
pub(super) fn watches_checks(spec: &Spec) -> bool {
    matches!(spec.goals.repetition, Repetition::Counted { perpetual_check_loses: true, .. })
}

impl<const W: usize> State<W> {
    /// Who has won by repetition (`None`: it is a draw), and why, if the position has occurred often enough.
    pub(crate) fn ended_by_repetition(&self, core: &Core<W>) -> Option<(Option<Color>, Reason)> {
        let Repetition::Counted { times, loser, perpetual_check_loses } = core.spec.goals.repetition else {
            return None;
        };
        if self.occurrences() < usize::from(times) {
            return None;
        }
        let checker = if perpetual_check_loses { self.perpetual_checker() } else { None };
        let reason = if checker.is_some() { Reason::PerpetualCheck } else { Reason::Repetition(times) };
        let loser = checker.or(loser.map(|loser| loser.side(!self.side)));
        Some((loser.map(|loser| !loser).or_else(|| self.winner_of_draw(core)), reason))
    }

    /// How often the position has occurred in this game, now included.
    pub(crate) fn occurrences(&self) -> usize {
        1 + self.history.iter().filter(|undo| undo.hash == self.hash).count()
    }

    /// The side that has given check with each of its moves since the position's first occurrence, if
    /// there is just one such side.
    pub(crate) fn perpetual_checker(&self) -> Option<Color> {
        self.checker_since(self.history.iter().position(|undo| undo.hash == self.hash)?)
    }

    /// The side that has given check with each of its moves since move number `first`, from 0, if there is just one
    /// such side.
    pub(crate) fn checker_since(&self, first: usize) -> Option<Color> {
        let since = &self.history[first..];
        let always = |color| since.iter().filter(|undo| undo.mover == color).all(|undo| undo.gave_check);
        match (always(Color::White), always(Color::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}
