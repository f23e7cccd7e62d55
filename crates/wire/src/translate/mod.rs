//! From the types of the rules and of games to those of the wire, and back.

mod game;
mod legal;
mod position;
mod view;

pub use game::{berserk, clock, ending, player};
pub use legal::legal_moves;
pub use position::{hands, lines, made, move_of, moves_of, pieces, position};
pub use view::{Viewer, seen, seen_history, seen_last, seen_legal_moves, seen_move};
