//! Tables against an independent solver, against published results, and against damage.

mod damage;
mod engine;
mod moves;
mod published;
mod slow;
mod small;

use spielraum_arcade::{Game, Source};
use spielraum_endgames::{BuildOptions, Material, Statistics, Tables, build};
use spielraum_rules::Rules;
use std::path::Path;

/// The rules of a game of the catalogue, its options at their defaults.
fn rules(game: &str) -> Rules {
    Game::open(game, &[]).expect("a game of the catalogue").rules().clone()
}

/// The rules of a definition.
fn rules_of(definition: &str) -> Rules {
    match Game::load(Source::Text { name: "small.kdl", text: definition }, &[]) {
        Ok(game) => game.rules().clone(),
        Err(report) => panic!("{report}"),
    }
}

fn material(rules: &Rules, text: &str) -> Material {
    Material::parse(rules, text).expect("material of the game")
}

/// Makes a table and opens it.
fn tables(rules: &Rules, text: &str, folder: &Path) -> Tables {
    build(rules, &material(rules, text), folder, &BuildOptions::default(), &|_| {}).expect("a table");
    Tables::new(rules, folder).expect("tables")
}

fn statistics(rules: &Rules, text: &str) -> Statistics {
    let folder = tempfile::tempdir().expect("a folder");
    tables(rules, text, folder.path()).statistics(&material(rules, text)).expect("statistics")
}
