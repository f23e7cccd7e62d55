//! Mates that mean something else than others, by the pieces that give check.

use super::traits::{Game, Goal, Rule};
use crate::Color;
use crate::board::State;
use crate::setup::SetupReason;
use crate::spec::{Counter, EndResult, Mate, MateBy, PieceType, Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use spielraum_geometry::BitBoard;

pub(crate) struct Mates;

impl Rule for Mates {
    /// The types by which a check counts for all that follow it without a break; empty where it does not matter.
    type Table<const W: usize> = Vec<PieceType>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Vec<PieceType>, CompileError> {
        let mut mates = core.spec.goals.mates.iter();
        Ok(mates.find(|mate| mate.by == MateBy::Without).map(|mate| mate.types.clone()).unwrap_or_default())
    }

    fn watches_checks(spec: &Spec) -> bool {
        spec.goals.mates.iter().any(|mate| mate.by == MateBy::Without)
    }

    /// A check that is on the board counts by itself, and one that is not there counts for nothing.
    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        types: &Vec<PieceType>,
        _: &Setup,
        _: &mut Vec<SetupReason>,
    ) {
        if !types.is_empty() {
            let gives_check = state.in_check(game.core(), state.side);
            note(state, game.core(), types, !state.side, gives_check);
        }
    }
}

impl Goal for Mates {
    fn after_move<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        types: &Vec<PieceType>,
        mover: Color,
        gives_check: bool,
    ) {
        if !types.is_empty() {
            note(state, game.core(), types, mover, gives_check);
        }
    }
}

/// Notes whether the checks of a side count for mate.
fn note<const W: usize>(state: &mut State<W>, core: &Core<W>, types: &[PieceType], side: Color, gives_check: bool) {
    let before = state.counter(Counter::Series, side) > 0;
    let counts = gives_check && (before || !state.checkers_of(core, side, types).is_empty());
    state.set_counter(core, Counter::Series, side, u8::from(counts));
}

/// What checkmate means for a side that is mated in a game in which some mean something else.
#[cold]
pub(crate) fn meaning<const W: usize>(state: &State<W>, core: &Core<W>, mated: Color) -> Option<EndResult> {
    let fits = |mate: &&Mate| match mate.by {
        MateBy::Only => {
            let others: Vec<PieceType> = core.spec.piece_types().filter(|kind| !mate.types.contains(kind)).collect();
            state.checkers_of(core, !mated, &others).is_empty()
        }
        MateBy::Without => state.counter(Counter::Series, !mated) == 0,
    };
    core.spec.goals.mates.iter().find(fits).map(|mate| mate.result)
}

impl<const W: usize> State<W> {
    /// The pieces of some types of a side that attack royals of the other.
    #[cold]
    fn checkers_of(&self, core: &Core<W>, by: Color, types: &[PieceType]) -> BitBoard<W> {
        let attackers = self.royals(core, !by).into_iter().map(|royal| self.attackers(core, royal, by));
        let attackers = attackers.fold(BitBoard::EMPTY, |all, some| all | some);
        types.iter().fold(BitBoard::EMPTY, |found, &kind| found | (self.of(by, kind) & attackers))
    }
}
