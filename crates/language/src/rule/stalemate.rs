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
    let german = match spec.goals.no_moves() {
        NoMoves::Draw => "ist die Partie remis",
        NoMoves::Loss => "hat sie verloren",
        NoMoves::Win => "hat sie gewonnen",
    };
    vec![match (spec.has_royals(), spec.goals.no_moves()) {
        (true, NoMoves::Draw) => say!(
            locale,
            "Stalemate (no legal move while not in check) is a draw.",
            "Hat eine Seite sonst keinen legalen Zug (Patt), {german}."
        ),
        (true, NoMoves::Loss) => say!(
            locale,
            "A stalemated side (no legal move while not in check) loses.",
            "Hat eine Seite sonst keinen legalen Zug (Patt), {german}."
        ),
        (true, NoMoves::Win) => say!(
            locale,
            "A stalemated side (no legal move while not in check) wins.",
            "Hat eine Seite sonst keinen legalen Zug (Patt), {german}."
        ),
        (false, NoMoves::Draw) => say!(
            locale,
            "If a side has no legal move, the game is a draw.",
            "Hat eine Seite keinen legalen Zug, {german}."
        ),
        (false, NoMoves::Loss) => {
            say!(locale, "A side with no legal move loses.", "Hat eine Seite keinen legalen Zug, {german}.")
        }
        (false, NoMoves::Win) => {
            say!(locale, "A side with no legal move wins.", "Hat eine Seite keinen legalen Zug, {german}.")
        }
    }]
}
