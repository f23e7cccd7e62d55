//! The royals' obligation to be inside a region (Q17).

use super::traits::{Game, Goal, Rule};
use crate::board::State;
use crate::setup::SetupReason;
use crate::spec::{Counter, PieceType, Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Change, Color, Move, Reason};
use spielraum_geometry::BitBoard;

pub(crate) struct RoyalObligationRule;

impl Rule for RoyalObligationRule {
    type Table<const W: usize> = Option<RoyalObligationTable<W>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(compile(&core.spec))
    }

    /// An obligation counts only while there is one.
    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        _: &Setup,
        _: &mut Vec<SetupReason>,
    ) {
        let (core, Some(obligation)) = (game.core(), table) else { return };
        for color in Color::BOTH {
            let left = match state.counter(Counter::Obligation, color) {
                _ if !obligation.obliges(state, core, color) => 0,
                0 => obligation.within,
                left => left,
            };
            state.set_counter(core, Counter::Obligation, color, left);
        }
    }
}

impl Goal for RoyalObligationRule {
    /// Starts, counts down and ends obligations.
    fn after_move<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        mover: Color,
        _: bool,
    ) {
        let (core, Some(obligation)) = (game.core(), table) else { return };
        for color in Color::BOTH {
            let left = state.counter(Counter::Obligation, color);
            let next = match (obligation.obliges(state, core, color), left) {
                (false, _) => 0,
                (true, 0) => obligation.within,
                (true, _) => left - u8::from(color == mover),
            };
            state.set_counter(core, Counter::Obligation, color, next);
        }
    }

    #[inline(always)]
    fn restricts<const W: usize>(state: &State<W>, core: &Core<W>, table: &Self::Table<W>) -> bool {
        table.as_ref().is_some_and(|obligation| obligation.limits(state, core))
    }

    fn allows<const W: usize>(state: &State<W>, game: &impl Game<W>, table: &Self::Table<W>, m: Move) -> bool {
        table.as_ref().is_none_or(|obligation| obligation.is_met(state, game, m))
    }

    /// At its last chance a side has lost that has moves but for its obligation.
    fn neglected<const W: usize>(state: &State<W>, game: &impl Game<W>, _: &Self::Table<W>) -> Option<Reason> {
        let last_chance = state.counter(Counter::Obligation, state.side) == 1;
        let neglects = last_chance && game.has_unrestricted(state);
        neglects.then(|| Reason::rule("duty", "the royal can't get to where it must be"))
    }
}

/// The table of the rule.
pub(crate) struct RoyalObligationTable<const W: usize> {
    region: ByColor<BitBoard<W>>,
    released_by: Vec<PieceType>,
    within: u8,
}

/// Compiles the rule, if the game has it.
fn compile<const W: usize>(spec: &Spec) -> Option<RoyalObligationTable<W>> {
    let obligation = spec.goals.royal_obligation.as_ref()?;
    Some(RoyalObligationTable {
        region: obligation.region.as_ref().map(BitBoard::from_set),
        released_by: obligation.released_by.clone(),
        within: obligation.within,
    })
}

impl<const W: usize> RoyalObligationTable<W> {
    fn is_released(&self, state: &State<W>, color: Color) -> bool {
        self.released_by.iter().any(|&kind| !state.of(color, kind).is_empty())
    }

    fn is_inside(&self, state: &State<W>, core: &Core<W>, color: Color) -> bool {
        state.royals(core, color).without(self.region[color]).is_empty()
    }

    /// Whether the obligation of the side to move forbids some moves: its royals must stay inside, or have to be
    /// there after this move.
    #[inline(always)]
    fn limits(&self, state: &State<W>, core: &Core<W>) -> bool {
        !self.is_released(state, state.side)
            && (state.counter(Counter::Obligation, state.side) == 1 || self.is_inside(state, core, state.side))
    }

    /// Whether a move of the side to move is one that its obligation allows.
    fn is_met(&self, state: &State<W>, game: &impl Game<W>, m: Move) -> bool {
        let (us, core) = (state.side, game.core());
        if !self.limits(state, core) {
            return true;
        }
        // Nothing releases the royals before the move.
        let (mut royals, mut releasing) = (state.royals(core, us), 0);
        game.changes(state, m, |change| match change {
            Change::Leaves(owner, kind, cell) if owner == us => {
                royals.remove(cell);
                releasing -= i32::from(self.released_by.contains(&kind));
            }
            Change::Comes(owner, kind, cell) if owner == us => {
                releasing += i32::from(self.released_by.contains(&kind));
                if core.royals.has(kind) {
                    royals.insert(cell);
                }
            }
            _ => {}
        });
        releasing > 0 || royals.without(self.region[us]).is_empty()
    }

    /// Whether a royal of a side must go inside.
    fn obliges(&self, state: &State<W>, core: &Core<W>, color: Color) -> bool {
        !self.is_released(state, color) && !self.is_inside(state, core, color)
    }
}
