//! Counts the checks given, where an end of the game depends on them: three-check.

use super::traits::{Goal, Rule};
use crate::Color;
use crate::board::State;
use crate::spec::{Counter, Spec};
use crate::tables::{Budget, CompileError, Core};

pub(crate) struct CheckCount;

impl Rule for CheckCount {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }

    fn watches_checks(spec: &Spec) -> bool {
        spec.goals.check_count().is_some()
    }
}

impl Goal for CheckCount {
    fn after_move<const W: usize>(state: &mut State<W>, core: &Core<W>, _: &(), mover: Color, gives_check: bool) {
        if gives_check && core.spec.goals.check_count().is_some() {
            let given = state.counter(Counter::Checks, mover);
            state.set_counter(core, Counter::Checks, mover, given.saturating_add(1));
        }
    }
}
