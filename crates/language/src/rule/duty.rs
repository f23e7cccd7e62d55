//! `duty in="fortress" released-by="F V" within=2`: the royals must be in a region once some pieces are gone (Q17).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number};
use crate::locale::say;
use crate::prose::Prose;
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

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |obligation: &RoyalObligation| {
        let (released, within) = (prose.any_of(&obligation.released_by), prose.ordinal(obligation.within));
        let region = prose.by_side(&obligation.region);
        let region = region.unwrap_or_else(|| locale.pick("the board", "dem Brett").to_owned());
        say!(
            locale,
            "A side without {released} must have its royals on {region} by the end of its {within} move from then, and they may not leave it again.",
            "Eine Seite ohne {released} muss bis zum Ende ihres {within} Zugs danach mit ihren königlichen Figuren auf {region} stehen; von dort dürfen sie nicht mehr weg."
        )
    };
    spec.goals.royal_obligation.iter().map(sentence).collect()
}
