//! The games of the catalogue, each compiled when it is first needed.

use spielraum_catalogue::{Compile, Source};
use spielraum_rules::Rules;
use std::sync::OnceLock;

/// The ids of the games.
pub fn ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| spielraum_catalogue::ids().collect())
}

/// The rules of the game with this number.
pub fn rules(index: usize) -> Option<&'static Rules> {
    static RULES: OnceLock<Vec<OnceLock<Rules>>> = OnceLock::new();
    let all = RULES.get_or_init(|| ids().iter().map(|_| OnceLock::new()).collect());
    Some(all.get(index)?.get_or_init(|| {
        let game = spielraum_catalogue::load(Source::Builtin(ids()[index]), &[]);
        game.and_then(|game| game.rules()).expect("the catalogue is sound")
    }))
}

/// The game that the first line names, and the other lines. A line that is no id names some game.
pub fn named(data: &[u8]) -> Option<(&'static Rules, &str)> {
    let text = std::str::from_utf8(data).ok()?;
    let (name, rest) = text.split_once('\n')?;
    let some = || name.bytes().map(usize::from).sum::<usize>() % ids().len();
    let index = ids().iter().position(|id| *id == name).unwrap_or_else(some);
    Some((rules(index)?, rest))
}
