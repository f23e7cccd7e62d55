//! `double-step "P" along="forward" from="pawn-rank"`.

use super::Scope;
use crate::direction::{Ring, Way};
use crate::report::Faults;
use crate::syntax::Node;
use spielraum_geometry::Offset;
use spielraum_rules::ByColor;
use spielraum_rules::spec::{DoubleStep, DoubleStepPath};

/// The double steps, at most one for each piece: that of the latest layer.
pub(crate) fn double_steps(scope: &Scope<'_>, faults: &mut Faults) -> Vec<DoubleStep> {
    let mut found: Vec<(DoubleStep, u16)> = Vec::new();
    for node in scope.all("double-step") {
        let pieces = scope.pieces.args(&node.args, faults);
        let Some(from) = scope.region(node, "from", faults) else { continue };
        let Some(path) = path(scope, node, faults) else { continue };
        let en_passant = node.prop("en-passant").is_none() || node.prop_flag("en-passant");
        for piece in pieces {
            if found.iter().any(|(other, layer)| other.piece == piece && *layer == node.layer) {
                faults.add(node.spot, format!("the double step of `{}` is given twice", scope.pieces.symbol(piece)));
            }
            found.retain(|(other, _)| other.piece != piece);
            found.push((DoubleStep { piece, from, path: path.clone(), en_passant }, node.layer));
        }
    }
    found.into_iter().map(|(step, _)| step).collect()
}

fn path(scope: &Scope<'_>, node: &Node, faults: &mut Faults) -> Option<DoubleStepPath> {
    match (node.prop("along"), node.prop_flag("bent")) {
        (None, true) => Some(DoubleStepPath::Bent),
        (Some(along), false) => {
            let ways = scope.directions.ways(std::slice::from_ref(along), faults);
            let offsets: Vec<Offset> = ways
                .iter()
                .filter_map(|way| match way {
                    Way::Offset(offset, Ring::Any) => Some(*offset),
                    _ => {
                        faults.add(along.spot, "a straight double step goes along a straight line");
                        None
                    }
                })
                .collect();
            (!offsets.is_empty()).then(|| {
                DoubleStepPath::Straight(ByColor::new(|color| {
                    offsets.iter().map(|offset| scope.mirror.offset_of(color, *offset)).collect()
                }))
            })
        }
        _ => {
            faults.missing(node, "a double step is straight or bent", "say `along=\"forward\"` or `bent=#true`");
            None
        }
    }
}
