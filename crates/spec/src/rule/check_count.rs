//! A side wins by giving a number of checks: three-check. A position writes how many are left to each side, as `3+3` behind
//! the en passant field (as Fairy-Stockfish does).

use super::data::Count;
use super::ending::{Condition, EndResult, EndRule, Whose};
use crate::{ByColor, Counter};

impl EndRule {
    /// A side wins by giving this many checks, 1 to 9.
    pub fn check_count(checks: u8) -> Self {
        let when = Condition::Counted { whose: Whose::Own, counter: Counter::Checks, least: checks };
        Self::new(EndResult::Win, "check-count", "all checks are given", when)
    }

    /// How many checks let each side win, if the rule is about nothing else.
    pub fn as_check_count(&self) -> Option<u8> {
        match self.when {
            Condition::Counted { whose: Whose::Own, counter: Counter::Checks, least }
                if self.result == EndResult::Win && self.only.is_none() =>
            {
                Some(least)
            }
            _ => None,
        }
    }
}

/// The largest number of checks that some condition asks for.
pub(crate) fn most(ends: &[EndRule]) -> Option<u8> {
    let parts = ends.iter().flat_map(|end| end.when.parts());
    let checks = parts.filter_map(|part| match part {
        Condition::Counted { counter: Counter::Checks, least, .. } => Some(*least),
        _ => None,
    });
    checks.max()
}

/// What is counted, where a condition asks for it.
pub(super) fn count(ends: &[EndRule]) -> Option<Count> {
    Some(Count {
        what: "the number of checks given",
        most: most(ends)?,
        before_clock: true,
        if_any: false,
        form: |most| format!("check field: use two numbers from 0 to {most}, as in `{most}+{most}`"),
        parse,
        write: |given, most| format!("{}+{}", most.saturating_sub(given.white), most.saturating_sub(given.black)),
    })
}

/// The checks given: from those that are left, `3+3`, or as they are, `+0+0`.
fn parse(text: &str, most: u8) -> Option<ByColor<u8>> {
    let (are_given, text) = text.strip_prefix('+').map_or((false, text), |text| (true, text));
    let given = |number: &str| {
        let number = number.parse().ok().filter(|number| *number <= most && !text.starts_with('+'))?;
        Some(if are_given { number } else { most - number })
    };
    let (white, black) = text.split_once('+')?;
    Some(ByColor { white: given(white)?, black: given(black)? })
}
