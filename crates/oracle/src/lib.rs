//! The oracle: a slow, obvious move generator. Not shipped; test-only.
//!
//! It reads a [`Spec`](spielraum_spec::Spec) word by word, on plain vectors of pieces: it walks every line anew, tries every
//! move on a copy of the position and asks every enemy piece what it attacks. It shares nothing with
//! the fast generator of `spielraum_rules` but the `Spec`, so that the two can be compared.
//!
//! Where the rules leave something open that no catalogued game needs, the comment says which reading
//! the oracle takes.
//!
//! - [`State`]: a position, with its FEN (`fen`)
//! - `reach`: where pieces go and what they attack
//! - `moves`: what each side may try; `effects`: what that does to the position; `consequences`: what follows it
//! - `first_moves`: what pieces may do as long as they have not moved
//! - `legality`: which of it is legal, and everything that follows a move; `constraints`: what must and may not be done
//! - `outcome`: how the game stands by its position; `faults`: what makes a position impossible
//! - `view`: what a side may know of a position
//! - [`History`]: how it stands by all its positions: repetition, perpetual check, the move count

mod attempt;
mod circumstances;
mod consequences;
mod constraints;
mod counting;
mod effects;
mod faults;
mod fen;
mod first_moves;
mod history;
mod legality;
mod mates;
mod moves;
mod outcome;
mod reach;
mod rebirth;
mod state;
mod view;

pub use history::History;
pub use outcome::perft;
pub use state::{EnPassant, Placement, State};
