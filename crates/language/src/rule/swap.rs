//! `swap "R" "N" along="radial"`: a royal changes places with a neighbour (Q13).

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::locale::say;
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::word::{Kind, SOME, word};
use spielraum_spec::{Color, Spec, Swap};

pub(super) const RULE: Rule = Rule {
    words: &[word("swap", SOME).props(&[("along", Kind::Text), ("partner-safe", Kind::Flag)])],
    topic: Topic::Moves,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.swap = swap(scope, diagnostics);
}

fn swap(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Option<Swap> {
    let node = scope.one("swap")?;
    let along = scope.needed(node, "along", "\"radial\"", diagnostics)?;
    let fault = "a swap goes by steps or leaps, whatever the rings";
    let mut offsets = scope.steps(std::slice::from_ref(along), along.span, fault, diagnostics);
    // Both sides swap alike, so the set has to be the same seen from either side.
    let board = scope.regions.board();
    let same = offsets.iter().all(|offset| offsets.contains(&scope.offset_of(Color::Black, *offset)));
    if !same {
        diagnostics.add(along.span, "a swap's directions must be the same for both sides");
    }
    offsets.retain(|offset| board.fits(*offset));
    Some(Swap {
        partners: scope.pieces.args(&node.args, diagnostics),
        offsets,
        partner_safe: node.prop_flag("partner-safe"),
    })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let Some(swap) = &spec.swap else { return Vec::new() };
    let royal = capital(&prose.any_of(&spec.royals().collect::<Vec<_>>()));
    let partners = prose.names_or(&swap.partners);
    let partner = match swap.partner_safe {
        true => locale.pick("neither of the two is attacked", "keine der beiden Figuren"),
        false => locale.pick("it is not attacked", "die königliche Figur nicht"),
    };
    vec![say!(
        locale,
        "{royal} may change places with an adjacent {partners} of its side, if {partner} before and it is not attacked after.",
        "{royal} darf mit {partners} der eigenen Seite auf einem Nachbarfeld den Platz tauschen, wenn vorher {partner} angegriffen ist und danach die königliche Figur nicht."
    )]
}
