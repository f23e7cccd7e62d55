//! Pawn structure: passed pawns and their kings, supported and phalanx pawns, isolated and doubled ones.

use super::pieces;
use crate::attack::Pawn;
use crate::eval::geometry::{Seen, distance};
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_geometry::{Board, Cell, CellSet, Mirror};
use spielraum_nnue::mirror_of;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// What it is worth how pawns stand.
pub(in crate::eval) struct Pawns {
    mirror: Mirror,
    cells: usize,
    /// For each piece and cell.
    weights: Vec<PawnWeights>,
}

/// What it is worth how a pawn stands on a cell.
#[derive(Clone, Copy)]
struct PawnWeights {
    passed: Weight,
    unblocked: Weight,
    supported: Weight,
    phalanx: Weight,
    isolated: Weight,
    doubled: Weight,
    king_proximity: Weight,
}

impl Pawns {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        let (mirror, board) = (mirror_of(rules), rules.board());
        let on_cells = pieces(rules).flat_map(|(color, kind)| {
            board.cells().map(move |cell| {
                let rank = Seen::new(mirror, board, color, cell).rank;
                let weight = |term| weights.get(term, kind, rank);
                PawnWeights {
                    passed: weight(Term::Passed),
                    unblocked: weight(Term::Unblocked),
                    supported: weight(Term::Supported),
                    phalanx: weight(Term::Phalanx),
                    isolated: weight(Term::Isolated),
                    doubled: weight(Term::Doubled),
                    king_proximity: weight(Term::KingProximity),
                }
            })
        });
        Self { mirror, cells: board.len(), weights: on_cells.collect() }
    }

    /// Writes how a pawn stands on a cell; `royals`: where the royals stand.
    #[inline(always)]
    pub(in crate::eval) fn write(
        &self,
        board: &Board,
        royals: &[CellSet; 2],
        (color, kind, cell): (Color, PieceType, Cell),
        pawn: Pawn,
        output: &mut impl Output,
    ) {
        let weights = &self.weights[piece_index(color, kind) * self.cells + cell.index()];
        let sign = sign(color);
        let place = |term| move || (term, kind, Seen::new(self.mirror, board, color, cell).rank);
        let mut add = |weight, is_so, term| output.add(Sum::Plain, weight, i32::from(is_so) * sign, place(term));
        add(weights.supported, pawn.is_supported, Term::Supported);
        add(weights.phalanx, pawn.is_phalanx, Term::Phalanx);
        add(weights.isolated, pawn.is_isolated, Term::Isolated);
        add(weights.doubled, pawn.is_doubled, Term::Doubled);
        if pawn.is_passed {
            add(weights.passed, true, Term::Passed);
            add(weights.unblocked, pawn.is_unblocked, Term::Unblocked);
            let farther = farther(board, royals, color, cell);
            output.add(Sum::KingProximity, weights.king_proximity, farther * sign, place(Term::KingProximity));
        }
    }
}

/// By how many steps the nearest of the enemy's royals is farther from a cell than a side's own.
fn farther(board: &Board, royals: &[CellSet; 2], color: Color, cell: Cell) -> i32 {
    let nearest = |color: Color| royals[color as usize].iter().map(|royal| distance(board, royal, cell)).min();
    match (nearest(color), nearest(!color)) {
        (Some(own), Some(enemy)) => enemy - own,
        _ => 0,
    }
}
