//! The search of the tree of moves.
//!
//! [`root`] deepens iteratively within aspiration windows among the [`root_moves`], [`pvs`] searches a node, [`qsearch`] follows captures to quiet
//! positions, [`movepick`] orders moves. [`thread`] is one thread's part, [`board`] the position on it with its
//! evaluation, [`stack`] what is kept for each ply, [`watch`] its count of nodes and knowledge of when to stop;
//! [`shared`] is what all threads have in common, [`in_flight`] which moves they search just now (ABDADA). [`dfpn`] looks
//! for forced wins, [`probe`] asks endgame tables.

mod board;
mod dfpn;
mod game;
mod in_flight;
mod lazy_margin;
mod movepick;
mod probe;
mod pvs;
mod qsearch;
mod root;
mod root_moves;
mod shared;
mod stack;
mod thread;
mod watch;

pub(crate) use dfpn::DfPn;
pub(crate) use game::Game;
pub(crate) use probe::{AtRoot, POSSIBLE, Probe};
pub(crate) use root_moves::RootMove;
pub(crate) use shared::{Given, Shared};
pub(crate) use thread::SearchThread;
