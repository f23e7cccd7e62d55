//! What the pieces are worth to the greedy player: how many cells they reach.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Move, Position, Rules};

/// The value of each type for each side.
pub struct Values {
    by_type: ByColor<Vec<f64>>,
}

impl Values {
    /// Works them out from the rules.
    pub fn new(rules: &Rules) -> Self {
        let types = 0..rules.spec().pieces.len() as u8;
        Self { by_type: ByColor::new(|color| types.clone().map(|t| mobility(rules, PieceType(t), color)).collect()) }
    }

    /// What a capture takes.
    pub fn of_capture(&self, position: &Position, m: Move) -> f64 {
        // What is taken beside the target cell, en passant, is worth as much as what takes it.
        let taken = position.piece_at(m.to()).or_else(|| m.from().and_then(|from| position.piece_at(from)));
        taken.map_or(0.0, |(color, piece)| self.by_type[color][piece.index()])
    }
}

/// The mean number of cells that a piece can go to in some position, over the cells where it can be.
fn mobility(rules: &Rules, piece: PieceType, color: Color) -> f64 {
    let places = rules.spec().pieces[piece.index()].may_enter[color] & rules.board().all();
    let reached: usize = places.iter().map(|from| rules.reach(color, piece, from).len()).sum();
    reached as f64 / places.len().max(1) as f64
}
