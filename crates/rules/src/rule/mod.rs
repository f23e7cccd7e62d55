//! The rules of games: one file for each, registered by one line of `rules!` below.
//!
//! A file has everything of its rule: the plain data, what makes it wrong, its tables, its moves and what they change, what it
//! counts and writes into a position, and how it ends the game.

use crate::setup::{Setup, SetupReason};
use crate::spec::Spec;
use crate::state::State;
use crate::state::check_mask::CheckMasks;
use crate::state::part::Part;
use crate::state::sink::{Flow, Sink};
use crate::state::targets::Occupancy;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{ByColor, Color, Move, Reason};
use std::ops::{Index, IndexMut};

/// A rule. What it does not say is as it is here, and costs nothing.
pub(crate) trait Rule {
    /// Tells what is wrong with its data.
    fn validate(_check: &mut Check<'_>) {}

    /// Whether it must know of each move whether it gives check.
    fn watches_checks(_spec: &Spec) -> bool {
        false
    }

    /// Puts what a setup says of it into a state on which all pieces stand, and tells what is wrong.
    fn set_up<const W: usize>(_state: &mut State<W>, _t: &Tables<W>, _setup: &Setup, _reasons: &mut Vec<SetupReason>) {}
}

/// A rule that makes moves.
pub(crate) trait MoveRule: Rule {
    /// Gives its legal moves of a part to a sink.
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        _state: &State<W>,
        _t: &Tables<W>,
        _masks: &CheckMasks<W>,
        _cells: &Occupancy<W>,
        _sink: &mut S,
    ) -> Flow {
        Flow::Continue(())
    }
}

/// A rule that ends games, counts, or forbids moves.
pub(crate) trait Goal: Rule {
    /// Adds the conditions by which it ends the game.
    fn end<const W: usize>(_spec: &Spec, _endings: &mut Endings<W>) {}

    /// What it counts for each side, in a game that has it.
    fn count(_spec: &Spec) -> Option<Count> {
        None
    }

    /// Counts what a move of `mover` has just done; asked in games that count something.
    fn after_move<const W: usize>(_state: &mut State<W>, _t: &Tables<W>, _mover: Color, _gives_check: bool) {}

    /// Whether it forbids moves of this position that are legal otherwise.
    fn restricts<const W: usize>(_state: &State<W>, _t: &Tables<W>) -> bool {
        false
    }

    /// Whether it allows a move of a position in which it [restricts](Self::restricts) them.
    fn allows<const W: usize>(_state: &State<W>, _t: &Tables<W>, _m: Move) -> bool {
        true
    }

    /// Why the side to move, which has no legal move and is not in check, has lost by this rule.
    fn neglected<const W: usize>(_state: &State<W>, _t: &Tables<W>) -> Option<Reason> {
        None
    }
}

