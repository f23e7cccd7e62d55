//! Letters of pieces.

use spielraum_spec::{Mark, Symbol};

/// Reads `P`, `+P` or `Q~`.
pub(crate) fn read_symbol(text: &str) -> Option<Symbol> {
    let mut chars = text.chars();
    let (letter, mark) = match (chars.next()?, chars.next(), chars.next()) {
        (letter, None, None) => (letter, Mark::None),
        ('+', Some(letter), None) => (letter, Mark::Plus),
        (letter, Some('~'), None) => (letter, Mark::Tilde),
        _ => return None,
    };
    letter.is_ascii_uppercase().then_some(Symbol { letter, mark })
}
