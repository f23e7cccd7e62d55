//! `castling "K" king="e1-g1" rook="h1-f1"`.

use super::Scope;
use crate::region;
use crate::report::Faults;
use crate::start::Start;
use crate::syntax::Node;
use spielraum_geometry::Cell;
use spielraum_rules::Color;
use spielraum_rules::spec::Castling;

/// The castling moves. One of White's is mirrored for Black where Black's own is not given. Which
/// piece is the partner is told by the start position.
pub(crate) fn castlings(scope: &Scope<'_>, start: Option<&Start>, faults: &mut Faults) -> Vec<Castling> {
    let given: Vec<(char, &Node)> = scope
        .all("castling")
        .filter_map(|node| {
            let value = node.first()?;
            let mut letters = value.text()?.chars();
            match (letters.next(), letters.next()) {
                (Some(right), None) if right.is_ascii_alphabetic() => Some((right, node)),
                _ => {
                    faults.add(
                        value.spot,
                        "a castling right is one letter: a capital for White's, a small one for Black's",
                    );
                    None
                }
            }
        })
        .collect();
    let mut castlings = Vec::new();
    for &(right, node) in &given {
        let Some(king) = from_to(scope, node, "king", faults) else { continue };
        let Some(rook) = from_to(scope, node, "rook", faults) else { continue };
        let mut add = |right: char, color: Color, royal: (Cell, Cell), partner: (Cell, Cell), faults: &mut Faults| {
            let Some(start) = start else { return };
            match start.at(partner.0) {
                Some((side, partner_type)) if side == color => {
                    castlings.push(Castling { right, color, royal, partner, partner_type })
                }
                _ => {
                    let name = scope.regions.board().name(partner.0);
                    faults.add(
                        node.spot,
                        format!("no {} piece stands on {name} at the start to castle with", color.name()),
                    );
                }
            }
        };
        if right.is_ascii_lowercase() {
            add(right, Color::Black, king, rook, faults);
            continue;
        }
        add(right, Color::White, king, rook, faults);
        let small = right.to_ascii_lowercase();
        if given.iter().any(|(other, _)| *other == small) {
            continue;
        }
        let mirrored = |(from, to): (Cell, Cell)| {
            let turn = |cell| scope.mirror.cell(scope.regions.board(), cell);
            Some((turn(from)?, turn(to)?))
        };
        match (mirrored(king), mirrored(rook)) {
            (Some(king), Some(rook)) => add(small, Color::Black, king, rook, faults),
            _ => faults.add(node.spot, "seen from Black's side these cells do not exist"),
        }
    }
    // White's first, each side's in the order given.
    castlings.sort_by_key(|castling| castling.color);
    castlings
}

/// `king="e1-g1"`.
fn from_to(scope: &Scope<'_>, node: &Node, prop: &str, faults: &mut Faults) -> Option<(Cell, Cell)> {
    let value = scope.needed(node, prop, "\"e1-g1\"", faults)?;
    match value.split(|c| c == '-')[..] {
        [(from, from_spot), (to, to_spot)] => {
            let board = scope.regions.board();
            let (from, to) = (region::cell(board, from, from_spot, faults), region::cell(board, to, to_spot, faults));
            Some((from?, to?))
        }
        _ => {
            faults.add_with_help(value.spot, "two cells are needed here", "as in `e1-g1`");
            None
        }
    }
}
