//! A draw when only the royals are left and nothing can be dropped (G6).

use super::EndCondition;
use crate::spec::{BareRoyals as Meaning, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::{Color, Reason};

struct BareRoyals;

/// The condition, if the game has royals and ends so.
pub(super) fn ending<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    (spec.royal().is_some() && spec.goals.bare_royals == Meaning::Draw).then(|| Box::new(BareRoyals) as _)
}

impl<const W: usize> EndCondition<W> for BareRoyals {
    fn winner(&self, t: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let nothing_to_drop =
            |color| t.drops[color].iter().all(|drop| state.hands[color as usize][drop.hand_index] == 0);
        let is_bare =
            state.by_color.iter().all(|pieces| pieces.count() == 1) && Color::BOTH.into_iter().all(nothing_to_drop);
        is_bare.then_some(None)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::BareRoyals
    }
}
