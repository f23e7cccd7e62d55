//! Legal moves in short, as they travel with a position.

use super::move_of;
use crate as wire;
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Move, Owner, Position};
use std::collections::BTreeMap;

/// The most moves that are reported in full; with more, the list is not sent, and clients that need it ask for it.
const MOST_IN_FULL: usize = 2_000;

/// The legal moves of a position: steps to empty cells and drops as origins with their targets, the others in full.
/// Nothing if that is too much for a message.
pub fn legal_moves(position: &Position, moves: &[Move]) -> Option<wire::LegalMoves> {
    let (mut steps, mut drops) = (BTreeMap::<_, Vec<u16>>::new(), BTreeMap::<_, Vec<u16>>::new());
    let mut others = Vec::new();
    for told in moves.iter().map(|&m| move_of(position, m)) {
        if told == step(position, told.from, told.piece, told.to) {
            steps.entry((told.from, told.piece)).or_default().push(told.to);
        } else if told == drop(position, told.piece, told.to) {
            drops.entry(told.piece).or_default().push(told.to);
        } else if others.len() < MOST_IN_FULL {
            others.push(told);
        } else {
            return None;
        }
    }
    Some(wire::LegalMoves {
        steps: steps.into_iter().filter_map(|((from, piece), to)| Some((from?, piece, to))).collect(),
        drops: drops.into_iter().collect(),
        others,
    })
}

/// The move of a piece from a cell to an empty one by which nothing else changes.
fn step(position: &Position, from: Option<u16>, piece: u8, to: u16) -> wire::Move {
    let owner = Owner::from(position.side_to_move()).into();
    let text = format!("{}{}", from.map_or("", |from| name(position, from)), name(position, to));
    let changes = wire::Changes {
        off: from.map(|from| (from, piece, owner)).into_iter().collect(),
        on: vec![(to, piece, owner)],
        hands: Vec::new(),
    };
    plain(position, wire::MoveKind::Normal, text, (from, piece, to), changes)
}

/// The drop of a piece on a cell by which nothing else changes.
fn drop(position: &Position, piece: u8, to: u16) -> wire::Move {
    let side = position.side_to_move();
    let symbol = &position.rules().spec().pieces[PieceType(piece).index()].symbol;
    let text = format!("{symbol}@{}", name(position, to));
    let on = vec![(to, piece, Owner::from(side).into())];
    let changes = wire::Changes { off: Vec::new(), on, hands: vec![(piece, side.into(), -1)] };
    plain(position, wire::MoveKind::Drop, text, (None, piece, to), changes)
}

/// A move, of a piece from a cell to a cell, after which the other side is to move.
fn plain(
    position: &Position,
    kind: wire::MoveKind,
    text: String,
    (from, piece, to): (Option<u16>, u8, u16),
    changes: wire::Changes,
) -> wire::Move {
    let next = (!position.side_to_move()).into();
    wire::Move {
        text,
        san: None,
        kind,
        from,
        to,
        via: None,
        piece,
        promotion: None,
        elsewhere: None,
        gate: None,
        changes,
        next,
    }
}

fn name(position: &Position, cell: u16) -> &str {
    position.rules().board().name(Cell(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_testkit::{all_rules, random, random_game};

    /// The moves that are meant, as a client works them out.
    fn expanded(position: &Position, legal: &wire::LegalMoves) -> Vec<wire::Move> {
        let steps = legal.steps.iter().flat_map(|(from, piece, to)| to.iter().map(|to| (Some(*from), *piece, *to)));
        let drops = legal.drops.iter().flat_map(|(piece, to)| to.iter().map(|to| (*piece, *to)));
        let mut moves: Vec<wire::Move> = steps.map(|(from, piece, to)| step(position, from, piece, to)).collect();
        moves.extend(drops.map(|(piece, to)| drop(position, piece, to)));
        moves.extend(legal.others.iter().cloned());
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        moves
    }

    #[test]
    fn the_short_list_says_what_the_long_one_does_and_is_shorter() {
        let (mut short, mut long) = (0, 0);
        let mut dice = random(7);
        for (id, rules) in all_rules() {
            for _ in 0..4 {
                let position = random_game(&mut dice, &rules, 30);
                let moves = position.legal_moves();
                let mut full: Vec<wire::Move> = moves.iter().map(|&m| move_of(&position, m)).collect();
                full.sort_by(|a, b| a.text.cmp(&b.text));
                let legal = legal_moves(&position, &moves).unwrap();
                assert_eq!(expanded(&position, &legal), full, "{id} {}", position.fen());
                short += serde_json::to_string(&legal).unwrap().len();
                long += serde_json::to_string(&full).unwrap().len();
            }
        }
        assert!(short * 3 < long, "{short} {long}");
    }
}
