//! The royals' obligation to be inside a region (Q17). A position writes how many moves each side has left for it at the end of
//! the FEN, as `w2`.

use super::data::{Count, RuleData};
use crate::check::Check;
use crate::{ByColor, Color, PieceType};
use spielraum_geometry::CellSet;

/// While a side has none of `released_by` on the board, its royals must all be inside `region` by the end of
/// the side's `within`-th move from then, and then none may leave it again (Q17). A side that has no legal
/// move for this reason at its last chance has lost.
#[derive(Clone, Debug, PartialEq)]
pub struct RoyalObligation {
    /// Where each side's royals must be.
    pub region: ByColor<CellSet>,
    /// The types any of which frees the royals.
    pub released_by: Vec<PieceType>,
    /// The number of moves, 1 to 9.
    pub within: u8,
}

pub(crate) struct RoyalObligationRule;

impl RuleData for RoyalObligationRule {
    type Data = Option<RoyalObligation>;

    fn validate(check: &mut Check<'_>, obligation: &Self::Data) {
        let Some(obligation) = obligation else { return };
        check.needs_royal("an obligation of the royal", true);
        check.types("the royal's obligation", &obligation.released_by);
        check.range("the number of moves of an obligation", obligation.within.into(), 1, 9);
    }

    fn count(obligation: &Self::Data) -> Option<Count> {
        Some(Count {
            what: "the number of moves left for the royal's obligation",
            most: obligation.as_ref()?.within,
            before_clock: false,
            if_any: false,
            form: |_| "duty field: use `-`, `w2`, `w1`, `b2`, `b1` or two of them".to_owned(),
            parse: |text, _| parse(text),
            write: |left, _| field(left),
        })
    }
}

/// Reads the field of the FEN.
fn parse(text: &str) -> Option<ByColor<u8>> {
    let mut left = ByColor::default();
    if text == "-" {
        return Some(left);
    }
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() || chars.len() % 2 == 1 {
        return None;
    }
    for pair in chars.chunks(2) {
        let color = match pair[0] {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return None,
        };
        let moves = pair[1].to_digit(10).filter(|&moves| moves > 0)?;
        if std::mem::replace(&mut left[color], moves as u8) != 0 {
            return None;
        }
    }
    Some(left)
}

/// Writes the field of the FEN.
fn field(left: ByColor<u8>) -> String {
    let sides = [('w', left.white), ('b', left.black)];
    let text: String =
        sides.iter().filter(|(_, moves)| *moves > 0).map(|(side, moves)| format!("{side}{moves}")).collect();
    if text.is_empty() { "-".into() } else { text }
}
