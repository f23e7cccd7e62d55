//! The rules of games: one file for each, registered by one line of `rules!` below.
//!
//! A file has everything that its rule does: its tables, its moves and what they change, and what it counts. How games end is
//! data, see [`Endings`]. Its plain data is in the file of the same name in the crate `spielraum_spec`. A rule knows the board
//! ([`State`], [`Core`]) and its own table; what it asks of the game as a whole is in [`Game`].

mod ending;
pub(crate) mod repetition;
mod traits;

pub(crate) use ending::{Endings, Verdict};
pub(crate) use traits::Game;

use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::part::Part;
use crate::board::sink::{Flow, Sink};
use crate::board::targets::Occupancy;
use crate::setup::SetupReason;
use crate::spec::{Counter, Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Move, Reason};
use traits::{Goal, MoveRule, Rule};

/// Declares the files of the rules, the tables of all of them, and what is asked of all of them in turn.
macro_rules! rules {
    (
        moves: $($move_module:ident::$move_rule:ident),* $(,)?;
        goals: $($module:ident::$rule:ident),* $(,)?;
    ) => {
        $(pub(crate) mod $move_module;)*
        $(pub(crate) mod $module;)*

        /// What each rule is compiled to.
        pub(crate) struct RuleTables<const W: usize> {
            $(pub(crate) $move_module: <$move_module::$move_rule as Rule>::Table<W>,)*
            $(pub(crate) $module: <$module::$rule as Rule>::Table<W>,)*
        }

        impl<const W: usize> RuleTables<W> {
            /// Compiles the rules of a game.
            pub(crate) fn build(core: &Core<W>, budget: &mut Budget) -> Result<Self, CompileError> {
                Ok(Self {
                    $($move_module: $move_module::$move_rule::compile(core, budget)?,)*
                    $($module: $module::$rule::compile(core, budget)?,)*
                })
            }

            /// Puts what a setup says of the rules into a state on which all pieces stand, and reports what is wrong.
            pub(crate) fn set_up(
                &self,
                state: &mut State<W>,
                game: &impl Game<W>,
                setup: &Setup,
                reasons: &mut Vec<SetupReason>,
            ) {
                set_up_counters(state, game.core(), setup, reasons);
                if state.deficits.iter().all(|&deficits| deficits > 0) {
                    reasons.push(SetupReason::BothExtinct);
                }
                $($move_module::$move_rule::set_up(state, game, &self.$move_module, setup, reasons);)*
                $($module::$rule::set_up(state, game, &self.$module, setup, reasons);)*
                // Whether it can be answered depends on all the rest.
                if reasons.is_empty() {
                    state.hash_en_passant(game);
                }
            }

            /// Gives the legal moves that rules make to a sink.
            #[inline(always)]
            pub(crate) fn generate<P: Part, S: Sink<W>>(
                &self,
                state: &State<W>,
                game: &impl Game<W>,
                masks: &CheckMasks<W>,
                cells: &Occupancy<W>,
                sink: &mut S,
            ) -> Flow {
                $($move_module::$move_rule::generate::<P, S, W>(state, game, &self.$move_module, masks, cells, sink)?;)*
                Flow::Continue(())
            }

            /// Lets the rules count what a move of `mover` has just done.
            pub(crate) fn after_move(
                &self,
                state: &mut State<W>,
                game: &impl Game<W>,
                mover: Color,
                gives_check: bool,
            ) {
                $($module::$rule::after_move(state, game, &self.$module, mover, gives_check);)*
            }

            /// Whether a rule forbids moves of this position that are legal otherwise.
            #[inline(always)]
            pub(crate) fn restrict(&self, state: &State<W>, core: &Core<W>) -> bool {
                false $(|| $module::$rule::restricts(state, core, &self.$module))*
            }

            /// Whether the rules allow a move of a position in which one [restricts](Self::restrict) them.
            pub(crate) fn allow(&self, state: &State<W>, game: &impl Game<W>, m: Move) -> bool {
                true $(&& $module::$rule::allows(state, game, &self.$module, m))*
            }

            /// Why the side to move, which has no legal move and is not in check, has lost by a rule.
            pub(crate) fn neglected(&self, state: &State<W>, game: &impl Game<W>) -> Option<Reason> {
                None $(.or_else(|| $module::$rule::neglected(state, game, &self.$module)))*
            }
        }

        /// Whether it matters in a game that a move gives check.
        pub(crate) fn watches_checks(spec: &Spec) -> bool {
            repetition::watches_checks(spec) $(|| $move_module::$move_rule::watches_checks(spec))* $(|| $module::$rule::watches_checks(spec))*
        }
    };
}

// Their order is that in which their moves are generated. What ends a game is in `ending`, what recurs in `repetition`.
rules! {
    moves:
        promotion::PromotionRule,
        own_promotion::OwnPromotionRule,
        remote_promotion::RemotePromotionRule,
        double_step::DoubleStepRule,
        castling::CastlingRule,
        swap::SwapRule,
        hand::HandRule,
        first_move::FirstMoveRule,
        pass::PassRule,
        placing::PlacingRule;
    goals:
        royal_obligation::RoyalObligationRule,
        check_count::CheckCount,
        pass_count::PassCount,
        counting::Counting,
        mates::Mates;
}

/// Puts what is counted into a state.
fn set_up_counters<const W: usize>(
    state: &mut State<W>,
    core: &Core<W>,
    setup: &Setup,
    reasons: &mut Vec<SetupReason>,
) {
    for &counter in Counter::ALL {
        let count = core.spec.goals.counts().find(|(counted, _)| *counted == counter);
        let (what, most) = count.map_or(("what the game does not count", 0), |(_, count)| (count.what, count.most));
        for color in Color::BOTH {
            let found = setup.counters[counter][color];
            if found > most {
                reasons.push(SetupReason::Count { what, found, most });
            } else {
                state.set_counter(core, counter, color, found);
            }
        }
    }
}
