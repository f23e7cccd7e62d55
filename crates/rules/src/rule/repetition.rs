//! Ends that the game so far decides: repetition and perpetual check (G4), and the move count (G5).

use super::EndCondition;
use crate::spec::{Repetition as Meaning, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::{Color, Reason};

struct Repetition {
    times: u8,
    loser: Option<Color>,
    perpetual_check_loses: bool,
}

/// The condition, if repetitions are counted.
pub(super) fn ending<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    match spec.goals.repetition {
        Meaning::Counted { times, loser, perpetual_check_loses } => {
            Some(Box::new(Repetition { times, loser, perpetual_check_loses }))
        }
        Meaning::Banned | Meaning::Ignored => None,
    }
}

impl Repetition {
    fn checker<const W: usize>(&self, state: &State<W>) -> Option<Color> {
        if self.perpetual_check_loses { state.perpetual_checker() } else { None }
    }
}

impl<const W: usize> EndCondition<W> for Repetition {
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

struct MoveCount(u32);

/// The condition, if the game ends after a number of plies without progress.
pub(super) fn move_count<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    spec.goals.move_count.map(|limit| Box::new(MoveCount(limit.into())) as _)
}

impl<const W: usize> EndCondition<W> for MoveCount {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        (state.halfmove >= self.0).then_some(None)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::MoveCount
    }
}
