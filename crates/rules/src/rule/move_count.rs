//! A draw after a number of plies without progress (G5).

use super::ending::{EndCondition, Endings};
use super::traits::{Goal, Rule};
use crate::board::State;
use crate::spec::Spec;
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Reason};

pub(crate) struct MoveCount;

impl Rule for MoveCount {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }
}

impl Goal for MoveCount {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        endings.limits.extend(spec.goals.move_count.map(|plies| Box::new(ClockRunOut(plies.into())) as _));
    }
}

struct ClockRunOut(u32);

impl<const W: usize> EndCondition<W> for ClockRunOut {
    fn winner(&self, _: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        (state.halfmove >= self.0).then_some(None)
    }

    fn reason(&self, _: &Core<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::MoveCount
    }
}
