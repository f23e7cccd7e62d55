//! A draw when only the royals are left and nothing can be dropped (G6).

use super::ending::{EndCondition, Endings};
use super::traits::{Goal, Rule};
use crate::board::State;
use crate::spec::{BareRoyals, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Reason};

pub(crate) struct BareRoyalsRule;

impl Rule for BareRoyalsRule {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }
}

impl Goal for BareRoyalsRule {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        if spec.has_royals() && spec.goals.bare_royals == BareRoyals::Draw {
            let order = spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
            let is_dropped = |kind| spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.piece == kind);
            let droppable = (0..order.len()).filter(|&index| is_dropped(order[index])).collect();
            endings.draws.push(Box::new(RoyalsOnly { droppable }));
        }
    }
}

struct RoyalsOnly {
    /// Where the hands have what can be dropped.
    droppable: Vec<usize>,
}

impl<const W: usize> EndCondition<W> for RoyalsOnly {
    fn winner(&self, core: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        let nothing_to_drop =
            |color: Color| self.droppable.iter().all(|&index| state.hands[color as usize][index] == 0);
        let only_royals = |color| state.own(color) == state.royals(core, color);
        let is_bare = |color| only_royals(color) && nothing_to_drop(color);
        Color::BOTH.into_iter().all(is_bare).then_some(None)
    }

    fn reason(&self, _: &Core<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::BareRoyals
    }
}
