//! Extinction margin: what it costs to be near losing by too few pieces of a family.

use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{MARGINS, Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules};

/// What it costs to have no, one, two ... pieces of a family more than one must.
pub(in crate::eval) struct Extinction {
    weights: [Weight; MARGINS],
    /// How many pieces of each family a side must keep.
    least: Vec<i32>,
}

impl Extinction {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        Self {
            weights: std::array::from_fn(|margin| weights.get(Term::ExtinctionMargin, PieceType(0), margin)),
            least: rules.families().iter().map(|family| i32::from(family.least)).collect(),
        }
    }

    #[inline(always)]
    pub(in crate::eval) fn write(&self, position: &Position, output: &mut impl Output) {
        for (family, &least) in self.least.iter().enumerate() {
            for color in Color::BOTH {
                let margin = i32::from(position.family_count(color, family)) - least;
                let margin = usize::try_from(margin).unwrap_or(usize::MAX);
                if let Some(&weight) = self.weights.get(margin) {
                    output.add(Sum::Plain, weight, sign(color), || (Term::ExtinctionMargin, PieceType(0), margin));
                }
            }
        }
    }
}
