//! The search of the tree of moves.

mod node;
mod picker;
mod quiescence;
mod root;
mod worker;

pub(crate) use root::RootMove;
pub(crate) use worker::{Shared, Worker};
