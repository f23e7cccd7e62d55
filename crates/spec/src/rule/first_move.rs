//! What a piece may do only as long as it has not moved: moves of its own, and letting a piece in hand come to the cell that
//! it leaves (G14, G15).

use super::data::RuleData;
use crate::check::Check;
use crate::{ByColor, Color, Mode, MovePart, PieceType, SpecError};
use spielraum_geometry::CellSet;

/// Moves that a piece has beside its others as long as it has not moved. They capture nothing, and a royal in check has none.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The type.
    pub piece: PieceType,
    /// The cells from which each side's may make them.
    pub from: ByColor<CellSet>,
    /// The moves, none of which captures.
    pub moves: ByColor<Vec<MovePart>>,
    /// The enemy's types of which one that moves to where it would attack the piece on an empty board takes the right away.
    pub lost_to: Vec<PieceType>,
}

/// A piece in hand that may come to the cell that another leaves with its first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The type in hand.
    pub piece: PieceType,
    /// The cells to which it may come, for each side.
    pub cells: ByColor<CellSet>,
}

/// What pieces may do as long as they have not moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstRights {
    /// Moves of their own. At most one entry for each type.
    pub moves: Vec<FirstMove>,
    /// What may come from the hand to the cells that they leave. At most one entry for each type.
    pub gates: Vec<Gate>,
}

impl FirstRights {
    /// All that pieces of either side may do by first moves.
    pub(crate) fn move_parts(&self) -> Vec<&MovePart> {
        let parts = |color: Color| self.moves.iter().flat_map(move |first| &first.moves[color]);
        Color::BOTH.into_iter().flat_map(parts).collect()
    }

    /// Whether it does not matter in a game which pieces have moved, castling aside.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.gates.is_empty()
    }

    /// The cells on which it matters whether a side's piece has moved.
    pub fn cells(&self, color: Color) -> CellSet {
        let gates = self.gates.iter().map(|gate| gate.cells[color]);
        gates.chain(self.moves.iter().map(|first| first.from[color])).fold(CellSet::EMPTY, |all, cells| all | cells)
    }
}

pub(crate) struct FirstMoveRule;

impl RuleData for FirstMoveRule {
    type Data = FirstRights;

    fn validate(check: &mut Check<'_>, firsts: &Self::Data) {
        for first in &firsts.moves {
            let types = check.types("a first move", &[first.piece]);
            if !types || !check.types("what a first move is lost to", &first.lost_to) {
                return;
            }
            let is_quiet = |part: &MovePart| part.mode == Mode::Quiet;
            let quiet = Color::BOTH.into_iter().all(|color| first.moves[color].iter().all(is_quiet));
            check.require(quiet, || SpecError::FirstMove("captures nothing"));
        }
        check.unique("a first move", firsts.moves.iter().map(|first| first.piece), Check::symbol);
        let gates: Vec<PieceType> = firsts.gates.iter().map(|gate| gate.piece).collect();
        if check.types("a gate", &gates) {
            let held = check.in_hand;
            check.no_royal(&gates, "a royal can't be in hand, so it comes through no gate");
            let can_be_held = !check.has_prison && gates.iter().all(|kind| held.contains(kind));
            check.require(gates.is_empty() || can_be_held, || {
                SpecError::Hand("only what is in the `order` of a `hand` can come through a `gate`")
            });
            check.unique("a gate", gates.into_iter(), Check::symbol);
        }
    }
}
