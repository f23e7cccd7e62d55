//! `duty in="fortress" released-by="F V" within=2`: the royals must be in a region once some pieces are gone (Q17).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number};
use crate::prose::{any_of, by_side, ordinal};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Kind, NONE, word};
use spielraum_spec::{RoyalObligation, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("duty", NONE).props(&[("in", Kind::Text), ("released-by", Kind::Text), ("within", Kind::Number)])],
    topic: Topic::End,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.goals.royal_obligation = scope.one("duty").and_then(|node| obligation(scope, node, diagnostics));
}

fn obligation(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<RoyalObligation> {
    let region = scope.region(node, "in", diagnostics);
    let released_by =
        scope.needed(node, "released-by", "\"F V\"", diagnostics).map(|value| scope.pieces.list(value, diagnostics));
    let within = scope.needed(node, "within", "2", diagnostics).and_then(|value| number(value, 1, 9, diagnostics));
    Some(RoyalObligation { region: region?, released_by: released_by?, within: within? as u8 })
}

fn explain(spec: &Spec) -> Vec<String> {
    let sentence = |obligation: &RoyalObligation| {
        format!(
            "A side without {} must have its royals on {} by the end of its {} move from then, and they may not leave it \
             again.",
            any_of(spec, &obligation.released_by),
            by_side(spec, &obligation.region).unwrap_or_else(|| "the board".to_owned()),
            ordinal(obligation.within)
        )
    };
    spec.goals.royal_obligation.iter().map(sentence).collect()
}