/// Declares the files of the rules, what [`Goals`] says of each, and what is asked of all of them in turn.
macro_rules! rules {
    (
        moves: $($move_module:ident::$move_rule:ident),* $(,)?;
        goals: $(
            $(#[$doc:meta])*
            $module:ident::$rule:ident { $field:ident: $data:ty } $(counting $counter:ident)?
        ),* $(,)?
    ) => {
        $(pub(crate) mod $move_module;)*
        $(pub(crate) mod $module;)*

        /// The plain data of all rules.
        pub mod data {
            $(#[allow(unused_imports)] pub use super::$move_module::*;)*
            $(#[allow(unused_imports)] pub use super::$module::*;)*
        }

        use data::*;

        /// The goals and bans of a game. A side whose royal is attacked and that has no legal move has lost (checkmate)
        /// wherever there is a royal. A game that says nothing of them has no others: having no legal move and bare royals
        /// are a draw, nothing else ends it.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Goals {
            $($(#[$doc])* pub $field: $data,)*
        }

        /// Something that a position counts for each side, and that is part of its hash.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Counter {
            $($(
                #[doc = concat!("What the rule `", stringify!($module), "` counts.")]
                $counter,
            )?)*
        }

        impl Counter {
            /// All there are.
            pub(crate) const ALL: &[Self] = &[$($(Self::$counter,)?)*];
        }

        /// Tells what is wrong with the rules' data.
        pub(crate) fn validate(check: &mut Check<'_>) {
            $($move_module::$move_rule::validate(check);)*
            $($module::$rule::validate(check);)*
        }

        /// Whether it matters in a game that a move gives check.
        pub(crate) fn watches_checks(spec: &Spec) -> bool {
            false $(|| $move_module::$move_rule::watches_checks(spec))* $(|| $module::$rule::watches_checks(spec))*
        }

        /// Puts what a setup says of the rules into a state on which all pieces stand, and tells what is wrong.
        pub(crate) fn set_up<const W: usize>(
            state: &mut State<W>,
            t: &Tables<W>,
            setup: &Setup,
            reasons: &mut Vec<SetupReason>,
        ) {
            set_up_counters(state, t, setup, reasons);
            $($move_module::$move_rule::set_up(state, t, setup, reasons);)*
            $($module::$rule::set_up(state, t, setup, reasons);)*
        }

        /// Gives the legal moves that rules make to a sink.
        #[inline(always)]
        pub(crate) fn generate<P: Part, S: Sink<W>, const W: usize>(
            state: &State<W>,
            t: &Tables<W>,
            masks: &CheckMasks<W>,
            cells: &Occupancy<W>,
            sink: &mut S,
        ) -> Flow {
            $($move_module::$move_rule::generate::<P, S, W>(state, t, masks, cells, sink)?;)*
            Flow::Continue(())
        }

        impl<const W: usize> Endings<W> {
            /// The conditions that a game has.
            pub(crate) fn of(spec: &Spec) -> Self {
                let mut endings = Self { wins: Vec::new(), draws: Vec::new(), repetitions: Vec::new(), limits: Vec::new() };
                $($module::$rule::end(spec, &mut endings);)*
                endings
            }
        }

        /// What a game's rules count.
        pub(crate) fn counts(spec: &Spec) -> impl Iterator<Item = Count> + use<> {
            [$($module::$rule::count(spec),)*].into_iter().flatten()
        }

        /// Lets the rules count what a move of `mover` has just done.
        pub(crate) fn after_move<const W: usize>(
            state: &mut State<W>,
            t: &Tables<W>,
            mover: Color,
            gives_check: bool,
        ) {
            $($module::$rule::after_move(state, t, mover, gives_check);)*
        }

        /// Whether a rule forbids moves of this position that are legal otherwise.
        #[inline(always)]
        pub(crate) fn restrict<const W: usize>(state: &State<W>, t: &Tables<W>) -> bool {
            false $(|| $module::$rule::restricts(state, t))*
        }

        /// Whether the rules allow a move of a position in which one [restricts](restrict) them.
        pub(crate) fn allow<const W: usize>(state: &State<W>, t: &Tables<W>, m: Move) -> bool {
            true $(&& $module::$rule::allows(state, t, m))*
        }

        /// Why the side to move, which has no legal move and is not in check, has lost by a rule.
        pub(crate) fn neglected<const W: usize>(state: &State<W>, t: &Tables<W>) -> Option<Reason> {
            None $(.or_else(|| $module::$rule::neglected(state, t)))*
        }
    };
}

// Their order is that in which their moves are generated and their conditions asked.
rules! {
    moves:
        promotion::PromotionRule,
        remote_promotion::RemotePromotionRule,
        double_step::DoubleStepRule,
        castling::CastlingRule,
        swap::SwapRule,
        hand::HandRule;
    goals:
        /// The royal's obligation to be inside a region (Q17).
        royal_obligation::RoyalObligationRule { royal_obligation: Option<RoyalObligation> } counting Obligation,
        /// Along these directions, one for each line, the royals may not face each other with nothing between (N2, Q10).
        no_facing::NoFacing { facing: Vec<spielraum_geometry::Offset> },
        /// A side that a move, its own or the enemy's, leaves with fewer than [`Family::least`] pieces of one of these has
        /// lost (X3, F3); if both sides are, the one that has not moved.
        extinction::Extinction { families: Vec<Family> },
        /// A side that has a piece of a type in a region has won.
        reach::ReachRule { reach: Option<Reach> },
        /// A side that has given so many checks has won, 1 to 9.
        check_count::CheckCount { check_count: Option<u8> } counting Checks,
        /// Whether a game with nothing but the royals is over (G6).
        bare_royals::BareRoyalsRule { bare_royals: BareRoyals },
        /// What having no legal move means when it is not checkmate (G2, G3, N3).
        stalemate::Stalemate { no_moves: NoMoves },
        /// What repeated positions mean.
        repetition::RepetitionRule { repetition: Repetition },
        /// The halfmove clock at which the game is a draw (G5); `None`: never.
        move_count::MoveCount { move_count: Option<u16> },
}

/// Puts what is counted into a state.
fn set_up_counters<const W: usize>(state: &mut State<W>, t: &Tables<W>, setup: &Setup, reasons: &mut Vec<SetupReason>) {
    for &counter in Counter::ALL {
        let count = counts(&t.spec).find(|count| count.counter == counter);
        let (what, most) = count.map_or(("what the game does not count", 0), |count| (count.what, count.most));
        for color in Color::BOTH {
            let found = setup.counters[counter][color];
            if found > most {
                reasons.push(SetupReason::Count { what, found, most });
            } else {
                state.set_counter(t, counter, color, found);
            }
        }
    }
}

/// A condition that ends the game; made for a game once, and only if the game has it.
pub(crate) trait EndCondition<const W: usize>: Send + Sync {
    /// Whether it holds, and who has won then; `Some(None)`: a draw.
    fn winner(&self, t: &Tables<W>, state: &State<W>) -> Option<Option<Color>>;

    /// Whether only captures bring a side nearer to winning by it.
    fn needs_captures(&self) -> bool {
        false
    }

    /// What to tell of it, where it holds.
    fn reason(&self, t: &Tables<W>, state: &State<W>, winner: Option<Color>) -> Reason;
}

/// Some end conditions, in the order in which they are asked.
pub(crate) type EndConditions<const W: usize> = Vec<Box<dyn EndCondition<W>>>;

/// The end conditions of a game. They are asked in this order: what wins by the position alone, what draws by the
/// position alone, having no legal move, what has been there before, and how long it has gone on.
pub(crate) struct Endings<const W: usize> {
    /// A side has won by what stands where and by what is counted. No move may be made then, in a perft either.
    pub(crate) wins: EndConditions<W>,
    /// A draw by what stands where.
    pub(crate) draws: EndConditions<W>,
    /// Decided by what has been there before.
    pub(crate) repetitions: EndConditions<W>,
    /// Decided by how long the game has gone on.
    pub(crate) limits: EndConditions<W>,
}

/// What a rule counts for each side, and how a FEN says it.
pub(crate) struct Count {
    pub(crate) counter: Counter,
    /// What is counted, in words.
    pub(crate) what: &'static str,
    /// The largest number.
    pub(crate) most: u8,
    /// Whether its field stands between the en passant field and the halfmove clock, where it may be missing; otherwise it
    /// comes last.
    pub(crate) before_clock: bool,
    /// What the field is called, and how it is written.
    pub(crate) form: fn(most: u8) -> String,
    /// Reads the field.
    pub(crate) parse: fn(text: &str, most: u8) -> Option<ByColor<u8>>,
    /// Writes the field.
    pub(crate) write: fn(counted: ByColor<u8>, most: u8) -> String,
}

/// What the rules of a game count for each side; 0 where they don't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters([ByColor<u8>; Counter::ALL.len()]);

impl Index<Counter> for Counters {
    type Output = ByColor<u8>;

    #[inline(always)]
    fn index(&self, counter: Counter) -> &ByColor<u8> {
        &self.0[counter as usize]
    }
}

impl IndexMut<Counter> for Counters {
    #[inline(always)]
    fn index_mut(&mut self, counter: Counter) -> &mut ByColor<u8> {
        &mut self.0[counter as usize]
    }
}
