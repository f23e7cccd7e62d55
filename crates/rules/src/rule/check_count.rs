//! A side wins by giving a number of checks: three-check.

use super::ending::{EndCondition, Endings};
use super::traits::{Goal, Rule};
use crate::board::State;
use crate::spec::{Counter, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Reason};

pub(crate) struct CheckCount;

impl Rule for CheckCount {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }

    fn watches_checks(spec: &Spec) -> bool {
        spec.goals.check_count.is_some()
    }
}

impl Goal for CheckCount {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        endings.wins.extend(spec.goals.check_count.map(|checks| Box::new(AllGiven(checks)) as _));
    }

    fn after_move<const W: usize>(state: &mut State<W>, core: &Core<W>, _: &(), mover: Color, gives_check: bool) {
        if gives_check && core.spec.goals.check_count.is_some() {
            let given = state.counter(Counter::Checks, mover);
            state.set_counter(core, Counter::Checks, mover, given.saturating_add(1));
        }
    }
}

struct AllGiven(u8);

impl<const W: usize> EndCondition<W> for AllGiven {
    fn winner(&self, _: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        let given = |color: &Color| state.counter(Counter::Checks, *color) >= self.0;
        [!state.side, state.side].into_iter().find(given).map(Some)
    }

    fn reason(&self, _: &Core<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "check-count", text: "all checks are given" }
    }
}
