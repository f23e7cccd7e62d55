//! `extinction "Rook" members="R Q" least=1`: who has too few of some pieces has lost.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number};
use crate::limits;
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, ONE, word};
use spielraum_spec::{ByColor, EndRule, Family, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("extinction", ONE).props(&[("members", Kind::Text), ("least", Kind::Number)]).key(Key::Named)],
    topic: Topic::End,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let families = scope.all("extinction").filter_map(|node| family(scope, node, diagnostics));
    spec.goals.ends.extend(families.map(EndRule::from));
}

fn family(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Family> {
    let name = node.name()?;
    if name.is_empty() || name.chars().count() > limits::NAME {
        diagnostics.add(node.span, format!("a family's name has 1 to {} letters", limits::NAME));
    }
    let members = scope.pieces.list(scope.needed(node, "members", "\"R Q\"", diagnostics)?, diagnostics);
    let least = match node.prop("least") {
        None => 1,
        Some(value) => number(value, 1, 999, diagnostics)? as u16,
    };
    Some(Family { name: crate::suggest::shorten(name), members: ByColor::both(members), least })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |family: &Family| {
        let sided = |kind: &PieceType| !spec.is_neutral(*kind);
        let all = spec.piece_types().filter(sided).collect::<Vec<_>>();
        let least = prose.number(family.least.into());
        if family.members.white == all {
            return match family.least {
                1 => locale
                    .pick("A side that has lost all its pieces loses.", "Wer alle Figuren verloren hat, hat verloren.")
                    .to_owned(),
                _ => say!(
                    locale,
                    "A side with fewer than {least} pieces loses.",
                    "Wer weniger als {least} Figuren hat, hat verloren."
                ),
            };
        }
        let (name, members) = (&family.name, prose.names_and(&family.members.white));
        let any = prose.names_or(&family.members.white);
        let several = prose.plurals_or(&family.members.white);
        let of_family = if *name == any || *name == several { String::new() } else { format!(" (the {name} family)") };
        match family.least {
            1 => say!(
                locale,
                "A side with no {any} left loses{of_family}.",
                "Eine Seite hat verloren, wenn ihr nach einem Zug keine Figur der Familie {name} bleibt: {members}."
            ),
            _ => say!(
                locale,
                "A side with fewer than {least} {several} left loses{of_family}.",
                "Eine Seite hat verloren, wenn ihr nach einem Zug weniger als {least} Figuren der Familie {name} bleiben: {members}."
            ),
        }
    };
    spec.goals.families().iter().map(sentence).collect()
}
