//! Positions as they are played: the board with the rules.

mod constraints;
mod effects;
mod exchange;
mod expand;
mod first_moves;
mod generate;
mod make;
mod null;
mod outcome;
mod perft;
mod repetition;
mod selected;
mod settle;
pub(crate) mod setup;
mod tables;

pub(crate) use tables::Tables;
