//! UCI, the universal chess interface (S. Meyer-Kahlen, R. Huber 2000), with the extensions for variants that
//! are in use: `UCI_Variant` names the game, drops are `P@e4`.
//!
//! [`Command`] parses what a program says to an engine, [`move_text`] and [`parse_move`] write and read moves as UCI
//! has them. [`Client`] drives a foreign engine in a process of its own; [`Server`] is our engine for other programs.

mod client;
mod command;
mod conversation;
mod host;
mod info;
mod moves;
mod options;
mod output;
mod server;
mod thinking;
mod variants;
mod waiting;

pub use client::{Client, ClientError, Report};
pub use command::{Base, Command, CommandError, Go, Position};
pub use conversation::{Line, Then};
pub use host::{FindTables, Host};
pub use info::line_texts;
pub use moves::{description, move_text, parse_move};
pub use output::Output;
pub use server::{Draw, Server};
