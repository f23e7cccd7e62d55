//! What positions are worth.

mod weights;

pub use weights::{Weights, WeightsError};
