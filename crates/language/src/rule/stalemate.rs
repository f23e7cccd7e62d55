//! `stalemate "loss"`: what having no legal move means when it is not checkmate; a draw if nothing is said (G2, G3).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::locale::Locale;
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
    let meaning = spec.goals.no_moves();
    let sentence = match (locale, spec.has_royals()) {
        (Locale::En, true) => match meaning {
            NoMoves::Draw => "Stalemate (no legal move while not in check) is a draw.",
            NoMoves::Loss => "A stalemated side (no legal move while not in check) loses.",
            NoMoves::Win => "A stalemated side (no legal move while not in check) wins.",
        },
        (Locale::En, false) => match meaning {
            NoMoves::Draw => "If a side has no legal move, the game is a draw.",
            NoMoves::Loss => "A side with no legal move loses.",
            NoMoves::Win => "A side with no legal move wins.",
        },
        (Locale::De, true) => match meaning {
            NoMoves::Draw => "Hat eine Seite sonst keinen legalen Zug (Patt), ist die Partie remis.",
            NoMoves::Loss => "Hat eine Seite sonst keinen legalen Zug (Patt), hat sie verloren.",
            NoMoves::Win => "Hat eine Seite sonst keinen legalen Zug (Patt), hat sie gewonnen.",
        },
        (Locale::De, false) => match meaning {
            NoMoves::Draw => "Hat eine Seite keinen legalen Zug, ist die Partie remis.",
            NoMoves::Loss => "Hat eine Seite keinen legalen Zug, hat sie verloren.",
            NoMoves::Win => "Hat eine Seite keinen legalen Zug, hat sie gewonnen.",
        },
    };
    vec![sentence.to_owned()]
}
