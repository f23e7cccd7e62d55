//! UCI, the universal chess interface (S. Meyer-Kahlen, R. Huber 2000), with the extensions for variants that
//! are in use: `UCI_Variant` names the game, drops are `P@e4`.
//!
//! [`Command`] understands what a program says to an engine, [`moves`](move_text) are written as UCI writes them, and
//! [`Client`] drives a foreign engine.

mod client;
mod command;
mod moves;

pub use client::{Client, ClientError, Report};
pub use command::{Base, Command, CommandError, Go, Position};
pub use moves::{description, fen_from_uci, move_text, parse_move};
