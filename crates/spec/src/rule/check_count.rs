//! A side wins by giving a number of checks: three-check. A position writes how many are left to each side, as `3+3` behind
//! the en passant field (as Fairy-Stockfish does).

use super::data::{Count, RuleData};
use crate::ByColor;
use crate::check::Check;

pub(crate) struct CheckCount;

impl RuleData for CheckCount {
    type Data = Option<u8>;

    fn validate(check: &mut Check<'_>, checks: &Self::Data) {
        let Some(checks) = *checks else { return };
        check.range("the number of checks", checks.into(), 1, 9);
        check.needs_royal("counting checks", true);
    }

    fn count(checks: &Self::Data) -> Option<Count> {
        Some(Count {
            what: "the number of checks given",
            most: (*checks)?,
            before_clock: true,
            form: |most| format!("check field: use two numbers from 0 to {most}, as in `{most}+{most}`"),
            parse,
            write: |given, most| format!("{}+{}", most.saturating_sub(given.white), most.saturating_sub(given.black)),
        })
    }
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
