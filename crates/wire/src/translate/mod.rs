//! From the rules' types to those of the wire, and back.

mod definition;
mod game;
mod legal;
mod position;
mod variant;

pub use definition::{WORKSHOP, definition_id, faults, is_definition_id};
pub use game::{clock, ending};
pub use legal::legal_moves;
pub use position::{hands, lines, move_of, pieces, position};
pub use variant::{chosen, summary, variant};
