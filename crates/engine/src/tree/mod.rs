//! The search of the tree of moves.

mod busy;
mod forcing;
mod node;
mod picker;
mod quiescence;
mod root;
mod worker;

pub(crate) use busy::Busy;
pub(crate) use forcing::Forcing;
pub(crate) use root::RootMove;
pub(crate) use worker::{Shared, Worker};
