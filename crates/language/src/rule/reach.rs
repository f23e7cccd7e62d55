//! `reach "K" in="hill"`: a side wins when one of these pieces stands in the region.

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::prose::{piece_list, zone};
use crate::report::Diagnostics;
use crate::word::{Kind, SOME, word};
use spielraum_spec::{Reach, Spec};

pub(super) const RULE: Rule =
    Rule { words: &[word("reach", SOME).props(&[("in", Kind::Text)])], topic: Topic::End, read, explain };

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let Some(node) = scope.one("reach") else { return };
    let pieces = scope.pieces.args(&node.args, diagnostics);
    spec.goals.reach = scope.region(node, "in", diagnostics).map(|region| Reach { pieces, region });
}

fn explain(spec: &Spec) -> Vec<String> {
    let Some(reach) = &spec.goals.reach else { return Vec::new() };
    let pieces = piece_list(spec, &reach.pieces, "or");
    vec![format!("A side has won when its {pieces} stands on {}.", zone(spec, &reach.region))]
}
