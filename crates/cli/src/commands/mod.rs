//! The commands, one file each.

pub mod check;
pub mod explain;
pub mod games;
pub mod legal;
pub mod perft;
pub mod serve;
pub mod show;
