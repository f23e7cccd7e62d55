//! What positions are worth.

mod defaults;
mod evaluator;
mod geometry;
mod weights;

pub(crate) use evaluator::{Evaluator, Tally};
pub(crate) use weights::Layout;
pub use weights::{Term, Weight, Weights, WeightsError};
