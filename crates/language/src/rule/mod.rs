//! The rules of games: one file for each, which declares its words, reads them and explains them.
//!
//! Adding a rule takes a file with a [`Rule`] and one line in [`RULES`].

mod bare_royals;
mod castling;
mod check_count;
mod checkmate;
mod constraint;
mod counting;
mod declaration;
mod double_step;
mod draws;
mod duty;
mod effect;
mod end;
mod extinction;
pub(crate) mod first_move;
mod hand;
mod move_count;
mod no_facing;
mod pass;
mod promotion;
mod promotion_elsewhere;
mod reach;
mod rebirth;
mod repetition;
mod royals;
mod scope;
mod sees;
mod stalemate;
mod swap;
mod turn;

pub(crate) use declaration::{Rule, Topic};
pub(crate) use end::{CONDITIONS, retell};
pub(crate) use scope::Scope;

/// All rules, in the order in which they are read and explained.
pub(crate) static RULES: &[Rule] = &[
    promotion::RULE,
    hand::RULE,
    promotion_elsewhere::RULE,
    double_step::RULE,
    first_move::RULE,
    castling::RULE,
    swap::RULE,
    effect::RULE,
    turn::RULE,
    pass::RULE,
    sees::RULE,
    constraint::RULE,
    royals::RULE,
    checkmate::RULE,
    stalemate::RULE,
    extinction::RULE,
    reach::RULE,
    check_count::RULE,
    end::RULE,
    no_facing::RULE,
    repetition::RULE,
    move_count::RULE,
    bare_royals::RULE,
    counting::RULE,
    draws::RULE,
    duty::RULE,
];
