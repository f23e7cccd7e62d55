//! `promotion-elsewhere`: a move of one piece that changes another (Q16).

use super::Scope;
use crate::report::Faults;
use spielraum_rules::spec::{ElsewhereChange, ElsewherePromotion};

/// Reads `promotion-elsewhere enters="..." into="..." guarded="..." guards="..." { change "V" by="R C" }`.
pub(crate) fn elsewhere(scope: &Scope<'_>, faults: &mut Faults) -> Option<ElsewherePromotion> {
    let node = scope.one("promotion-elsewhere")?;
    let zone = scope.region(node, "enters", faults);
    let into = scope.needed(node, "into", "\"R C\"", faults).map(|value| scope.pieces.list(value, faults));
    let (guarded, guards) = match (node.prop("guarded"), node.prop("guards")) {
        // Without a condition, all pieces anywhere are guards enough.
        (None, None) => {
            let all = (0..scope.pieces.len()).map(|at| spielraum_rules::spec::PieceType(at as u8)).collect();
            (Some(spielraum_rules::ByColor::both(scope.regions.board().all())), all)
        }
        (Some(region), Some(guards)) => (scope.regions.find(region, faults), scope.pieces.list(guards, faults)),
        _ => {
            faults.add(node.spot, "`guarded` (a region) and `guards` (pieces) go together");
            return None;
        }
    };
    let changes: Vec<ElsewhereChange> = node
        .all("change")
        .filter_map(|change| {
            let movers = scope.pieces.list(scope.needed(change, "by", "\"R C\"", faults)?, faults);
            Some(ElsewhereChange { movers, changed: scope.pieces.args(&change.args, faults) })
        })
        .collect();
    if changes.is_empty() {
        faults.add_with_help(node.spot, "`promotion-elsewhere` needs a `change`", "as in `change \"V\" by=\"R C\"`");
    }
    Some(ElsewherePromotion { changes, zone: zone?, into: into?, guarded: guarded?, guards })
}
