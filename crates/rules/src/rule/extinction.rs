//! A side has lost that has too few pieces of a family of types (X3, F3), whosever move left it so. If both have, it is the
//! side to move: the enemy's move came last.

use super::{EndCondition, Endings, Goal, Rule};
use crate::setup::{Setup, SetupReason};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{ByColor, Color, Reason};

/// The largest number of families of types.
pub(crate) const MAX_FAMILIES: usize = 32;

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

impl Rule for Extinction {
    fn validate(check: &mut Check<'_>) {
        let families = &check.spec.goals.families;
        check.range("the number of families of pieces to keep", families.len() as i64, 0, MAX_FAMILIES as i64);
        for family in families {
            check.range("the number of pieces to keep", family.least.into(), 1, 1024);
            for color in Color::BOTH {
                check.types("a family of pieces to keep", &family.members[color]);
            }
        }
    }

    fn set_up<const W: usize>(state: &mut State<W>, _: &Tables<W>, _: &Setup, reasons: &mut Vec<SetupReason>) {
        if state.deficits.iter().all(|&deficits| deficits > 0) {
            reasons.push(SetupReason::BothExtinct);
        }
    }
}

impl Goal for Extinction {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        if !spec.goals.families.is_empty() {
            endings.wins.push(Box::new(TooFew));
        }
    }
}

/// For each type of a side: the families to which it belongs, as bits.
pub(crate) fn family_bits(spec: &Spec, color: Color) -> Vec<u32> {
    let mut bits = vec![0; spec.pieces.len()];
    for (number, family) in spec.goals.families.iter().enumerate() {
        for kind in &family.members[color] {
            bits[kind.index()] |= 1 << number;
        }
    }
    bits
}

struct TooFew;

impl<const W: usize> EndCondition<W> for TooFew {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let us = state.side;
        let loser = [us, !us].into_iter().find(|&side| state.deficits[side as usize] > 0)?;
        Some(Some(!loser))
    }

    fn needs_captures(&self) -> bool {
        true
    }

    fn reason(&self, t: &Tables<W>, state: &State<W>, winner: Option<Color>) -> Reason {
        let loser = !winner.unwrap_or(state.side);
        let families = t.spec.goals.families.iter().zip(&state.families[loser as usize]);
        let lost: Vec<&str> =
            families.filter(|(family, count)| **count < family.least).map(|(family, _)| &*family.name).collect();
        Reason::Extinction(lost.join(", "))
    }
}
