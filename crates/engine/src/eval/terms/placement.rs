//! Piece values and piece-square tables, kept in the accumulator; pieces in hand.

use super::pieces;
use crate::eval::accumulator::Accumulator;
use crate::eval::geometry::Seen;
use crate::eval::output::{Output, Score, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use crate::level::mix;
use spielraum_geometry::{Cell, Mirror};
use spielraum_nnue::mirror_of;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, Position, Rules, piece_index};

/// What pieces are worth where they stand, and in hand.
pub(in crate::eval) struct Placement {
    weights: Weights,
    mirror: Mirror,
    cells: usize,
    /// For each piece and cell, as White sees it.
    on_board: Vec<Weight>,
    /// For each piece, as White sees it.
    in_hand: Vec<Weight>,
    /// For each piece, what it adds to its side's material.
    material: Vec<i32>,
    /// For each piece, to which of the accumulator's keys it belongs.
    key: Vec<usize>,
    /// For each piece and cell, what it makes of that key.
    zobrist: Vec<u64>,
    /// Whether what is in hand is material: it can be dropped.
    has_drops: bool,
}

impl Placement {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        let (mirror, board) = (mirror_of(rules), rules.board());
        let on_board = pieces(rules).flat_map(|(color, kind)| {
            let at = move |cell| {
                let mut score = Score::new(Weight::default());
                write_piece(weights, color, kind, Seen::new(mirror, board, color, cell), &mut score);
                score.total()
            };
            board.cells().map(at)
        });
        let key = |(color, kind): (Color, PieceType)| match rules.spec().pieces[kind.index()].resets_clock {
            true => 0,
            false => 1 + color as usize,
        };
        Self {
            on_board: on_board.collect(),
            in_hand: pieces(rules).map(|(color, kind)| weights.hand(kind) * sign(color)).collect(),
            material: pieces(rules).map(|(_, kind)| weights.value(kind).early).collect(),
            key: pieces(rules).map(key).collect(),
            zobrist: (0..2 * rules.spec().pieces.len() * board.len()).map(|index| mix(index as u64)).collect(),
            weights: weights.clone(),
            mirror,
            cells: board.len(),
            has_drops: rules.spec().has_drops(),
        }
    }

    /// The accumulator of a position.
    pub(in crate::eval) fn accumulator(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        position
            .for_each_piece(|color, kind, cell| self.change(&mut accumulator, Change::Comes(color.into(), kind, cell)));
        for (color, kind) in pieces(position.rules()) {
            match position.in_hand(color, kind) {
                0 => {}
                held => self.change(&mut accumulator, Change::Hand(color, kind, held as i16)),
            }
        }
        accumulator
    }

    /// Keeps an accumulator up to date.
    #[inline(always)]
    pub(in crate::eval) fn change(&self, accumulator: &mut Accumulator, change: Change) {
        let (owner, kind, cell, count) = match change {
            Change::Leaves(owner, kind, cell) => (owner, kind, cell, -1),
            Change::Comes(owner, kind, cell) => (owner, kind, cell, 1),
            Change::Hand(color, kind, count) => {
                let (piece, count) = (piece_index(color, kind), i32::from(count));
                accumulator.sum += self.in_hand[piece] * count;
                if self.has_drops {
                    accumulator.material[color as usize] += self.material[piece] * count;
                }
                return;
            }
            _ => return,
        };
        let Some(color) = owner.color() else { return };
        let piece = piece_index(color, kind);
        let place = piece * self.cells + cell.index();
        accumulator.sum += self.on_board[place] * count;
        accumulator.zobrist[self.key[piece]] ^= self.zobrist[place];
        accumulator.material[color as usize] += self.material[piece] * count;
    }

    /// Writes what the accumulator of a position is made of.
    pub(in crate::eval) fn write(&self, position: &Position, output: &mut impl Output) {
        let board = position.rules().board();
        position.for_each_piece(|color, kind, cell: Cell| {
            write_piece(&self.weights, color, kind, Seen::new(self.mirror, board, color, cell), output);
        });
        for (color, kind) in pieces(position.rules()) {
            let factor = sign(color) * i32::from(position.in_hand(color, kind));
            output.add(Sum::Plain, self.weights.hand(kind), factor, || (Term::Hand, kind, 0));
        }
    }
}

/// Writes what a piece is worth on a cell.
fn write_piece(weights: &Weights, color: Color, kind: PieceType, seen: Seen, output: &mut impl Output) {
    let terms = [(Term::Value, 0), (Term::Rank, seen.rank), (Term::File, seen.file), (Term::Level, seen.level)];
    for (term, index) in terms {
        output.add(Sum::Plain, weights.get(term, kind, index), sign(color), || (term, kind, index));
    }
}
