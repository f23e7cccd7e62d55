//! A side wins by giving a number of checks: three-check. A position writes how many are left to each side, as `3+3` behind
//! the en passant field (as Fairy-Stockfish does).

use super::{Count, Counter, EndCondition, Endings, Goal, Rule};
use crate::spec::Spec;
use crate::state::State;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{ByColor, Color, Reason};

pub(crate) struct CheckCount;

impl Rule for CheckCount {
    fn validate(check: &mut Check<'_>) {
        let Some(checks) = check.spec.goals.check_count else { return };
        check.range("the number of checks", checks.into(), 1, 9);
        check.needs_royal("counting checks", true);
    }

    fn watches_checks(spec: &Spec) -> bool {
        spec.goals.check_count.is_some()
    }
}

impl Goal for CheckCount {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        endings.wins.extend(spec.goals.check_count.map(|checks| Box::new(AllGiven(checks)) as _));
    }

    fn count(spec: &Spec) -> Option<Count> {
        Some(Count {
            counter: Counter::Checks,
            what: "the number of checks given",
            most: spec.goals.check_count?,
            before_clock: true,
            form: |most| format!("check field: use two numbers from 0 to {most}, as in `{most}+{most}`"),
            parse,
            write: |given, most| format!("{}+{}", most.saturating_sub(given.white), most.saturating_sub(given.black)),
        })
    }

    fn after_move<const W: usize>(state: &mut State<W>, t: &Tables<W>, mover: Color, gives_check: bool) {
        if gives_check && t.spec.goals.check_count.is_some() {
            let given = state.counter(Counter::Checks, mover);
            state.set_counter(t, Counter::Checks, mover, given.saturating_add(1));
        }
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

struct AllGiven(u8);

impl<const W: usize> EndCondition<W> for AllGiven {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let given = |color: &Color| state.counter(Counter::Checks, *color) >= self.0;
        [!state.side, state.side].into_iter().find(given).map(Some)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "check-count", text: "all checks are given" }
    }
}
