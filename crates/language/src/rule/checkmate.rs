//! `checkmate "win"`: what checkmate means for the side that is mated; a loss if nothing is said.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{Checkmate, EndResult, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("checkmate", ONE)], topic: Topic::End, read, explain };

const OUTCOMES: &[(&str, EndResult)] = &[("loss", EndResult::Loss), ("win", EndResult::Win), ("draw", EndResult::Draw)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let Some(node) = scope.one("checkmate") else { return };
    let Some(meaning) = outcome(Some(node), OUTCOMES, diagnostics) else { return };
    if !spec.has_royals() {
        diagnostics.add_with_help(
            node.span,
            "a game without a royal piece has no checkmate",
            "say by `stalemate` what having no legal move means",
        );
        return;
    }
    spec.goals.checkmate = Checkmate(meaning);
}

fn explain(spec: &Spec) -> Vec<String> {
    let meaning = match spec.goals.checkmate.0 {
        EndResult::Loss => "has lost",
        EndResult::Win => "has won",
        EndResult::Draw => "has a draw",
    };
    let sentence = || format!("A side that has a royal piece attacked and no legal move {meaning} (checkmate).");
    spec.has_royals().then(sentence).into_iter().collect()
}
