//! `checkmate "win"`: what checkmate means for the side that is mated; a loss if nothing is said. `checkmate "draw" without="R N"`:
//! what some mates mean, by the pieces that give check.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{Key, Kind, ONE, word};
use spielraum_spec::{Checkmate, EndResult, Mate, MateBy, RoyalSet, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("checkmate", ONE).props(&[("only-by", Kind::Text), ("without", Kind::Text)]).key(Key::List)],
    topic: Topic::End,
    read,
    explain,
};

const OUTCOMES: &[(&str, EndResult)] = &[("loss", EndResult::Loss), ("win", EndResult::Win), ("draw", EndResult::Draw)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("checkmate") {
        let Some(result) = outcome(Some(node), OUTCOMES, diagnostics) else { continue };
        if !spec.has_royals() {
            diagnostics.add_with_help(
                node.span,
                "a game without a royal piece has no checkmate",
                "say by `stalemate` what having no legal move means",
            );
            return;
        }
        let (by, value) = match (node.prop("only-by"), node.prop("without")) {
            (None, None) => {
                spec.goals.checkmate = Checkmate(result);
                continue;
            }
            (Some(only), None) => (MateBy::Only, only),
            (None, Some(without)) => (MateBy::Without, without),
            (Some(_), Some(without)) => {
                diagnostics.add_with_help(without.span, "a mate has one of both", "write a line for each");
                continue;
            }
        };
        let types = scope.pieces.list(value, diagnostics);
        spec.goals.mates.push(Mate { by, types, result });
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    if !spec.has_royals() {
        return Vec::new();
    }
    let means = |result: EndResult| match result {
        EndResult::Loss => locale.pick("loses", "hat verloren"),
        EndResult::Win => locale.pick("wins", "hat gewonnen"),
        EndResult::Draw => locale.pick("draws", "hat ein Remis"),
    };
    let meaning = means(spec.goals.checkmate.0);
    let royals = prose.names_or(&spec.royals().collect::<Vec<_>>());
    // Where one of several may be attacked, that is no check.
    let checked = match spec.royal_set {
        RoyalSet::Each => format!("while its {royals} is attacked"),
        RoyalSet::Last | RoyalSet::All => "while in check".to_owned(),
    };
    let mut sentences = vec![say!(
        locale,
        "Checkmate: a side that has no legal move {checked} {meaning}.",
        "Eine Seite, deren königliche Figur angegriffen ist und die keinen legalen Zug hat, {meaning} (Schachmatt)."
    )];
    sentences.extend(spec.goals.mates.iter().map(|mate| {
        let (types, meaning) = (prose.names_or(&mate.types), means(mate.result));
        let (any, several) = (prose.any_of(&mate.types), prose.plurals_or(&mate.types));
        match mate.by {
            MateBy::Only => say!(
                locale,
                "A side that is mated by nothing but {several} {meaning}.",
                "Eine Seite, die nur durch {types} mattgesetzt wird, {meaning}."
            ),
            MateBy::Without => say!(
                locale,
                "A side that is mated without any check by {any}, in the mate itself or in the unbroken series of checks before it, {meaning}.",
                "Eine Seite, die mattgesetzt wird, ohne dass {types} Schach bietet, {meaning}. Es zählen das Matt selbst und die Schachgebote, die ohne Unterbrechung dazu geführt haben."
            ),
        }
    }));
    sentences
}
