//! What a chess variant is, in plain data, and what is wrong with it; positions as somebody wrote them down.
//!
//! A [`Spec`] is what a definition file says once its options are chosen, its inheritance is
//! resolved and everything that depends on the side is worked out: all offsets and regions in it
//! are absolute, given for each side. It is plain public data, not optimized; the slow move generator of the
//! tests reads it directly, and the crate `spielraum_rules` compiles it. [`Spec::faults`] reports whatever is wrong with it
//! that can be seen without compiling it.
//!
//! A [`Setup`] is a position as written, right or wrong; [`Setup::parse`] reads one from a FEN.
//!
//! Numbers such as G4 or Q17 in these pages are those of the published rules of the games.

mod check;
mod color;
mod error;
mod fen;
mod fingerprint;
mod goals;
mod letters;
mod movement;
mod piece_type;
mod rule;
mod setup;
mod spec;
mod type_set;
mod validate;

pub use color::{ByColor, Color, Owner, SideName, SideNames};
pub use error::SpecError;
pub use fen::{FenError, fen_fields};
pub use letters::Letters;
pub use movement::{Distances, Landing, Mode, MovePart, Pattern, StepSet};
pub use piece_type::{MAX_PIECE_TYPES, Mark, Ownership, PieceSpec, PieceType, Symbol};
pub use rule::Goals;
pub use rule::castling::Castling;
pub use rule::checkmate::Checkmate;
pub use rule::constraint::{
    Circumstance, Constraint, Demand, MAX_CONSTRAINTS, MOST_AHEAD, Observers, Relation, Subject,
};
pub use rule::counter::{Counter, Counters};
pub use rule::data::Count;
pub use rule::double_step::{DoubleStep, DoubleStepPath};
pub use rule::draws::{Draws, Points};
pub use rule::effect::{Consequence, Effect, Enemies, MAX_EFFECTS, Occasion};
pub use rule::ending::{
    Bound, Condition, CountLimit, EndResult, EndRule, MAX_CONDITION_DEPTH, MAX_CONDITIONS, MAX_COUNTED_MOVES, Phase,
    Whose,
};
pub use rule::extinction::{Family, MAX_FAMILIES};
pub use rule::first_move::{FirstMove, FirstRights, Gate};
pub use rule::hand::{CapturedPieces, Drop, Hands, MAX_HAND, MAX_PIECES, Near, Neighbours};
pub use rule::mates::{Mate, MateBy};
pub use rule::pass::Pass;
pub use rule::promotion::{Promotion, PromotionForce, PromotionText, PromotionTrigger};
pub use rule::reach::Reach;
pub use rule::rebirth::{Choice, Home, Place, Rebirth, Reborn, RebornAs, Reflection, Shared};
pub use rule::remote_promotion::{RemoteChange, RemotePromotion};
pub use rule::repetition::{Repeater, Repetition};
pub use rule::royal_obligation::RoyalObligation;
pub use rule::royals::RoyalSet;
pub use rule::sees::Sight;
pub use rule::stalemate::NoMoves;
pub use rule::swap::Swap;
pub use rule::turn::{MAX_TURN_PARTS, Placing, Turn, TurnPart};
pub use setup::Setup;
pub use spec::Spec;
pub use type_set::TypeSet;
