//! Games ready to be played.
//!
//! [`Game`] is a definition with its options chosen, its rules and its engine. Every program takes its games, of the
//! catalogue or of a file, from here, so that all play by the same rules and evaluate alike. [`record`] is a game that
//! was played, as text, and [`link`] the address of a page that shows one.
//!
//! ```
//! use spielraum_arcade::{Game, Source};
//! use spielraum_engine::{EngineOptions, Limits, Stop};
//!
//! let game = Game::load(Source::Builtin("chess"), &[]).unwrap();
//! assert_eq!(game.rules().start().legal_moves().len(), 20);
//! let mut engine = game.engine(EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
//! let limits = Limits { nodes: Some(100), ..Limits::default() };
//! assert!(engine.search(&game.rules().start(), &limits, &Stop::new(), &mut |_| {}).best.is_some());
//! ```

mod game;
pub mod link;
pub mod record;

pub use game::{Game, NetworkFileError, OpenError, WeightsFileError, is_path};
pub use spielraum_catalogue::{Source, family, lint, translation};

/// The examples on the published crates' pages. They are tested here, where all these crates can be used.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../catalogue/README.md")]
    struct Catalogue;
    #[doc = include_str!("../../draw/README.md")]
    struct Draw;
    #[doc = include_str!("../../endgames/README.md")]
    struct Endgames;
    #[doc = include_str!("../../engine/README.md")]
    struct Engine;
    #[doc = include_str!("../../geometry/README.md")]
    struct Geometry;
    #[doc = include_str!("../../language/README.md")]
    struct Language;
    #[doc = include_str!("../../nnue/README.md")]
    struct Nnue;
    #[doc = include_str!("../../rules/README.md")]
    struct Rules;
    #[doc = include_str!("../../solve/README.md")]
    struct Solve;
    #[doc = include_str!("../../spec/README.md")]
    struct Spec;
}
