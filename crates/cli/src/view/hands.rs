//! What each side has in hand, in words.

use spielraum_rules::spec::CapturedPieces;
use spielraum_rules::{Color, Position};

/// One line for each side that has pieces off the board, in the order of the game's hand field.
pub fn hand_lines(position: &Position) -> Vec<String> {
    Color::BOTH.into_iter().filter_map(|color| hand_line(position, color)).collect()
}

/// The line of one side, if it has such pieces.
pub fn hand_line(position: &Position, color: Color) -> Option<String> {
    let spec = position.rules().spec();
    let hands = spec.hands.as_ref()?;
    let place = match hands.captured {
        CapturedPieces::ToCaptor(_) => "in hand",
        CapturedPieces::ToPrison(_) => "lost, to promote to",
    };
    let pieces: Vec<String> = hands
        .order
        .iter()
        .filter_map(|&piece| {
            let letter = spec.pieces[piece.index()].symbol;
            match position.in_hand(color, piece) {
                0 => None,
                1 => Some(letter.to_string()),
                count => Some(format!("{count}{letter}")),
            }
        })
        .collect();
    (!pieces.is_empty()).then(|| format!("{} ({place}): {}", spec.sides.of(color), pieces.join(" ")))
}
