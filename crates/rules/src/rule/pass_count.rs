//! Knows of each side whether its last move was a pass, where an end of the game depends on it (O7).

use super::traits::{Game, Goal, Rule};
use crate::board::State;
use crate::spec::Counter;
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Move, MoveKind};

pub(crate) struct PassCount;

impl Rule for PassCount {
    /// Whether it is asked for.
    type Table<const W: usize> = bool;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<bool, CompileError> {
        Ok(core.spec.goals.counts().any(|(counter, _)| counter == Counter::Passes))
    }
}

impl Goal for PassCount {
    fn after_move<const W: usize>(state: &mut State<W>, game: &impl Game<W>, counts: &bool, mover: Color, _: bool) {
        if *counts {
            let played = state.history.last().and_then(|undo| undo.played);
            let passed = played.map(Move::kind) == Some(MoveKind::Pass);
            state.set_counter(game.core(), Counter::Passes, mover, u8::from(passed));
        }
    }
}
