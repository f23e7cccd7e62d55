//! A side wins when one of its pieces of certain types stands in a region: king of the hill, races.

use super::ending::{EndCondition, Endings};
use super::traits::{Goal, Rule};
use crate::board::State;
use crate::spec::{PieceType, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Color, Reason};
use spielraum_geometry::BitBoard;

pub(crate) struct ReachRule;

impl Rule for ReachRule {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<(), CompileError> {
        Ok(())
    }
}

impl Goal for ReachRule {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        let Some(reach) = &spec.goals.reach else { return };
        let region = reach.region.as_ref().map(BitBoard::from_set);
        endings.wins.push(Box::new(Reaches { pieces: reach.pieces.clone(), region }));
    }
}

struct Reaches<const W: usize> {
    pieces: Vec<PieceType>,
    region: ByColor<BitBoard<W>>,
}

impl<const W: usize> EndCondition<W> for Reaches<W> {
    fn winner(&self, _: &Core<W>, state: &State<W>) -> Option<Option<Color>> {
        let stands = |color| self.pieces.iter().any(|&kind| state.of(color, kind).meets(&self.region[color]));
        [!state.side, state.side].into_iter().find(|&color| stands(color)).map(Some)
    }

    fn reason(&self, _: &Core<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "reach", text: "a piece has reached its goal" }
    }
}
