//! A side wins when one of its pieces of certain types stands in a region: king of the hill, races.

use super::EndCondition;
use crate::bitboard::BitBoard;
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::tables::{CompileError, Tables};
use crate::{ByColor, Color, Reason};
use spielraum_geometry::CellSet;

/// A side has won when a piece of one of `pieces` stands in its `region`. If both have one there, the side that has moved
/// last has won.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The types that win.
    pub pieces: Vec<PieceType>,
    /// Where each side's must stand.
    pub region: ByColor<CellSet>,
}

/// What is wrong with the data.
pub(super) fn faults(spec: &Spec) -> Vec<CompileError> {
    let Some(reach) = &spec.goals.reach else { return Vec::new() };
    let known = reach.pieces.iter().all(|kind| kind.index() < spec.pieces.len());
    if known { Vec::new() } else { vec![CompileError::NoSuchType("the pieces that must reach a region")] }
}

struct Reaches<const W: usize> {
    pieces: Vec<PieceType>,
    region: ByColor<BitBoard<W>>,
}

/// The condition, if the game has it.
pub(super) fn ending<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    let reach = spec.goals.reach.as_ref()?;
    let region = reach.region.as_ref().map(BitBoard::from_set);
    Some(Box::new(Reaches { pieces: reach.pieces.clone(), region }))
}

impl<const W: usize> EndCondition<W> for Reaches<W> {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let stands = |color| self.pieces.iter().any(|&kind| state.of(color, kind).meets(&self.region[color]));
        [!state.side, state.side].into_iter().find(|&color| stands(color)).map(Some)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "reach", text: "a piece has reached its goal" }
    }
}
