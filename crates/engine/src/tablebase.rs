//! Endgame tables, as far as the engine knows them.

use crate::Score;
use spielraum_rules::Position;
use std::fmt::Debug;

/// Endgame tables of one game: exact values of positions of a few pieces.
pub trait Tablebase: Debug + Send + Sync {
    /// The most pieces that a position in a table has.
    fn max_pieces(&self) -> u32;

    /// The value of a position that is not over, for the side to move: [`Score::DRAW`], or a win or loss in the number of
    /// plies to the end of the game with best play. What the moves before decide is not considered: repetition and the move
    /// count. `None` where no table has it.
    fn probe(&self, position: &Position) -> Option<Score>;
}
