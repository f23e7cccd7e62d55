//! From the rules' types to those of the wire.

mod position;
mod variant;

pub(crate) use position::{lines, move_of, position, result};
pub(crate) use variant::{summary, variant};
