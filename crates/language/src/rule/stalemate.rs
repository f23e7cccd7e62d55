//! `stalemate "loss"`: what having no legal move means when it is not checkmate; a draw if nothing is said (G2, G3).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::locale::say;
use crate::prose::Prose;
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

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let outcome = match spec.goals.no_moves() {
        NoMoves::Draw => locale.pick("is a draw", "ist die Partie remis"),
        NoMoves::Loss => locale.pick("loses", "hat sie verloren"),
        NoMoves::Win => locale.pick("wins", "hat sie gewonnen"),
    };
    vec![match spec.has_royals() {
        true => say!(
            locale,
            "Having no legal move otherwise (stalemate) {outcome}.",
            "Hat eine Seite sonst keinen legalen Zug (Patt), {outcome}."
        ),
        false => say!(locale, "Having no legal move {outcome}.", "Hat eine Seite keinen legalen Zug, {outcome}."),
    }]
}
