//! From the domain's and the rules' types to those of the wire, and back.

mod game;
mod rating;

pub(crate) use game::{game_summary, players};
pub(crate) use spielraum_wire::translate::*;
