//! A side has lost that has too few pieces of a family of types (X3, F3), whosever move left it so. If both have, it is the
//! side to move: the enemy's move came last.

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Color, PieceType};

/// The largest number of families of types.
pub const MAX_FAMILIES: usize = 32;

/// A family of types of which a side must keep some (X3, F3). Pieces in hand do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// What the family is called in reports, such as `Rook`.
    pub name: String,
    /// The types that belong to it, for each side.
    pub members: ByColor<Vec<PieceType>>,
    /// How many a side must have, 1 or more.
    pub least: u16,
}

pub(crate) struct Extinction;

impl RuleData for Extinction {
    type Data = Vec<Family>;

    fn validate(check: &mut Check<'_>, families: &Self::Data) {
        check.range("the number of families of pieces to keep", families.len() as i64, 0, MAX_FAMILIES as i64);
        for family in families {
            check.range("the number of pieces to keep", family.least.into(), 1, 1024);
            for color in Color::BOTH {
                check.types("a family of pieces to keep", &family.members[color]);
            }
        }
    }
}
