//! What positions are worth.

mod accumulator;
mod defaults;
mod evaluation;
mod evaluator;
mod expected_mobility;
mod geometry;
mod mop_up;
mod output;
mod piece_values;
mod scale_factor;
mod terms;
mod weights;

pub(crate) use evaluation::Evaluation;
pub(crate) use evaluator::Evaluator;
pub use piece_values::piece_values;
pub(crate) use weights::Layout;
pub use weights::{Term, Weight, Weights, WeightsError};

use spielraum_rules::{Change, Color, Position};

/// A static evaluation that follows the moves of a search. The search knows no more of it than this, so that a network
/// can take its place.
///
/// It keeps a stack of accumulators, one for each position on the way to the present one; the position that it is asked
/// about must be the one to which the moves pushed lead.
pub(crate) trait Evaluate {
    /// Pushes the accumulator of the position after a move that made these changes on the board and in the hands.
    fn push(&mut self, changes: &[Change]);

    /// Pushes the accumulator of the position after a null move.
    fn push_null(&mut self);

    /// Pops the accumulator of the position after the last move.
    fn pop(&mut self);

    /// What the position is worth to the side to move, in centipawns, between the scores of wins and losses.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// The same by the accumulator alone, which takes next to no time.
    fn estimate(&self, position: &Position) -> i32;

    /// Whether a network evaluates, and not the classical terms.
    fn is_learned(&self) -> bool;

    /// Numbers that go with the material of both sides, where the zeroing pieces are, and the other pieces of each side.
    fn keys(&self) -> [u64; 4];
}

/// 1 for White, -1 for Black.
#[inline(always)]
fn sign(color: Color) -> i32 {
    1 - 2 * color as i32
}
