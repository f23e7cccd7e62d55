//! `draws "black-wins"`: the side that wins a game that would be a draw.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{Color, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("draws", ONE)], topic: Topic::End, read, explain };

const OUTCOMES: &[(&str, Color)] = &[("white-wins", Color::White), ("black-wins", Color::Black)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.goals.draws = outcome(scope.one("draws"), OUTCOMES, diagnostics);
}

fn explain(spec: &Spec) -> Vec<String> {
    let winner = spec.goals.draws.into_iter();
    winner.map(|winner| format!("Whatever would be a draw is won by {}.", winner.capital_name())).collect()
}
