//! The definition language of Spielraum and the catalogue of games.
//!
//! A game is a text file in [KDL](https://kdl.dev) that says, in words, what its board and pieces
//! are and how it is won; `docs/definition-language.md` describes the language. [`load`] reads one,
//! tells everything that is wrong with it at once, each fault with its place, and otherwise gives a
//! [`Game`], whose [`Spec`](spielraum_rules::spec::Spec) the crate `spielraum_rules` compiles.
//!
//! ```
//! use spielraum_language::{Source, load};
//! let text = r#"
//!     title "Two Rooks"
//!     board files=4 ranks=4
//!     piece "K" "King" royal=#true { step "radial" }
//!     piece "R" "Rook" { slide "orthogonal" }
//!     start "rk2/4/4/RK2"
//! "#;
//! let game = load(Source::Text { name: "two-rooks", text }, &[]).unwrap();
//! assert_eq!(game.spec().start, "rk2/4/4/RK2 w - - 0 1");
//!
//! let wrong = text.replace("slide", "slyde");
//! let report = load(Source::Text { name: "two-rooks", text: &wrong }, &[]).unwrap_err();
//! assert_eq!(report.faults()[0].advice(), Some("did you mean `slide`?"));
//! ```

mod board;
mod catalogue;
mod direction;
mod effects;
mod explain;
mod game;
mod goals;
mod grammar;
mod guard;
mod layers;
pub mod limits;
mod listing;
mod meta;
mod options;
mod pieces;
pub mod record;
mod region;
mod report;
mod rule;
mod source;
mod start;
mod suggest;
mod syntax;

pub use explain::Section;
pub use game::{Game, load};
pub use grammar::{check_words, vocabulary};
pub use listing::{Listing, catalogue, definition_text, games, perft_table, weights};
pub use meta::{Meta, Note};
pub use options::GameOption;
pub use report::{Fault, Report};
pub use source::Source;
pub use suggest::nearest;
