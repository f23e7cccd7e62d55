//! Mates that mean something else than others, by the pieces that give check.

use super::data::{Count, RuleData};
use super::pass::{parse_sides, write_sides};
use crate::check::Check;
use crate::{EndResult, PieceType, SpecError};

/// Checkmates that mean something else than the rest. Of several that fit the first decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Mate {
    /// Which.
    pub by: MateBy,
    /// The types of which it speaks.
    pub types: Vec<PieceType>,
    /// What they mean for the side that is mated.
    pub result: EndResult,
}

/// Which mates a [`Mate`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MateBy {
    /// Those in which every piece that gives check is of these types.
    Only,
    /// Those before which the side that mates has given no check by such a piece without a break, the mate included (C9).
    Without,
}

pub(crate) struct MatesRule;

impl RuleData for MatesRule {
    type Data = Vec<Mate>;

    fn validate(check: &mut Check<'_>, mates: &Self::Data) {
        check.needs_royal("a meaning of checkmate", !mates.is_empty());
        for mate in mates {
            check.types("a meaning of checkmate", &mate.types);
            check.require(!mate.types.is_empty(), || SpecError::Ending("a meaning of checkmate names no piece"));
        }
        let series = mates.iter().filter(|mate| mate.by == MateBy::Without).count();
        check.range("the number of checkmates that depend on earlier checks", series as i64, 0, 1);
        check.range("the number of meanings of checkmate", mates.len() as i64, 0, 16);
    }

    fn count(mates: &Self::Data) -> Option<Count> {
        mates.iter().any(|mate| mate.by == MateBy::Without).then_some(Count {
            what: "whether the running checks count for mate",
            most: 1,
            before_clock: false,
            if_any: true,
            form: |_| "series field: name the side whose running checks count for mate, as in `series:w`".to_owned(),
            parse: |text, _| parse_sides(text, "series:"),
            write: |given, _| write_sides(given, "series:"),
        })
    }
}
