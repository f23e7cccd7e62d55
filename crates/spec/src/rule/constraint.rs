//! Moves that must be made before others, and moves that may not give check (O1 to O3).

use super::data::RuleData;
use crate::check::Check;
use crate::{Color, Occasion, PieceType, SpecError};

/// The most constraints of a game.
pub const MAX_CONSTRAINTS: usize = 16;

/// A rule that leaves a side fewer moves than are legal otherwise. First everything that may not be done falls
/// away; then each [must](Demand::Must), in the order of the game's list, narrows what those before it have left (O1).
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// What is demanded.
    pub demand: Demand,
    /// The side of which the rule speaks; `None`: of either.
    pub only: Option<Color>,
    /// The kinds of moves of which it speaks; of all kinds if the list is empty.
    pub kinds: Vec<Occasion>,
    /// The types that make these moves; any if the list is empty. A castling is its king's move, a swap its royal's.
    pub movers: Vec<PieceType>,
}

/// What a constraint demands of the moves of which it speaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// A side that can make such a move makes one.
    Must,
    /// Such a move does not give check.
    NoCheck,
    /// Such a move captures none of these types, none of which is royal. They are attacked all the same.
    NoCapture(Vec<PieceType>),
    /// Such a move of a royal does not leave check, unless it captures the only piece that gives it (O10).
    NoFlight,
}

pub(crate) struct ConstraintRule;

impl RuleData for ConstraintRule {
    type Data = Vec<Constraint>;

    fn validate(check: &mut Check<'_>, constraints: &Self::Data) {
        check.range("the number of constraints", constraints.len() as i64, 0, MAX_CONSTRAINTS as i64);
        for constraint in constraints {
            check.types("a constraint", &constraint.movers);
            let says_what = !constraint.kinds.is_empty() || !constraint.movers.is_empty();
            match &constraint.demand {
                Demand::Must => check.require(says_what, || SpecError::Constraint("says no moves that must be made")),
                Demand::NoCheck => check.needs_royal("a ban on giving check", true),
                Demand::NoFlight => check.needs_royal("a ban on leaving check", true),
                Demand::NoCapture(types) => {
                    let exist = types.iter().all(|kind| kind.index() < check.pieces.len());
                    check.require(exist, || SpecError::NoSuchType("a constraint"));
                    check.require(!types.is_empty(), || SpecError::Constraint("says nothing that may not be captured"));
                    check.no_royal(types, "a royal is never captured, and attacked by everything that could");
                }
            }
        }
    }
}
