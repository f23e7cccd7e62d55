//! `stalemate "loss"`: what having no legal move means when it is not checkmate; a draw if nothing is said (G2, G3).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{EndRule, NoMoves, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("stalemate", ONE)], topic: Topic::End, read, explain };

const OUTCOMES: &[(&str, NoMoves)] = &[("draw", NoMoves::Draw), ("loss", NoMoves::Loss), ("win", NoMoves::Win)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let meaning = outcome(scope.one("stalemate"), OUTCOMES, diagnostics).unwrap_or_default();
    if meaning != NoMoves::Draw {
        spec.goals.ends.push(EndRule::stalemate(meaning));
    }
}

fn explain(spec: &Spec) -> Vec<String> {
    let royal = spec.has_royals();
    let outcome = match spec.goals.no_moves() {
        NoMoves::Draw => "is a draw",
        NoMoves::Loss => "loses",
        NoMoves::Win => "wins",
    };
    vec![format!("Having no legal move{} {outcome}.", if royal { " otherwise (stalemate)" } else { "" })]
}
