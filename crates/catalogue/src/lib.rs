//! The games that come with Spielraum, as data.
//!
//! The catalogue embeds the files of `games/`: definitions, parts that they share, perft tables, tuned weights and networks.
//! The definition language reads the definitions; all else is text or bytes for those that understand it.
//!
//! ```
//! use spielraum_catalogue::{Compile, Source, load};
//!
//! let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
//! assert_eq!(rules.start().legal_moves().len(), 20);
//! ```

mod compile;
mod files;

pub use compile::Compile;
pub use files::{
    Catalogue, aliases, canonical, conditions, contains, definition_text, families, family, ids, network, perft_table,
    weights,
};
pub use spielraum_language::{Definition, Source};

use spielraum_language::{Diagnostic, Dictionary, Locale, Report, Translation};
use std::sync::LazyLock;

/// Loads a definition, which may be based on games of the catalogue and include its shared parts. `settings` are the
/// options that were chosen; the others have their defaults. A game of the catalogue is found by its [other names](aliases), too.
pub fn load(source: Source<'_>, settings: &[(String, String)]) -> Result<Definition, Report> {
    let source = match source {
        Source::Builtin(name) => Source::Builtin(canonical(name)),
        source => source,
    };
    spielraum_language::load(source, &Catalogue, settings)
}

/// What is sound in a definition but surely not meant; see [`spielraum_language::lint`].
pub fn lint(source: Source<'_>, settings: &[(String, String)]) -> Result<Vec<Diagnostic>, Report> {
    spielraum_language::lint(source, &Catalogue, settings)
}

/// What the texts of the catalogue are called in a language. In a browser, where every byte counts, the dictionary is given by who needs
/// it: there it is empty.
pub fn translation(locale: Locale) -> Translation {
    let dictionary = if locale == Locale::De { GERMAN.clone() } else { Dictionary::default() };
    Translation { locale, dictionary }
}

static GERMAN: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::read(german()).unwrap_or_default());

/// The German of the catalogue's texts, as `games/german.txt` has it.
fn german() -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { include_str!(concat!(env!("OUT_DIR"), "/german.txt")) }
}
