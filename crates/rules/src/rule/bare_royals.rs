//! A draw when only the royals are left and nothing can be dropped (G6).

use super::{EndCondition, Endings, Goal, Rule};
use crate::spec::Spec;
use crate::state::State;
use crate::tables::Tables;
use crate::{Color, Reason};

/// Whether the game is a draw when each side has its royals only and nothing that can be dropped (G6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BareRoyals {
    /// It is over.
    #[default]
    Draw,
    /// It goes on.
    PlayOn,
}

pub(crate) struct BareRoyalsRule;

impl Rule for BareRoyalsRule {}

impl Goal for BareRoyalsRule {
    fn end<const W: usize>(spec: &Spec, endings: &mut Endings<W>) {
        if spec.has_royals() && spec.goals.bare_royals == BareRoyals::Draw {
            endings.draws.push(Box::new(RoyalsOnly));
        }
    }
}

struct RoyalsOnly;

impl<const W: usize> EndCondition<W> for RoyalsOnly {
    fn winner(&self, t: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let nothing_to_drop =
            |color| t.drops[color].iter().all(|drop| state.hands[color as usize][drop.hand_index] == 0);
        let only_royals = |color| state.own(color) == state.royals(t, color);
        let is_bare = |color| only_royals(color) && nothing_to_drop(color);
        Color::BOTH.into_iter().all(is_bare).then_some(None)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::BareRoyals
    }
}
