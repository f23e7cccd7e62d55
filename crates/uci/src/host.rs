//! What the server needs of the machine that it runs on.

use spielraum_arcade::Game;
use spielraum_engine::{Tablebase, Timer};
use std::path::Path;
use std::sync::Arc;

/// What the server needs of the machine that it runs on.
#[derive(Clone, Copy)]
pub struct Host {
    /// Measures time; `None`: the system's timer.
    pub timer: Option<Timer>,
    /// Returns random numbers, by which engine levels choose.
    pub seed: fn() -> u64,
    /// Finds the endgame tables of games.
    pub tables: FindTables,
    /// Whether the server has neither threads nor files, as in a WebAssembly module. A `go` is then complete when it returns, and
    /// options that need a file or a thread do not exist.
    pub alone: bool,
}

/// Finds a game's endgame tables in a folder, or says why it can't.
pub type FindTables = fn(&Game, &Path) -> Result<Arc<dyn Tablebase>, String>;
