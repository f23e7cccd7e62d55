//! `promotion-elsewhere`: a move of one piece that changes another (Q16).

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::prose::{any_of, piece_list, zone};
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

fn explain(spec: &Spec) -> Vec<String> {
    let Some(remote) = &spec.remote_promotion else { return Vec::new() };
    let sentence = |change: &RemoteChange| {
        format!(
            "When {} enters {} from outside, its owner may turn one own {} into {} from the prison, if afterwards one \
             own {} stands on {}.",
            any_of(spec, &change.movers),
            zone(spec, &remote.zone),
            piece_list(spec, &change.changed, "or"),
            any_of(spec, &remote.into),
            piece_list(spec, &remote.guards, "or"),
            zone(spec, &remote.guarded),
        )
    };
    remote.changes.iter().map(sentence).collect()
}
