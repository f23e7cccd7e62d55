//! `sees "reached"`: what a side sees of a position; everything if nothing is said (V1).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{Sight, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("sees", ONE)], topic: Topic::Sight, read, explain };

const SIGHTS: &[(&str, Sight)] = &[("everything", Sight::Everything), ("reached", Sight::Reached)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.sight = outcome(scope.one("sees"), SIGHTS, diagnostics).unwrap_or_default();
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    if !spec.hides() {
        return Vec::new();
    }
    let mut sentences = vec![
        locale.pick(
            "A side sees its own pieces, and the cells on which a move of one of them could end, with what stands there. Everything else is hidden from it, the opponent's moves too.",
            "Eine Seite sieht ihre eigenen Figuren und die Felder, auf denen ein Zug einer von ihnen enden könnte, mit dem, was dort steht. Alles andere ist ihr verborgen, auch die Züge des Gegners.",
        ),
        locale.pick(
            "Nobody announces that a piece is attacked. A side learns that one of its pieces has been captured, and where.",
            "Niemand sagt an, dass eine Figur angegriffen ist. Eine Seite erfährt, dass und wo eine ihrer Figuren geschlagen worden ist.",
        ),
    ];
    if spec.has_drops() {
        sentences.push(locale.pick(
            "A side does not see the cells where it could drop a piece, nor what the opponent has in hand.",
            "Eine Seite sieht weder die Felder, auf die sie eine Figur einsetzen könnte, noch die Hand des Gegners.",
        ));
    }
    sentences.into_iter().map(str::to_owned).collect()
}
