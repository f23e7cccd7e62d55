//! Symbols of pieces.

use spielraum_spec::{Letters, Mark, Symbol};

/// Reads `P`, `GG`, `+P` or `Q~`.
pub(crate) fn read_symbol(text: &str) -> Option<Symbol> {
    let (letters, mark) = match (text.strip_prefix('+'), text.strip_suffix('~')) {
        (Some(base), _) => (base, Mark::Plus),
        (None, Some(base)) => (base, Mark::Tilde),
        (None, None) => (text, Mark::None),
    };
    Some(Symbol { letters: Letters::read(letters)?, mark })
}
