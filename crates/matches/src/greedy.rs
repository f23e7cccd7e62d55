//! Players that do not think ahead: any move, or the best capture.

use crate::dice::sorted;
use crate::finish::Finish;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Move, Owner, Position, Rules};

/// Any legal move; `None` if there is none.
pub fn random(position: &Position, dice: &mut ChaCha8Rng) -> Option<Move> {
    sorted(position.legal_moves(), position).choose(dice).copied()
}

/// A move that wins at once if there is one, else a capture of the most valuable piece, else any legal move.
pub fn greedy(position: &Position, values: &Values, dice: &mut ChaCha8Rng) -> Option<Move> {
    if let Some(winner) = Finish::new(position.rules()).winning_move(position) {
        return Some(winner);
    }
    let captures = sorted(position.legal_captures(), position);
    let gain = |m: Move| values.of_capture(position, m);
    let best = captures.iter().map(|&m| gain(m)).fold(0.0, f64::max);
    let most_valuable: Vec<Move> = captures.iter().copied().filter(|&m| gain(m) >= best).collect();
    most_valuable.choose(dice).copied().or_else(|| random(position, dice))
}

/// What the pieces are worth to the greedy player: how many cells they reach.
#[derive(Clone, Debug)]
pub struct Values {
    by_type: ByColor<Vec<f64>>,
}

impl Values {
    /// Works them out from the rules.
    pub fn new(rules: &Rules) -> Self {
        let types = rules.spec().piece_types();
        Self { by_type: ByColor::new(|color| types.clone().map(|kind| mobility(rules, kind, color)).collect()) }
    }

    /// What a capture takes.
    pub fn of_capture(&self, position: &Position, m: Move) -> f64 {
        // What is taken beside the target cell, en passant, is worth as much as what takes it.
        let taken = position.piece_at(m.to()).or_else(|| m.from().and_then(|from| position.piece_at(from)));
        let value = |(owner, piece): (Owner, PieceType)| Some(self.by_type[owner.color()?][piece.index()]);
        taken.and_then(value).unwrap_or(0.0)
    }
}

/// The mean number of cells that a piece can go to in some position, over the cells where it can be.
fn mobility(rules: &Rules, piece: PieceType, color: Color) -> f64 {
    let places = rules.spec().pieces[piece.index()].may_enter[color] & rules.board().all();
    let reached: usize = places.iter().map(|from| rules.reach(color, piece, from).len()).sum();
    reached as f64 / places.len().max(1) as f64
}
