//! The games that come with Spielraum, and what belongs to a game besides its rules.
//!
//! The catalogue embeds the files of `games/`: definitions, parts that they share, perft tables, tuned weights and networks.
//! [`Game`] is one game with its options chosen, ready to be played: whoever needs rules or an engine for a game,
//! of the catalogue or of a file, gets them from it, so that all play by the same rules and evaluate alike.
//!
//! ```
//! use spielraum_catalogue::{Game, Source};
//! use spielraum_engine::{EngineOptions, Limits, Stop};
//!
//! let game = Game::load(Source::Builtin("chess"), &[]).unwrap();
//! assert_eq!(game.rules().start().legal_moves().len(), 20);
//! let mut engine = game.engine(EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
//! let limits = Limits { nodes: Some(100), ..Limits::default() };
//! assert!(engine.search(&game.rules().start(), &limits, &Stop::new(), &mut |_| {}).best.is_some());
//! ```

mod files;
mod game;
pub mod link;
pub mod record;

pub use files::{Catalogue, contains, definition_text, ids, network, perft_table, weights};
pub use game::{Game, NetworkFileError, OpenError, WeightsFileError, is_path};
pub use spielraum_language::{Definition, Source};

use spielraum_language::Report;

/// Loads a definition, which may be based on games of the catalogue and include its shared parts. `settings` are the
/// options that were chosen; the others have their defaults.
pub fn load(source: Source<'_>, settings: &[(String, String)]) -> Result<Definition, Report> {
    spielraum_language::load(source, &Catalogue, settings)
}
