//! `reach "K" in="hill"`: a side wins when one of these pieces stands in the region.

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{Key, Kind, SOME, word};
use spielraum_spec::{EndRule, Reach, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("reach", SOME).props(&[("in", Kind::Text)]).key(Key::List)],
    topic: Topic::End,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("reach") {
        let pieces = scope.pieces.args(&node.args, diagnostics);
        let region = scope.region(node, "in", diagnostics);
        spec.goals.ends.extend(region.map(|region| EndRule::from(Reach { pieces, region })));
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let sentence = |reach: &Reach| {
        let (pieces, cells) = (prose.names_or(&reach.pieces), prose.zone(&reach.region));
        say!(
            prose.locale,
            "A side wins when its {pieces} stands on {cells}.",
            "Eine Seite hat gewonnen, wenn bei ihr {pieces} auf {cells} steht."
        )
    };
    prose.spec.goals.reaches().iter().map(sentence).collect()
}
