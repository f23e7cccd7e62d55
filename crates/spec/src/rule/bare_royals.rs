//! A draw when only the royals are left and nothing can be dropped (G6).

use super::data::RuleData;

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

impl RuleData for BareRoyalsRule {
    type Data = BareRoyals;
}
