//! Rules, language, games and engine for a browser, without a server: questions and answers are JSON, made of the same
//! types as those of the server.
//!
//! A [`Desk`] answers. In a browser each worker has one, and speaks to it through the few functions of `exports`:
//! numbers and bytes, so that nothing but a compiler for WebAssembly is needed to build the module.

mod desk;
#[cfg(target_family = "wasm")]
mod exports;
mod game;
mod kept;
mod question;
mod shelf;
#[cfg(all(target_family = "wasm", feature = "uci"))]
mod uci;

pub use desk::{Desk, Timer};
