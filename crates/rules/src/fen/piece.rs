//! A piece in a FEN.

use super::FenError;
use crate::Color;
use crate::spec::{Mark, PieceType, Spec, Symbol};

/// A piece as it is written in a position: upper case for White.
pub(crate) fn piece_text(spec: &Spec, color: Color, kind: PieceType) -> String {
    let text = spec.pieces[kind.index()].symbol.to_string();
    if color == Color::White { text } else { text.to_ascii_lowercase() }
}

/// Reads the piece at the beginning of a text; gives what comes after it.
pub(crate) fn parse_piece<'a>(spec: &Spec, text: &'a str) -> Result<((Color, PieceType), &'a str), FenError> {
    let (plus, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let wrong = || FenError::Piece(text.chars().take(2).collect());
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
    let rest = &rest[1..];
    let (mark, rest) = match (plus, rest.strip_prefix('~')) {
        (true, _) => (Mark::Plus, rest),
        (false, Some(rest)) => (Mark::Tilde, rest),
        (false, None) => (Mark::None, rest),
    };
    let symbol = Symbol { letter: letter.to_ascii_uppercase(), mark };
    let kind = spec.piece(symbol).ok_or_else(|| FenError::Piece(symbol.to_string()))?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Ok(((color, kind), rest))
}
