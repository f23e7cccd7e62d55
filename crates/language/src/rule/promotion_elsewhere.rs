//! `promotion-elsewhere`: a move of one piece that changes another (Q16).

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{Block, Key, Kind, NONE, SOME, word};
use spielraum_spec::{RemoteChange, RemotePromotion, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("promotion-elsewhere", NONE)
        .props(&[("enters", Kind::Text), ("into", Kind::Text), ("guarded", Kind::Text), ("guards", Kind::Text)])
        .block(Block::Words(&[word("change", SOME).props(&[("by", Kind::Text)]).key(Key::Many)]))],
    topic: Topic::Moves,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.remote_promotion = remote_promotion(scope, diagnostics);
}

/// Reads `promotion-elsewhere enters="..." into="..." guarded="..." guards="..." { change "V" by="R C" }`.
fn remote_promotion(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Option<RemotePromotion> {
    let node = scope.one("promotion-elsewhere")?;
    let zone = scope.region(node, "enters", diagnostics);
    let into = scope.needed(node, "into", "\"R C\"", diagnostics).map(|value| scope.pieces.list(value, diagnostics));
    let (guarded, guards) = match (node.prop("guarded"), node.prop("guards")) {
        // Without a condition, all pieces anywhere are guards enough.
        (None, None) => {
            let all = (0..scope.pieces.len()).map(|at| spielraum_spec::PieceType(at as u8)).collect();
            (Some(spielraum_spec::ByColor::both(scope.regions.board().all())), all)
        }
        (Some(region), Some(guards)) => {
            (scope.regions.find(region, diagnostics), scope.pieces.list(guards, diagnostics))
        }
        _ => {
            diagnostics.add(node.span, "`guarded` (a region) and `guards` (pieces) go together");
            return None;
        }
    };
    let changes: Vec<RemoteChange> = node
        .all("change")
        .filter_map(|change| {
            let movers = scope.pieces.list(scope.needed(change, "by", "\"R C\"", diagnostics)?, diagnostics);
            Some(RemoteChange { movers, changed: scope.pieces.args(&change.args, diagnostics) })
        })
        .collect();
    if changes.is_empty() {
        diagnostics.add_with_help(
            node.span,
            "`promotion-elsewhere` needs a `change`",
            "as in `change \"V\" by=\"R C\"`",
        );
    }
    Some(RemotePromotion { changes, zone: zone?, into: into?, guarded: guarded?, guards })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Some(remote) = &prose.spec.remote_promotion else { return Vec::new() };
    let sentence = |change: &RemoteChange| {
        let (movers, zone) = (prose.any_of(&change.movers), prose.zone(&remote.zone));
        let (changed, into) = (prose.names_or(&change.changed), prose.any_of(&remote.into));
        let (guards, guarded) = (prose.names_or(&remote.guards), prose.zone(&remote.guarded));
        say!(
            prose.locale,
            "When {movers} enters {zone} from outside, its owner may turn one own {changed} into {into} from the prison, if \
             afterwards one own {guards} stands on {guarded}.",
            "Kommt {movers} von außen auf {zone}, darf die Seite eine eigene Figur ({changed}) gegen {into} aus dem Gefängnis \
             tauschen, wenn danach eine eigene Figur ({guards}) auf {guarded} steht."
        )
    };
    remote.changes.iter().map(sentence).collect()
}
