//! Positions as other programs write them, taken apart into the fields of ours (docs/notation.md, "As others write positions").

use super::error::FenError;
use super::number::parse_number;
use super::piece::Symbols;
use crate::rule::hand;
use crate::{Color, Spec};

/// Longer texts are not looked at.
const MAX_LENGTH: usize = 16 << 10;

/// What may stand before a position in a line of UCI or USI.
const LEADING_WORDS: [&str; 2] = ["position", "fen"];

/// The word before a position of Shogi programs.
const SFEN: &str = "sfen";

/// The fields of a position: what is between spaces, or between `_` as in addresses. A byte order mark and the words before
/// the position are left out, but for `sfen`.
pub fn fen_fields(text: &str) -> Vec<&str> {
    let words = text.trim_start_matches('\u{feff}').split(|c: char| c.is_whitespace() || c == '_');
    words.filter(|word| !word.is_empty()).skip_while(|word| LEADING_WORDS.contains(word)).collect()
}

/// A position as written, by parts that are not understood yet.
pub(super) struct Written<'a> {
    pub(super) placement: &'a str,
    pub(super) hand: &'a str,
    pub(super) side: Color,
    /// The fields after the side.
    pub(super) rest: Vec<&'a str>,
    /// The number of the move, where it is given by something other than a field of ours.
    pub(super) fullmove: Option<u32>,
}

impl<'a> Written<'a> {
    pub(super) fn read(text: &'a str, spec: &Spec) -> Result<Self, FenError> {
        if text.len() > MAX_LENGTH {
            return Err(FenError::TooLong);
        }
        let mut fields = fen_fields(text);
        let said = fields.first() == Some(&SFEN);
        if said {
            fields.remove(0);
        }
        let Some((&placement, rest)) = fields.split_first() else { return Err(FenError::TooShort) };
        if said || is_sfen(spec, placement, rest) {
            return Self::sfen(placement, rest);
        }
        let (placement, hand) = split_hand(spec, placement)?;
        let side = rest.first().map_or(Ok(Color::White), |side| parse_side(side))?;
        Ok(Self { placement, hand, side, rest: rest.iter().copied().skip(1).collect(), fullmove: None })
    }

    /// The parts of an SFEN: placement, side, hands, and the number of the next ply. Who moves first is our White, and is called
    /// Black there.
    fn sfen(placement: &'a str, rest: &[&'a str]) -> Result<Self, FenError> {
        let mut rest = rest.iter().copied();
        let side = match rest.next() {
            None | Some("b") => Color::White,
            Some("w") => Color::Black,
            Some(other) => return Err(FenError::Side(other.into())),
        };
        let hand = rest.next().unwrap_or("-");
        let ply = rest.next().map_or(Ok(1), |text| parse_number(text, 1))?;
        let fullmove = Some(ply.div_ceil(2).max(1));
        match rest.next() {
            Some(extra) => Err(FenError::ExtraField(extra.into())),
            None => Ok(Self { placement, hand, side, rest: Vec::new(), fullmove }),
        }
    }
}

/// The side to move. Some programs write `r` for Red, who moves first.
pub(super) fn parse_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "W" | "r" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        other => Err(FenError::Side(other.into())),
    }
}

/// Whether a position is an SFEN though nobody says so: in a game with drops and without castling, three fields follow a
/// placement without a hand, of which the last is a number and the one before it a hand.
fn is_sfen(spec: &Spec, placement: &str, rest: &[&str]) -> bool {
    let [_, hand, number] = rest else { return false };
    let bare = split_hand(spec, placement).is_ok_and(|(_, held)| held.is_empty()) && !placement.contains('[');
    let symbols = Symbols { pieces: &spec.pieces, aliases: &spec.aliases };
    let hands = spec.has_drops() && spec.castlings.is_empty() && bare;
    hands && parse_number(number, 0).is_ok() && *number != "-" && hand::parse_hands(&symbols, hand).is_ok()
}

/// The placement and the hands behind it: in brackets, or as one rank more than the last level has.
fn split_hand<'a>(spec: &Spec, placement: &'a str) -> Result<(&'a str, &'a str), FenError> {
    match placement.split_once('[') {
        None if placement.contains(']') => Err(FenError::Brackets),
        None => {
            let levels = spec.board.shape().levels.len();
            let last = placement.rsplit('|').next().unwrap_or_default();
            match placement.rsplit_once('/') {
                Some(parts) if last.split('/').count() == spec.board.rows(levels - 1).len() + 1 => Ok(parts),
                _ => Ok((placement, "")),
            }
        }
        Some((placement, hand)) => match hand.strip_suffix(']') {
            Some(hand) if !hand.contains([']', '[']) => Ok((placement, hand)),
            _ => Err(FenError::Brackets),
        },
    }
}
