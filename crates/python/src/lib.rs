//! The Python package `spielraum`.
//!
//! What Python sees is documented in `python/spielraum/__init__.pyi` and in docs/python.md. Nothing here panics on what comes
//! from Python: every fault is an exception with the text that the program has for it.

mod endgames;
mod engine;
mod errors;
mod game;
mod interrupt;
mod learning;
mod matches;
mod networks;
mod playable;
mod position;
mod problems;
mod record_text;
mod records;
mod symmetry;
mod tree;
mod vector;

use pyo3::prelude::*;

/// The module behind the package.
#[pymodule]
mod _spielraum {
    #[pymodule_export]
    use crate::endgames::{PyEndgames, PyStop, endgame_build, endgame_needs};
    #[pymodule_export]
    use crate::engine::{PyEngine, PyLine};
    #[pymodule_export]
    use crate::errors::{DefinitionError, IllegalMoveError, LearningError, PositionError};
    #[pymodule_export]
    use crate::game::games;
    #[pymodule_export]
    use crate::learning::{
        PySelfPlayer, learn_check, learn_data, learn_match, learn_run, learn_train, read_shard, write_file,
    };
    #[pymodule_export]
    use crate::matches::{PyPairPlayer, elo, search_params, sprt};
    #[pymodule_export]
    use crate::networks::{nnue_inputs, nnue_positions, nnue_read, nnue_shard, nnue_write};
    #[pymodule_export]
    use crate::playable::PyGame;
    #[pymodule_export]
    use crate::position::{PyOutcome, PyPosition};
    #[pymodule_export]
    use crate::problems::solve;
    #[pymodule_export]
    use crate::records::read_record;
    #[pymodule_export]
    use crate::symmetry::symmetries;
    #[pymodule_export]
    use crate::tree::PyTreeSearch;
    #[pymodule_export]
    use crate::vector::{PyVectorEnv, random_playouts};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Whether this build can have other numbers of the search than its own (feature `tune`).
    #[pymodule_export]
    const TUNABLE: bool = spielraum_engine::Params::TUNABLE;
}
