//! What the evaluation keeps from move to move.

use super::weights::Weight;
use crate::level::mix;

/// What the pieces of a position are worth where they stand, White's less Black's; kept from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Accumulator {
    pub(super) sum: Weight,
    /// The plain value of all pieces, for each side.
    pub(super) material: [i32; 2],
}

impl Accumulator {
    /// A number that goes with what both sides have.
    pub(crate) fn material_key(&self) -> u64 {
        let [white, black] = self.material;
        mix((white as u64) << 32 | black as u64)
    }
}
