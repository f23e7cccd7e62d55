//! Counts the checks given, where an end of the game depends on them: three-check.

use super::traits::{Game, Goal, Rule};
use crate::Color;
use crate::board::State;
use crate::spec::{Counter, Spec};
use crate::tables::{Budget, CompileError, Core};

pub(crate) struct CheckCount;

impl Rule for CheckCount {
    /// Whether checks are counted.
    type Table<const W: usize> = bool;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<bool, CompileError> {
        Ok(core.spec.goals.check_count().is_some())
    }

    fn watches_checks(spec: &Spec) -> bool {
        spec.goals.check_count().is_some()
    }
}

impl Goal for CheckCount {
    fn after_move<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        counts: &bool,
        mover: Color,
        gives_check: bool,
    ) {
        if gives_check && *counts {
            let given = state.counter(Counter::Checks, mover);
            state.set_counter(game.core(), Counter::Checks, mover, given.saturating_add(1));
        }
    }
}
