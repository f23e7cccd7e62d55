//! `sees "reached"`: what a side sees of a position; everything if nothing is said (V1).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{Sight, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("sees", ONE)], topic: Topic::Sight, read, explain };

const SIGHTS: &[(&str, Sight)] = &[("everything", Sight::Everything), ("reached", Sight::Reached)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.sight = outcome(scope.one("sees"), SIGHTS, diagnostics).unwrap_or_default();
}

fn explain(spec: &Spec) -> Vec<String> {
    if !spec.hides() {
        return Vec::new();
    }
    let mut sentences = vec![
        "A side sees its own pieces, and the cells on which a move of one of them could end, with what stands there. Everything else is hidden from it, the opponent's moves too.".to_owned(),
        "Nobody announces that a piece is attacked. A side learns that one of its pieces has been captured, and where.".to_owned(),
    ];
    if spec.has_drops() {
        sentences.push(
            "A side does not see the cells where it could drop a piece, nor what the opponent has in hand.".to_owned(),
        );
    }
    sentences
}
