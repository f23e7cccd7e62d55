//! A draw after a number of plies without progress (G5).

use super::{EndCondition, Endings, Goal, Rule};
use crate::spec::Spec;
use crate::state::State;
use crate::tables::Tables;
use crate::{Color, Reason};

pub(crate) struct MoveCount;

impl Rule for MoveCount {}

impl Goal for MoveCount {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        endings.limits.extend(spec.goals.move_count.map(|plies| Box::new(ClockRunOut(plies.into())) as _));
    }
}

struct ClockRunOut(u32);

impl<const W: usize> EndCondition<W> for ClockRunOut {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        (state.halfmove >= self.0).then_some(None)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::MoveCount
    }
}
