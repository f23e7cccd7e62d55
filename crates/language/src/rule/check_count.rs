//! `check-count 3`: a side wins by giving this many checks.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{Kind, word};
use spielraum_spec::{EndRule, Spec};

pub(super) const RULE: Rule =
    Rule { words: &[word("check-count", (1, 1, Kind::Number))], topic: Topic::End, read, explain };

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let value = scope.one("check-count").and_then(|node| node.first());
    let checks = value.and_then(|value| number(value, 1, 9, diagnostics));
    spec.goals.ends.extend(checks.map(|checks| EndRule::check_count(checks as u8)));
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let Some(checks) = spec.goals.ends.iter().find_map(EndRule::as_check_count) else { return Vec::new() };
    let times = prose.times(checks.into());
    vec![match checks {
        1 => locale.pick("A side that gives check wins.", "Wer einmal Schach geboten hat, hat gewonnen.").to_owned(),
        _ => say!(locale, "A side that gives {times} checks wins.", "Wer {times} Schach geboten hat, hat gewonnen."),
    }]
}
