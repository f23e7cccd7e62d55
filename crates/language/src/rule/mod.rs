//! Words of rules that are a file each: how they are read, and what they are in plain words. Each has one line in each of
//! these lists, and one in the grammar.

pub(crate) mod check_count;
pub(crate) mod reach;

use crate::Game;
use crate::effects::Scope;
use crate::report::Faults;
use spielraum_rules::spec::Goals;

/// Reads what the words say.
pub(crate) fn read(scope: &Scope<'_>, goals: &mut Goals, faults: &mut Faults) {
    reach::read(scope, goals, faults);
    check_count::read(scope, goals, faults);
}

/// The sentences about the rules that a game has.
pub(crate) fn sentences(game: &Game) -> Vec<String> {
    [reach::sentence(game), check_count::sentence(game)].into_iter().flatten().collect()
}
