//! A side has lost that has too few pieces of a family of types (X3, F3), whosever move left it so. If both have, it is the
//! side to move: the enemy's move came last.

use super::EndCondition;
use crate::spec::Spec;
use crate::state::State;
use crate::tables::Tables;
use crate::{Color, Reason};

struct Extinction;

/// The condition, if the game has families to keep.
pub(super) fn ending<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    (!spec.goals.families.is_empty()).then(|| Box::new(Extinction) as _)
}

impl<const W: usize> EndCondition<W> for Extinction {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let us = state.side;
        let loser = [us, !us].into_iter().find(|&side| state.deficits[side as usize] > 0)?;
        Some(Some(!loser))
    }

    fn needs_captures(&self) -> bool {
        true
    }

    fn reason(&self, t: &Tables<W>, state: &State<W>, winner: Option<Color>) -> Reason {
        let loser = !winner.unwrap_or(state.side);
        let families = t.spec.goals.families.iter().zip(&state.families[loser as usize]);
        let lost: Vec<&str> =
            families.filter(|(family, count)| **count < family.least).map(|(family, _)| &*family.name).collect();
        Reason::Extinction(lost.join(", "))
    }
}
