//! Moves that must be made before others, moves that may not give check, and moves that what stands around forbids (O1 to O3, K6 to K9).

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Color, Occasion, PieceType, SpecError, Whose};
use spielraum_geometry::Offset;

/// The most constraints of a game.
pub const MAX_CONSTRAINTS: usize = 16;

/// How many moves one after the other are looked at at most to see whether one is checkmate, where that depends on whether the answers
/// are (K10, K11).
pub const MOST_AHEAD: u8 = 4;

/// The largest board of a game in which that is asked.
pub const MOST_CELLS_AHEAD: usize = 128;

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
    /// Such a move does not give check, unless it is checkmate where that is allowed (K10).
    NoCheck {
        /// Whether it may be checkmate.
        but_mate: bool,
    },
    /// A move does not give checkmate if another would, too (K11).
    OneMate,
    /// Such a move captures none of these types, none of which is royal. They are attacked all the same.
    NoCapture(Vec<PieceType>),
    /// Such a move of a royal does not leave check, unless it captures the only piece that gives it (O10).
    NoFlight,
    /// Such a move is legal only where something holds, or only where it doesn't (K6).
    Only {
        /// What is asked.
        when: Circumstance,
        /// Whether it must hold.
        holds: bool,
    },
    /// Of the moves that all else leaves, one that goes as far as any must be made, or one that goes no farther than any (K9).
    Far {
        /// Whether it is the longest.
        longest: bool,
    },
}

impl Demand {
    /// Whether moves must be tried to see whether they are checkmate.
    pub(crate) fn asks_for_mates(&self) -> bool {
        matches!(self, Self::NoCheck { but_mate: true } | Self::OneMate)
    }
}

/// How pieces stand to each other, as a move is judged by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Circumstance {
    /// Of which piece it is asked.
    pub of: Subject,
    /// The types of which it is asked; of any if the list is empty.
    pub types: Vec<PieceType>,
    /// Whether it is not asked of royals.
    pub spares_royals: bool,
    /// What is asked of it.
    pub what: Relation,
}

/// The piece of which something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The piece that moves, before the move.
    Mover,
    /// The piece on the cell on which the move ended, when all that follows the move has happened.
    MoverAfter,
    /// The piece that is captured, before the move.
    Captured,
    /// Any piece of either side, when all that follows the move has happened.
    AnyAfter,
}

/// What may hold for a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Other pieces attack its cell.
    Observed {
        /// Pieces of its own side, which could capture there if an enemy stood in its place, or of the enemy's.
        by: Whose,
        /// Which of them count.
        with: Observers,
    },
    /// Something stands on one of the cells to which these steps lead, as the piece's side goes.
    Beside(ByColor<Vec<Offset>>),
}

/// Which pieces count as observers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Observers {
    /// All.
    Any,
    /// Those of the same type as the observed piece.
    Alike,
    /// Those of these types.
    Types(Vec<PieceType>),
}

impl Constraint {
    /// Whether it speaks of moves of a kind.
    pub fn speaks_of(&self, kind: Occasion) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Whether it forbids captures by how pieces stand, so that such a capture gives no check either (K7).
    pub fn limits_checks(&self) -> bool {
        matches!(self.demand, Demand::Only { .. }) && self.speaks_of(Occasion::Capture)
    }
}

pub(crate) struct ConstraintRule;

impl RuleData for ConstraintRule {
    type Data = Vec<Constraint>;

    fn validate(check: &mut Check<'_>, constraints: &Self::Data) {
        check.range("the number of constraints", constraints.len() as i64, 0, MAX_CONSTRAINTS as i64);
        for constraint in constraints {
            check.types("a constraint", &constraint.movers);
            if constraint.demand.asks_for_mates() {
                check.require(check.board.len() <= MOST_CELLS_AHEAD, || {
                    SpecError::Constraint("asks for checkmate on a board of more than 128 cells")
                });
            }
            let says_what = !constraint.kinds.is_empty() || !constraint.movers.is_empty();
            match &constraint.demand {
                Demand::Must => check.require(says_what, || SpecError::Constraint("says no moves that must be made")),
                Demand::NoCheck { .. } => check.needs_royal("a ban on giving check", true),
                Demand::OneMate => {
                    check.needs_royal("a ban on checkmate", true);
                    check.require(!says_what, || SpecError::Constraint("compares some of the moves that mate only"));
                }
                Demand::NoFlight => check.needs_royal("a ban on leaving check", true),
                Demand::NoCapture(types) => {
                    let exist = types.iter().all(|kind| kind.index() < check.pieces.len());
                    check.require(exist, || SpecError::NoSuchType("a constraint"));
                    check.require(!types.is_empty(), || SpecError::Constraint("says nothing that may not be captured"));
                    check.no_royal(types, "a royal is never captured, and attacked by everything that could");
                }
                Demand::Only { when, .. } => {
                    check.types("a constraint", &when.types);
                    match &when.what {
                        Relation::Observed { with: Observers::Types(types), .. } => {
                            check.require(!types.is_empty(), || SpecError::Constraint("names nothing that observes"));
                            check.types("a constraint", types);
                        }
                        Relation::Observed { .. } => {}
                        Relation::Beside(steps) => {
                            for steps in [&steps.white, &steps.black] {
                                check.require(!steps.is_empty(), || SpecError::Constraint("leads nowhere"));
                                check.offsets("the distance of a constraint", steps);
                            }
                        }
                    }
                }
                Demand::Far { .. } => {
                    check.require(!says_what, || SpecError::Constraint("compares the lengths of some moves only"))
                }
            }
        }
    }
}
