//! `reach "K" in="hill"`: a side wins when one of these pieces stands in the region.

use crate::Game;
use crate::effects::Scope;
use crate::explain::words::{by_side, pieces};
use crate::grammar::{Rule, SOME, Text, rule};
use crate::report::Faults;
use spielraum_rules::spec::{Goals, Reach};

/// The word.
pub(crate) const WORD: Rule = rule("reach", SOME).props(&[("in", Text)]);

pub(super) fn read(scope: &Scope<'_>, goals: &mut Goals, faults: &mut Faults) {
    let Some(node) = scope.one("reach") else { return };
    let pieces = scope.pieces.args(&node.args, faults);
    goals.reach = scope.region(node, "in", faults).map(|region| Reach { pieces, region });
}

pub(super) fn sentence(game: &Game) -> Option<String> {
    let reach = game.spec().goals.reach.as_ref()?;
    let region = by_side(game, &reach.region).unwrap_or_else(|| "the board".to_owned());
    Some(format!("A side has won when its {} stands on {region}.", pieces(game, &reach.pieces, "or")))
}
