//! Compiled rules of chess variants on boards of any shape in up to four dimensions: positions, legal
//! moves, outcomes, notation and perft.
//!
//! A [`Spec`](spec::Spec) says in plain data what a game is. [`Rules::compile`] turns it into flat tables,
//! once; a [`Position`] plays by them. This crate reads no files and knows no text but FENs and moves.
//!
//! Numbers such as G4 or Q17 in these pages are those of the published rules of the games.

pub mod bitboards;
mod board;
mod chance;
mod change;
mod compile;
mod game;
mod lines;
mod move_text;
mod moves;
mod outcome;
mod position;
mod rule;
mod rules;
mod san;
mod setup;
mod tables;
mod thinking;
mod turn_text;
mod view;
mod ways;

/// The largest number of moves of one position that are listed or counted; no played game comes near. Generation
/// stops there, so that an untrusted definition can't fill the memory: [`Rules::compile`] refuses a game that starts
/// with more than that, and where a position has more later, lists and counts have the first of them, always the same. Every
/// one is legal for all that and may be made.
pub const MAX_MOVES: usize = 20_000;

pub use change::Change;
pub use lines::{LineKind, PieceLine};
pub use move_text::MoveTextError;
pub use moves::{GenType, Move, MoveKind, MoveList};
pub use outcome::{Outcome, Reason, Standing};
pub use position::{IllegalMove, Position, PositionError};
pub use rules::Rules;
pub use san::SanError;
pub use setup::{LeftOut, SetupError, SetupReason};
pub use spec::{ByColor, Color, Counter, Counters, FenError, Owner, Setup, fen_fields};
pub use spielraum_spec as spec;
pub use tables::{CompileError, CompileErrors};
pub use thinking::piece_index;
pub use view::View;
pub use ways::Way;
