//! Ends that the game so far decides: repetition and perpetual check (G4). The ban on repetition (N4) is in
//! `state/repetition.rs`.

use super::{EndCondition, Endings, Goal, Rule};
use crate::spec::Spec;
use crate::state::State;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{Color, Reason};

/// What repeated positions mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The same position for the n-th time ends the game (G4).
    Counted {
        /// n, 2 or more.
        times: u8,
        /// Who loses; `None`: it is a draw.
        loser: Option<Color>,
        /// Whether a side that gave check with each of its moves between has lost instead.
        perpetual_check_loses: bool,
    },
    /// No side may bring about a position that resulted from an earlier move of its own in this game
    /// (N4).
    Banned,
    /// Nothing.
    #[default]
    Ignored,
}

pub(crate) struct RepetitionRule;

impl Rule for RepetitionRule {
    fn validate(check: &mut Check<'_>) {
        if let Repetition::Counted { times, .. } = check.spec.goals.repetition {
            check.range("the number of repetitions", times.into(), 2, 255);
        }
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
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        (state.occurrences() >= usize::from(self.times)).then(|| self.checker(state).or(self.loser).map(|loser| !loser))
    }

    fn reason(&self, _: &Tables<W>, state: &State<W>, _: Option<Color>) -> Reason {
        match self.checker(state) {
            Some(_) => Reason::PerpetualCheck,
            None => Reason::Repetition(self.times),
        }
    }
}
