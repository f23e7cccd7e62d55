//! How games end.

use crate::board::State;
use crate::tables::Core;
use crate::{Color, Reason};

/// A condition that ends the game; made for a game once, and only if the game has it.
pub(crate) trait EndCondition<const W: usize>: Send + Sync {
    /// Whether it holds, and who has won then; `Some(None)`: a draw.
    fn winner(&self, core: &Core<W>, state: &State<W>) -> Option<Option<Color>>;

    /// Whether only captures bring a side nearer to winning by it.
    fn needs_captures(&self) -> bool {
        false
    }

    /// What to report of it, where it holds.
    fn reason(&self, core: &Core<W>, state: &State<W>, winner: Option<Color>) -> Reason;
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
