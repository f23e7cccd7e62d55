//! Standard algebraic notation for every game, on boards of any shape (docs/notation.md, "SAN").
//!
//! `parts` takes moves and texts apart and finds which legal moves a text can mean. `write` asks it whether a text means one
//! move alone, `read` which move that is, so both have the same idea of what is ambiguous.

mod error;
mod parts;
mod read;
mod write;

pub use error::SanError;
