//! The lobby: what players would like to play with each other.
//!
//! The database has the open seeks, and decides who accepts one: the seek goes in the transaction in which its game
//! begins. What is in memory ([`Lobby`]) is for those who look on, and to find quickly what fits.

mod board;
mod seeking;
#[cfg(test)]
mod tests;

pub(crate) use board::{ChallengeNews, Happened, Lobby};
pub(crate) use seeking::{Answer, Seeker};
