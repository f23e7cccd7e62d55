//! `swap "R" "N" along="radial"`: the royal changes places with a neighbour (Q13).

use super::Scope;
use crate::direction::{Ring, Way};
use crate::report::Faults;
use spielraum_geometry::Offset;
use spielraum_rules::spec::Swap;

/// Reads the swap.
pub(crate) fn swap(scope: &Scope<'_>, faults: &mut Faults) -> Option<Swap> {
    let node = scope.one("swap")?;
    let along = scope.needed(node, "along", "\"radial\"", faults)?;
    let ways = scope.directions.ways(std::slice::from_ref(along), faults);
    let mut offsets = Vec::new();
    for way in ways {
        match way {
            Way::Offset(offset, Ring::Any) => offsets.push(offset),
            _ => faults.add(along.spot, "a swap goes by steps or leaps, whatever the rings"),
        }
    }
    // Both sides swap alike, so the set has to be the same seen from either side.
    let same = offsets.iter().all(|offset: &Offset| offsets.contains(&scope.mirror.offset(*offset)));
    if !same {
        faults.add(along.spot, "a swap's directions must be the same for both sides");
    }
    let extent = scope.regions.board().extent();
    offsets.retain(|offset| {
        offset.level.abs() < extent.level && offset.file.abs() < extent.file && offset.rank.abs() < extent.rank
    });
    Some(Swap {
        partners: scope.pieces.args(&node.args, faults),
        offsets,
        partner_safe: node.prop_flag("partner-safe"),
    })
}
