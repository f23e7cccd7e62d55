//! From the domain's and the rules' types to those of the wire, and back.

mod game;
mod legal;
mod position;
mod variant;

pub(crate) use game::{clock, ending, game_summary, players};
pub(crate) use legal::legal_moves;
pub(crate) use position::{lines, move_of, position};
pub(crate) use variant::{summary, variant};
