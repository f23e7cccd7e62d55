//! `hand` and `prison`: captured pieces that can come back.

use super::Scope;
use crate::report::Faults;
use crate::syntax::Node;
use spielraum_rules::ByColor;
use spielraum_rules::spec::{CapturedPieces, Drop, Hands, Mark, PieceType, Symbol};

/// Reads `hand order="R B" { flip ...; returns ...; drop ... }` or `prison order="R B"`.
pub(crate) fn hands(scope: &Scope<'_>, faults: &mut Faults) -> Option<Hands> {
    let (node, to_captor) = match (scope.one("hand"), scope.one("prison")) {
        (None, None) => return None,
        (Some(_), Some(prison)) => {
            faults.add(prison.spot, "a game has a `hand` or a `prison`, not both");
            return None;
        }
        (Some(hand), None) => (hand, true),
        (None, Some(prison)) => (prison, false),
    };
    let order = scope.pieces.list(scope.needed(node, "order", "\"R B\"", faults)?, faults);
    let table = returns(scope, node, &order, faults);
    let captured = if to_captor { CapturedPieces::ToCaptor(table) } else { CapturedPieces::ToPrison(table) };
    let drops = if to_captor { drops(scope, node, &order, faults) } else { Vec::new() };
    Some(Hands { order, captured, drops })
}

/// What each captured piece becomes: what the definition says, otherwise itself or the piece of which
/// it is a promoted form, if that can be in hand.
fn returns(
    scope: &Scope<'_>,
    node: &Node,
    order: &[PieceType],
    faults: &mut Faults,
) -> ByColor<Vec<Option<PieceType>>> {
    let in_hand = |piece: PieceType| order.contains(&piece).then_some(piece);
    let mut table: Vec<Option<PieceType>> = (0..scope.pieces.len())
        .map(|at| {
            let piece = PieceType(at as u8);
            let symbol = scope.pieces.symbol(piece);
            match symbol.mark {
                Mark::None => in_hand(piece),
                Mark::Plus => scope.pieces.number(Symbol { mark: Mark::None, ..symbol }).and_then(in_hand),
                Mark::Tilde => in_hand(piece),
            }
        })
        .collect();
    let mut said: Vec<PieceType> = Vec::new();
    let mut set = |from: PieceType, to: PieceType, at: &Node, faults: &mut Faults| {
        if said.contains(&from) {
            faults.add(at.spot, format!("what `{}` returns as is given twice", scope.pieces.symbol(from)));
        }
        if !order.contains(&to) {
            faults.add(at.spot, format!("`{}` is not in the `order` of the hand", scope.pieces.symbol(to)));
        }
        said.push(from);
        table[from.index()] = Some(to);
    };
    for child in &node.children {
        match child.word.as_str() {
            "flip" => {
                if let [one, other] = scope.pieces.args(&child.args, faults)[..] {
                    set(one, other, child, faults);
                    set(other, one, child, faults);
                }
            }
            "returns" => {
                let Some(value) = scope.needed(child, "as", "\"P\"", faults) else { continue };
                let Some(to) = scope.pieces.find(value.text().unwrap_or_default(), value.spot, faults) else {
                    continue;
                };
                for from in scope.pieces.args(&child.args, faults) {
                    set(from, to, child, faults);
                }
            }
            _ => {}
        }
    }
    ByColor::both(table)
}

/// How each piece in hand is dropped: anywhere, unless a `drop` says more.
fn drops(scope: &Scope<'_>, node: &Node, order: &[PieceType], faults: &mut Faults) -> Vec<Drop> {
    let anywhere = ByColor::both(scope.regions.board().all());
    let mut drops: Vec<Drop> = order
        .iter()
        .map(|&piece| Drop { piece, cells: anywhere, needs_move: false, max_on_file_line: None, no_mate: false })
        .collect();
    let mut said = Vec::new();
    for rule in node.all("drop") {
        let cells = match rule.prop("in") {
            None => Some(anywhere),
            Some(value) => scope.regions.find(value, faults),
        };
        let most = rule.prop("most-per-file").and_then(|value| match value.number() {
            Some(number) if (1..=32).contains(&number) => Some(number as u8),
            _ => {
                faults.add(value.spot, "the number of pieces on a file is 1 to 32");
                None
            }
        });
        for piece in scope.pieces.args(&rule.args, faults) {
            let Some(drop) = drops.iter_mut().find(|drop| drop.piece == piece) else {
                faults.add(rule.spot, format!("`{}` is not in the `order` of the hand", scope.pieces.symbol(piece)));
                continue;
            };
            if said.contains(&piece) {
                faults.add(rule.spot, format!("the drop of `{}` is given twice", scope.pieces.symbol(piece)));
            }
            said.push(piece);
            drop.cells = cells.unwrap_or(anywhere);
            drop.needs_move = rule.prop_flag("needs-move");
            drop.max_on_file_line = most;
            drop.no_mate = rule.prop_flag("no-mate");
        }
    }
    drops
}
