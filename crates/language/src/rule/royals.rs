//! `royals "last"`, `royals "all"`: which of a side's royals must be safe (G13); each, if nothing is said.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{RoyalSet, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("royals", ONE)], topic: Topic::End, read, explain };

const SETS: &[(&str, RoyalSet)] = &[("each", RoyalSet::Each), ("last", RoyalSet::Last), ("all", RoyalSet::All)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let Some(node) = scope.one("royals") else { return };
    let Some(set) = outcome(Some(node), SETS, diagnostics) else { return };
    if !spec.has_royals() {
        diagnostics.add_with_help(
            node.span,
            "a game without a royal piece has no royals that must be safe",
            "as in `piece \"K\" \"King\" royal=#true { step \"radial\" }`",
        );
        return;
    }
    spec.royal_set = set;
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = match spec.royal_set {
        RoyalSet::Each if !spec.royals_vary() => return Vec::new(),
        RoyalSet::Each => locale.pick(
            "A royal piece that comes by promotion may not be left attacked either.",
            "Auch eine königliche Figur, die durch Umwandlung entsteht, darf nicht angegriffen bleiben.",
        ),
        RoyalSet::Last => locale.pick(
            "As long as a side has several royal pieces, they are captured like any other. Only the last one may not be left attacked.",
            "Solange eine Seite mehrere königliche Figuren hat, werden sie geschlagen wie andere. Nur die letzte darf nicht angegriffen bleiben.",
        ),
        RoyalSet::All => locale.pick(
            "A side is in check when all its royal pieces are attacked at once. Otherwise they are captured like any other.",
            "Eine Seite steht im Schach, wenn alle ihre königlichen Figuren zugleich angegriffen sind. Sonst werden sie geschlagen wie andere.",
        ),
    };
    vec![sentence.to_owned()]
}
