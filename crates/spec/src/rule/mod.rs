//! The plain data of the rules of games: one file for each, registered by one line of `rules!` below or, where it makes
//! moves, by a field of [`Spec`](crate::Spec). What ends a game is an [`EndRule`]; the files of words that end games have the
//! short forms of such rules.
//!
//! A file has the data, what makes it wrong, and how a FEN says what the rule keeps in a position. What the rule does is in the
//! file of the same name in the crate `spielraum_rules`.

pub(crate) mod bare_royals;
pub(crate) mod castling;
pub(crate) mod check_count;
pub(crate) mod constraint;
pub(crate) mod counter;
pub(crate) mod counting;
pub(crate) mod data;
pub(crate) mod double_step;
pub(crate) mod effect;
pub(crate) mod ending;
pub(crate) mod extinction;
pub(crate) mod first_move;
pub(crate) mod hand;
pub(crate) mod move_count;
pub(crate) mod pass;
pub(crate) mod promotion;
pub(crate) mod reach;
pub(crate) mod rebirth;
pub(crate) mod remote_promotion;
pub(crate) mod royals;
pub(crate) mod sees;
pub(crate) mod stalemate;
pub(crate) mod steps;
pub(crate) mod swap;
pub(crate) mod turn;

use crate::check::Check;
use crate::{Checkmate, Counter, Draws, EndRule, Mate, Repetition, RoyalObligation};
use data::{Count, RuleData};
use spielraum_geometry::Offset;

/// Declares the files of the rules that end games, count or forbid moves, and what [`Goals`] says of each.
macro_rules! rules {
    ($(
        $(#[$doc:meta])*
        $module:ident::$rule:ident { $field:ident: $data:ty } $(counting $counter:ident)?
    ),* $(,)?) => {
        $(pub(crate) mod $module;)*

        /// The goals and bans of a game. A side whose royal is attacked and that has no legal move has lost (checkmate)
        /// wherever there is a royal, and having no legal move is a draw otherwise, unless a rule says more. In a game that says
        /// nothing nothing else ends it.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Goals {
            $($(#[$doc])* pub $field: $data,)*
        }

        impl Goals {
            /// Reports what is wrong with the rules' data.
            pub(crate) fn validate(&self, check: &mut Check<'_>) {
                $($module::$rule::validate(check, &self.$field);)*
            }

            /// What a game's rules count.
            pub fn counts(&self) -> impl Iterator<Item = (Counter, Count)> + use<> {
                let counts = [$($($module::$rule::count(&self.$field).map(|count| (Counter::$counter, count)),)?)*];
                counts.into_iter().flatten().chain(pass::count(&self.ends).map(|count| (Counter::Passes, count)))
                    .chain(counting::count(&self.ends))
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
    /// Whether royals may face each other along these directions after all, and the side to move must then end that, or pass
    /// (O9).
    answer_facing::AnswerFacing { answers_facing: bool },
    /// How the game ends, besides checkmate and repetition.
    ends::Ends { ends: Vec<EndRule> } counting Checks,
    /// What repeated positions mean.
    repetition::RepetitionRule { repetition: Repetition },
    /// What checkmate means for the side that is mated.
    checkmate::CheckmateRule { checkmate: Checkmate },
    /// Which mates mean something else.
    mates::MatesRule { mates: Vec<Mate> } counting Series,
    /// Who wins a game that would be a draw.
    draws::DrawsRule { draws: Draws },
}
