//! `check-count 3`: a side wins by giving so many checks.

use crate::Game;
use crate::effects::Scope;
use crate::explain::words;
use crate::goals::number;
use crate::grammar::{Number, Rule, rule};
use crate::report::Faults;
use spielraum_rules::spec::Goals;

/// The word.
pub(crate) const WORD: Rule = rule("check-count", (1, 1, Number));

pub(super) fn read(scope: &Scope<'_>, goals: &mut Goals, faults: &mut Faults) {
    let value = scope.one("check-count").and_then(|node| node.first());
    goals.check_count = value.and_then(|value| number(value, 1, 9, faults)).map(|checks| checks as u8);
}

pub(super) fn sentence(game: &Game) -> Option<String> {
    let checks = game.spec().goals.check_count?;
    let checks = if checks == 1 { "a check".to_owned() } else { format!("{} checks", words::number(checks.into())) };
    Some(format!("A side that has given {checks} has won."))
}
