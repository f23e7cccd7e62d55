//! The commands, one file each.

#[cfg(unix)]
pub mod admin;
pub mod analyse;
pub mod backup;
pub mod bench;
pub mod check;
pub mod collection;
pub mod compose;
pub mod draw;
pub mod endgame;
pub mod explain;
pub mod export;
pub mod fsck;
pub mod games;
pub mod import;
mod import_variants;
pub mod learn;
pub mod legal;
pub mod lint;
pub mod manual;
pub mod match_args;
pub mod matches;
pub mod migrate;
pub mod perft;
pub mod restore;
pub mod retro;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tactics;
pub mod tune;
pub mod uci;
pub mod worker;
