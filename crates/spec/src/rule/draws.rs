//! Whose win a draw is, where one side has draw odds or points decide.

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Color, PieceType};

/// What a game that would be a draw is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Draws {
    /// A draw.
    #[default]
    Drawn,
    /// This side's win.
    Won(Color),
    /// The win of the side with more points (O8); a draw if both have as many.
    Points(Points),
}

/// What pieces on the board are worth when points decide. All numbers are halves of a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// What each type is worth, by its number.
    pub worth: Vec<u32>,
    /// What each side has besides.
    pub bonus: ByColor<u32>,
}

/// The most that a piece is worth, or a side has besides, in halves of a point.
pub(crate) const MAX_WORTH: u32 = 2000;

impl Draws {
    /// Whether a side may win by it.
    pub fn may_win(&self, color: Color) -> bool {
        match self {
            Self::Drawn => false,
            Self::Won(winner) => *winner == color,
            Self::Points(_) => true,
        }
    }

    /// Who wins, by the number of pieces that a side has of a type.
    pub fn winner(&self, count: impl Fn(Color, PieceType) -> u32) -> Option<Color> {
        let points = match self {
            Self::Drawn => return None,
            Self::Won(winner) => return Some(*winner),
            Self::Points(points) => points,
        };
        let has = |color: Color| {
            let types = PieceType::all(points.worth.len()).zip(&points.worth);
            points.bonus[color] + types.map(|(kind, worth)| worth * count(color, kind)).sum::<u32>()
        };
        match has(Color::White).cmp(&has(Color::Black)) {
            std::cmp::Ordering::Greater => Some(Color::White),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Color::Black),
        }
    }
}

pub(crate) struct DrawsRule;

impl RuleData for DrawsRule {
    type Data = Draws;

    fn validate(check: &mut Check<'_>, draws: &Draws) {
        let Draws::Points(points) = draws else { return };
        check.range("the number of types with points", points.worth.len() as i64, 0, check.pieces.len() as i64);
        for &worth in points.worth.iter().chain([&points.bonus.white, &points.bonus.black]) {
            check.range("twice the points", worth.into(), 0, MAX_WORTH.into());
        }
    }
}
