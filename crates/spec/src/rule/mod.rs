//! The plain data of the rules of games: one file for each, registered by one line of `rules!` below or, where it makes
//! moves, by a field of [`Spec`](crate::Spec).
//!
//! A file has the data, what makes it wrong, and how a FEN says what the rule keeps in a position. What the rule does is in the
//! file of the same name in the crate `spielraum_rules`.

pub(crate) mod castling;
pub(crate) mod data;
pub(crate) mod double_step;
pub(crate) mod hand;
pub(crate) mod promotion;
pub(crate) mod remote_promotion;
pub(crate) mod swap;

use crate::check::Check;
use crate::{BareRoyals, ByColor, Family, NoMoves, Reach, Repetition, RoyalObligation};
use data::{Count, RuleData};
use spielraum_geometry::Offset;
use std::ops::{Index, IndexMut};

/// Declares the files of the rules that end games, count or forbid moves, and what [`Goals`] says of each.
macro_rules! rules {
    ($(
        $(#[$doc:meta])*
        $module:ident::$rule:ident { $field:ident: $data:ty } $(counting $counter:ident)?
    ),* $(,)?) => {
        $(pub(crate) mod $module;)*

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
            pub const ALL: &[Self] = &[$($(Self::$counter,)?)*];
        }

        impl Goals {
            /// Reports what is wrong with the rules' data.
            pub(crate) fn validate(&self, check: &mut Check<'_>) {
                $($module::$rule::validate(check, &self.$field);)*
            }

            /// What a game's rules count.
            pub fn counts(&self) -> impl Iterator<Item = (Counter, Count)> + use<> {
                let counts = [$($($module::$rule::count(&self.$field).map(|count| (Counter::$counter, count)),)?)*];
                counts.into_iter().flatten()
            }
        }
    };
}

// The order is that in which their fields stand in a FEN.
rules! {
    /// The royal's obligation to be inside a region (Q17).
    royal_obligation::RoyalObligationRule { royal_obligation: Option<RoyalObligation> } counting Obligation,
    /// Along these directions, one for each line, the royals may not face each other with nothing between (N2, Q10).
    no_facing::NoFacing { facing: Vec<Offset> },
    /// A side that a move, its own or the enemy's, leaves with fewer than [`Family::least`](crate::Family::least) pieces of
    /// one of these has lost (X3, F3); if both sides are, the one that has not moved.
    extinction::Extinction { families: Vec<Family> },
    /// A side that has a piece of a type in a region has won.
    reach::ReachRule { reach: Option<Reach> },
    /// A side that has given this many checks has won, 1 to 9.
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
