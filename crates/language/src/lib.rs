//! The definition language of Spielraum.
//!
//! A game is a text file in [KDL](https://kdl.dev) that says, in words, what its board and pieces
//! are and how it is won; `docs/definition-language.md` describes the language. [`load`] reads one,
//! reports everything that is wrong with it at once, each diagnostic with its place, and otherwise gives a
//! [`Definition`], whose [`Spec`](spielraum_spec::Spec) the crate `spielraum_rules` compiles.
//!
//! ```
//! use spielraum_language::{NoLibrary, Source, load};
//! let text = r#"
//!     title "Two Rooks"
//!     board files=4 ranks=4
//!     piece "K" "King" royal=#true { step "radial" }
//!     piece "R" "Rook" { slide "orthogonal" }
//!     start "rk2/4/4/RK2"
//! "#;
//! let definition = load(Source::Text { name: "two-rooks", text }, &NoLibrary, &[]).unwrap();
//! assert_eq!(definition.spec().start_fen(), "rk2/4/4/RK2 w - - 0 1");
//!
//! let wrong = text.replace("slide", "slyde");
//! let report = load(Source::Text { name: "two-rooks", text: &wrong }, &NoLibrary, &[]).unwrap_err();
//! assert_eq!(report.diagnostics()[0].advice(), Some("did you mean `slide`?"));
//! ```

pub mod betza;
mod board;
mod definition;
mod dictionary;
mod direction;
mod explain;
mod foreign;
mod grammar;
mod layers;
pub mod limits;
mod lint;
mod listing;
mod load;
mod locale;
mod meta;
mod options;
mod parser;
mod pieces;
mod prose;
mod readable;
mod region;
mod report;
mod rule;
mod show;
mod shuffle;
mod source;
mod span;
mod start;
mod suggest;
mod syntax;
mod word;

pub use definition::{Definition, Part};
pub use dictionary::{Dictionary, Translation};
pub use explain::Section;
pub use grammar::{check_words, vocabulary};
pub use listing::Listing;
pub use load::{lint, load};
pub use locale::Locale;
pub use meta::{Meta, Note};
pub use options::GameOption;
pub use readable::is_hidden;
pub use report::{Diagnostic, Report};
pub use source::{Library, NoLibrary, Source};
pub use suggest::nearest;
