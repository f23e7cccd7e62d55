//! A side has lost that has too few pieces of a family of types (X3, F3), whosever move left it so. If both have, it is the
//! side to move: the enemy's move came last.

use super::ending::{EndCondition, Endings};
use super::traits::{Game, Goal, Rule};
use crate::board::State;
use crate::setup::SetupReason;
use crate::spec::{Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Reason};

pub(crate) struct Extinction;

impl Rule for Extinction {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }

    fn set_up<const W: usize>(
        state: &mut State<W>,
        _: &impl Game<W>,
        _: &(),
        _: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        if state.deficits.iter().all(|&deficits| deficits > 0) {
            reasons.push(SetupReason::BothExtinct);
        }
    }
}

impl Goal for Extinction {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        if !spec.goals.families.is_empty() {
            endings.wins.push(Box::new(TooFew));
        }
    }
}

struct TooFew;

impl<const W: usize> EndCondition<W> for TooFew {
    fn winner(&self, _: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        let us = state.side;
        let loser = [us, !us].into_iter().find(|&side| state.deficits[side as usize] > 0)?;
        Some(Some(!loser))
    }

    fn needs_captures(&self) -> bool {
        true
    }

    fn reason(&self, core: &Core<W>, state: &State<W>, winner: Option<Color>) -> Reason {
        let loser = !winner.unwrap_or(state.side);
        let families = core.spec.goals.families.iter().zip(&state.families[loser as usize]);
        let lost: Vec<&str> =
            families.filter(|(family, count)| **count < family.least).map(|(family, _)| &*family.name).collect();
        Reason::Extinction(lost.join(", "))
    }
}
