//! The scale factor: how much of a lead counts, where it is hard to win.

use super::accumulator::Accumulator;
use super::geometry;
use crate::attack::is_pawn;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules};

/// A lead of less than this is too little to mate with, without pawns ...
const DRAWISH_LEAD: i32 = 450;

/// ... where the stronger side has less than this.
const DRAWISH_MATERIAL: i32 = 800;

/// What of a game makes leads count less.
pub(super) struct ScaleFactor {
    /// Whether material that is captured is gone, in a game that is won by mate.
    is_used_up: bool,
    /// The types that can become others by their moves.
    promoting: Vec<PieceType>,
    /// The types that can't come to all cells, with a number for each cell: the same for those that one can come to from
    /// another.
    bound: Vec<(PieceType, Vec<u16>)>,
    /// The types that are neither royals nor pawns.
    officers: Vec<PieceType>,
    /// The halfmove clock at which the game is a draw.
    move_count: Option<i32>,
}

impl ScaleFactor {
    pub(super) fn new(rules: &Rules) -> Self {
        let spec = rules.spec();
        let types = || spec.piece_types();
        Self {
            is_used_up: spec.has_royals() && !spec.has_drops(),
            promoting: types().filter(|&kind| geometry::promotes(rules, kind)).collect(),
            bound: types().filter_map(|kind| Some((kind, geometry::classes(rules, kind)?))).collect(),
            officers: types().filter(|&kind| !spec.pieces[kind.index()].royal && !is_pawn(rules, kind)).collect(),
            move_count: spec.goals.move_count().map(i32::from),
        }
    }

    /// Brings a value, as White sees it, nearer to a draw where what is left is hard to win with.
    pub(super) fn by_material(&self, position: &Position, accumulator: &Accumulator, value: i32) -> i32 {
        if !self.is_used_up {
            return value;
        }
        let stronger = if value > 0 { Color::White } else { Color::Black };
        let [strong, weak] = [stronger, !stronger].map(|color| accumulator.material[color as usize]);
        let is_drawish = strong - weak < DRAWISH_LEAD && strong < DRAWISH_MATERIAL;
        if is_drawish && !self.can_promote(position, stronger) {
            value / 4
        } else if self.never_meet(position) {
            value / 2
        } else {
            value
        }
    }

    /// Brings a value nearer to a draw as the halfmove clock runs.
    pub(super) fn by_clock(&self, position: &Position, value: i32) -> i32 {
        match self.move_count {
            Some(limit) if limit > 0 => {
                let left = limit - position.halfmove_clock().min(limit as u32) as i32;
                value * (limit + left) / (2 * limit)
            }
            _ => value,
        }
    }

    fn can_promote(&self, position: &Position, color: Color) -> bool {
        self.promoting.iter().any(|&kind| position.count(color, kind) > 0)
    }

    /// Whether each side has, besides its royals and its pawns, a single piece, and the two, bound to different cells, can
    /// never come to each other's, as bishops of opposite colours.
    fn never_meet(&self, position: &Position) -> bool {
        self.bound.iter().any(|(kind, classes)| {
            let is_alone = |color| {
                let others = self.officers.iter().filter(|&other| other != kind);
                position.count(color, *kind) == 1 && others.into_iter().all(|&other| position.count(color, other) == 0)
            };
            Color::BOTH.into_iter().all(is_alone) && {
                let mut found = [0; 2];
                position.for_each_piece(|color, other, cell| {
                    if other == *kind {
                        found[color as usize] = classes[cell.index()];
                    }
                });
                found[0] != found[1]
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Weights;
    use crate::eval::Evaluator;
    use crate::params::Tunable;
    use spielraum_catalogue::{Compile, Source, load};
    use spielraum_rules::Position;

    #[test]
    fn endings_of_pieces_that_never_meet_count_half() {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        let evaluator = Evaluator::new(&rules, &Weights::default_for(&rules), &Tunable::default());
        let share = |fen: &str| {
            let position = Position::from_fen(&rules, fen).unwrap();
            super::ScaleFactor::new(&rules).by_material(&position, &evaluator.accumulator(&position), 1000)
        };
        // White's bishop stands on a dark square, Black's on a light one, then on a dark one.
        assert_eq!(share("4k3/3b4/8/8/8/4P3/3PP3/2B1K3 w - - 0 1"), 500);
        assert_eq!(share("4k3/4b3/8/8/8/4P3/3PP3/2B1K3 w - - 0 1"), 1000);
        // So long as there are knights the bishops can't stop each other's side from anything.
        assert_eq!(share("4k3/3b4/8/8/8/4P3/3PP2N/2B1K2n w - - 0 1"), 1000);
    }
}
