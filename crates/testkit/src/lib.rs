//! What tests of several crates share: random numbers that are the same in every run, random games, games of the
//! catalogue, and cases that an independent program made. Not shipped.
//!
//! Everything here panics when something is wrong, as tests do.

pub mod cases;

pub use rand;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use spielraum_catalogue::{Compile, Source, ids, load};
use spielraum_language::Definition;
use spielraum_rules::{Move, Position, Rules};

/// Random numbers that are the same in every run.
pub fn random(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// A number that the environment sets, or the default.
pub fn from_env(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{value}`")),
        Err(_) => default,
    }
}

/// A game of the catalogue with some of its options chosen.
pub fn game(id: &str, settings: &[(&str, &str)]) -> Definition {
    let chosen: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    load(Source::Builtin(id), &chosen).unwrap_or_else(|report| panic!("{id} {settings:?}\n{report}"))
}

/// The rules of a game of the catalogue.
pub fn rules(id: &str) -> Rules {
    game(id, &[]).rules().unwrap_or_else(|report| panic!("{id}\n{report}"))
}

/// The rules of a definition.
pub fn rules_of(text: &str) -> Rules {
    let definition = load(Source::Text { name: "test", text }, &[]).unwrap_or_else(|report| panic!("{report}"));
    definition.rules().unwrap_or_else(|report| panic!("{report}"))
}

/// The rules of every game of the catalogue, with its id.
pub fn all_rules() -> impl Iterator<Item = (&'static str, Rules)> {
    ids().map(|id| (id, rules(id)))
}

/// A position of a game.
pub fn position(rules: &Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Makes a random legal move; `None` if the game is over.
pub fn play_random(random: &mut StdRng, position: &mut Position) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    let m = position.legal_moves().choose(random).copied()?;
    position.make(m);
    Some(m)
}

/// The position after this many random moves from the start, or fewer if the game ends sooner.
pub fn random_game(random: &mut StdRng, rules: &Rules, plies: usize) -> Position {
    let mut position = rules.start();
    for _ in 0..plies {
        if play_random(random, &mut position).is_none() {
            break;
        }
    }
    position
}
