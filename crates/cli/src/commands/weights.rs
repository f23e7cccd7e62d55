//! Files of weights for the engine.

use crate::failure::{CommandResult, Failure};
use crate::game_args::LoadedGame;
use spielraum_engine::Weights;
use std::io::Read;
use std::path::Path;

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a file of weights for a game.
pub fn read(path: &Path, loaded: &LoadedGame) -> CommandResult<Weights> {
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text))
        .map_err(|error| Failure::file("read", path.display(), &error))?;
    Weights::parse(&loaded.rules, &text).map_err(|error| {
        Failure::input(format!("{}: {error}", path.display()))
            .with_help("`spielraum tune GAME` makes weights; they are for one game")
    })
}
