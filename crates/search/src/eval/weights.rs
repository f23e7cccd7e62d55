//! The numbers on which the evaluation depends.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Rules};
use thiserror::Error;

/// The numbers on which the evaluation of a game depends.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What each type is worth on the board, in centipawns, for each side.
    pub values: ByColor<Vec<i32>>,
}

/// Why weights can't be used for a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// They are another game's.
    #[error("the weights have values for {found} types of pieces; the game has {expected}")]
    Types {
        /// How many the weights have.
        found: usize,
        /// How many the game has.
        expected: usize,
    },
}

impl Weights {
    /// Weights derived from the way the game's pieces move.
    pub fn default_for(rules: &Rules) -> Self {
        let types = rules.spec().pieces.len() as u8;
        Self { values: ByColor::new(|color| (0..types).map(|kind| value(rules, PieceType(kind), color)).collect()) }
    }

    /// Whether they fit a game.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), WeightsError> {
        let expected = rules.spec().pieces.len();
        match Color::BOTH.iter().map(|&color| self.values[color].len()).find(|&found| found != expected) {
            Some(found) => Err(WeightsError::Types { found, expected }),
            None => Ok(()),
        }
    }
}

fn value(rules: &Rules, kind: PieceType, color: Color) -> i32 {
    if rules.spec().pieces[kind.index()].royal {
        return 0;
    }
    let places = rules.spec().pieces[kind.index()].may_enter[color] & rules.board().all();
    let reached: usize = places.iter().map(|from| rules.reach(color, kind, from).len()).sum();
    40 + (30 * reached / places.len().max(1)) as i32
}
