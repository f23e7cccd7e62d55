//! A side wins when one of its pieces of certain types stands in a region: king of the hill, races.

use super::{EndCondition, Endings, Goal, Rule};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{ByColor, Color, Reason};
use spielraum_geometry::{BitBoard, CellSet};

/// A side has won when a piece of one of `pieces` stands in its `region`. If both have one there, the side that has moved
/// last has won.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The types that win.
    pub pieces: Vec<PieceType>,
    /// Where each side's must stand.
    pub region: ByColor<CellSet>,
}

pub(crate) struct ReachRule;

impl Rule for ReachRule {
    fn validate(check: &mut Check<'_>) {
        let Some(reach) = &check.spec.goals.reach else { return };
        check.types("the pieces that must reach a region", &reach.pieces);
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
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let stands = |color| self.pieces.iter().any(|&kind| state.of(color, kind).meets(&self.region[color]));
        [!state.side, state.side].into_iter().find(|&color| stands(color)).map(Some)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "reach", text: "a piece has reached its goal" }
    }
}
