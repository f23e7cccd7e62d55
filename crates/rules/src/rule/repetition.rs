//! Positions that have been there before: how they end the game (G4), perpetual check, and the ban on them (N4).

use super::ending::{EndCondition, Endings};
use super::traits::{Goal, Rule};
use crate::board::State;
use crate::spec::{Repetition, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Reason};

pub(crate) struct RepetitionRule;

impl Rule for RepetitionRule {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }

    fn watches_checks(spec: &Spec) -> bool {
        matches!(spec.goals.repetition, Repetition::Counted { perpetual_check_loses: true, .. })
    }
}

impl Goal for RepetitionRule {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        if let Repetition::Counted { times, loser, perpetual_check_loses } = spec.goals.repetition {
            endings.repetitions.push(Box::new(Repeated { times, loser, perpetual_check_loses }));
        }
    }
}

struct Repeated {
    times: u8,
    loser: Option<Color>,
    perpetual_check_loses: bool,
}

impl Repeated {
    fn checker<const W: usize>(&self, state: &State<W>) -> Option<Color> {
        if self.perpetual_check_loses { state.perpetual_checker() } else { None }
    }
}

impl<const W: usize> EndCondition<W> for Repeated {
    fn winner(&self, _: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        (state.occurrences() >= usize::from(self.times)).then(|| self.checker(state).or(self.loser).map(|loser| !loser))
    }

    fn reason(&self, _: &Core<W>, state: &State<W>, _: Option<Color>) -> Reason {
        match self.checker(state) {
            Some(_) => Reason::PerpetualCheck,
            None => Reason::Repetition(self.times),
        }
    }
}

impl<const W: usize> State<W> {
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
