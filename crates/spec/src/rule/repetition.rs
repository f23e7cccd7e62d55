//! Positions that have been there before: how they end the game (G4), perpetual check, and the ban on them (N4).

use super::data::RuleData;
use crate::Color;
use crate::check::Check;

/// What repeated positions mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The same position for the n-th time ends the game (G4).
    Counted {
        /// n, 2 or more.
        times: u8,
        /// Who loses; `None`: it is a draw.
        loser: Option<Repeater>,
        /// Whether a side that gave check with each of its moves between has lost instead.
        perpetual_check_loses: bool,
    },
    /// No side may bring about a position that resulted from an earlier move of its own in this game
    /// (N4).
    Banned,
    /// Nothing.
    #[default]
    Ignored,
}

/// The side that loses by a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeater {
    /// White.
    White,
    /// Black.
    Black,
    /// The side that has brought the position about again.
    Mover,
    /// The other side.
    Enemy,
}

impl Repeater {
    /// The side, when a side has brought the position about again.
    pub fn side(self, mover: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Mover => mover,
            Self::Enemy => !mover,
        }
    }
}

pub(crate) struct RepetitionRule;

impl RuleData for RepetitionRule {
    type Data = Repetition;

    fn validate(check: &mut Check<'_>, repetition: &Self::Data) {
        if let Repetition::Counted { times, .. } = *repetition {
            check.range("the number of repetitions", times.into(), 2, 255);
        }
    }
}
