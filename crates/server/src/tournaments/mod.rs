//! Tournaments: they are created and joined, and go on by themselves.
//!
//! The database has everything: who takes part, who was paired with whom, and, in the games' own rows, what came of it. A pairing is
//! stored in the transaction in which its games begin. What is due in a tournament follows from that alone (`advance.rs`), so a server
//! that was killed goes on where it was. One task does it for all tournaments (`holding.rs`), so nobody is paired twice.

mod advance;
mod entering;
mod games;
mod holding;
mod known;

pub(crate) use entering::{Entrant, Kind};
pub(crate) use known::Tournaments;
