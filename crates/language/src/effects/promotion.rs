//! `promotion "P" into="Q R B N" ends-in="last-rank"`.

use super::Scope;
use crate::report::Faults;
use crate::syntax::Node;
use spielraum_rules::spec::{Mark, PieceType, Promotion, PromotionForce, PromotionText, PromotionTrigger, Symbol};

/// The promotions, at most one for each piece: that of the latest layer.
pub(crate) fn promotions(scope: &Scope<'_>, faults: &mut Faults) -> Vec<Promotion> {
    let mut promotions: Vec<(Promotion, u16)> = Vec::new();
    for node in scope.all("promotion") {
        for (value, piece) in node
            .args
            .iter()
            .filter_map(|value| Some((value, scope.pieces.find(value.text()?, value.spot, faults)?)))
            .collect::<Vec<_>>()
        {
            if promotions.iter().any(|(other, layer)| other.piece == piece && *layer == node.layer) {
                faults.add(value.spot, "the promotion of this piece is given twice");
            }
            promotions.retain(|(other, _)| other.piece != piece);
            promotions.extend(read(scope, node, piece, faults).map(|promotion| (promotion, node.layer)));
        }
    }
    promotions.into_iter().map(|(promotion, _)| promotion).collect()
}

fn read(scope: &Scope<'_>, node: &Node, piece: PieceType, faults: &mut Faults) -> Option<Promotion> {
    let into_value = scope.needed(node, "into", "\"Q R B N\"", faults)?;
    let own_form = into_value.text() == Some("+");
    let into = if own_form {
        let form = Symbol { mark: Mark::Plus, ..scope.pieces.symbol(piece) };
        vec![scope.pieces.find(&form.to_string(), into_value.spot, faults)?]
    } else {
        scope.pieces.list(into_value, faults)
    };
    let (&first, others) = into.split_first()?;
    if into.contains(&piece) {
        faults.add(into_value.spot, "a piece can't be promoted to itself");
    }
    let triggers = [
        ("ends-in", PromotionTrigger::Ends),
        ("enters", PromotionTrigger::Enters),
        ("touches", PromotionTrigger::Touches),
    ];
    let given: Vec<_> = triggers.iter().filter_map(|(prop, trigger)| Some((node.prop(prop)?, *trigger))).collect();
    let [(region, trigger)] = given[..] else {
        faults.missing(
            node,
            "a promotion needs one region",
            "say `ends-in`, `enters` (ends in it and comes from outside) or `touches` (starts or ends in it)",
        );
        return None;
    };
    let force = match node.prop("required") {
        None => PromotionForce::Always,
        Some(value) => match value.text().unwrap_or_default() {
            "always" => PromotionForce::Always,
            "when-stuck" => PromotionForce::WhenStuck,
            "never" => PromotionForce::Never,
            other => {
                faults.unknown(value.spot, "the obligation", other, ["always", "when-stuck", "never"]);
                return None;
            }
        },
    };
    let from_prison = node.prop_flag("from-prison");
    let text = if node.prop_flag("silent") {
        if !others.is_empty() || force != PromotionForce::Always || from_prison {
            faults.add(node.spot, "only a promotion that is always required and has one outcome can be silent");
        }
        PromotionText::Silent
    } else if own_form || (others.is_empty() && scope.pieces.symbol(first).mark == Mark::Plus) {
        PromotionText::Plus
    } else {
        PromotionText::Letter
    };
    if text == PromotionText::Letter && into.iter().any(|form| scope.pieces.symbol(*form).mark == Mark::Plus) {
        faults.add(into_value.spot, "a choice among several pieces can't contain `+` forms");
    }
    let zone = scope.regions.find(region, faults)?;
    Some(Promotion { piece, zone, trigger, into, force, from_prison, text })
}
