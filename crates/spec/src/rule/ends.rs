//! All end rules of a game together: what is wrong with them, and what is counted for them.

use super::check_count;
use super::data::{Count, RuleData};
use super::ending::{Condition, EndRule, MAX_CONDITION_DEPTH, MAX_CONDITIONS};
use super::extinction::MAX_FAMILIES;
use crate::check::Check;

pub(crate) struct Ends;

impl RuleData for Ends {
    type Data = Vec<EndRule>;

    fn validate(check: &mut Check<'_>, ends: &Self::Data) {
        let deepest = ends.iter().map(|end| end.when.depth()).max().unwrap_or(0);
        check.range("the depth of conditions", deepest as i64, 0, MAX_CONDITION_DEPTH as i64);
        let conditions = ends.iter().map(|end| end.when.parts().len()).sum::<usize>();
        check.range("the number of conditions", conditions as i64, 0, MAX_CONDITIONS as i64);
        if deepest <= MAX_CONDITION_DEPTH && conditions <= MAX_CONDITIONS {
            ends.iter().for_each(|end| end.validate(check));
        }
        let parts = ends.iter().flat_map(|end| end.when.parts());
        let counts = parts.filter(|part| matches!(part, Condition::CountedOut(_))).count();
        check.range("the number of counts", counts as i64, 0, 1);
        let families = ends.iter().filter_map(EndRule::as_family).count();
        check.range("the number of families of pieces to keep", families as i64, 0, MAX_FAMILIES as i64);
    }

    fn count(ends: &Self::Data) -> Option<Count> {
        check_count::count(ends)
    }
}
