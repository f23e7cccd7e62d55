//! The files of `games/`, embedded when the crate is built.

use spielraum_language::Library;

/// A file of the catalogue.
struct Entry {
    /// The file's name without `.kdl`: the id of a game, or `lib/` and the name of a shared part.
    name: &'static str,
    /// The folder of a game; a shared part has none.
    family: &'static str,
    text: &'static str,
    perft: Option<&'static str>,
    weights: Option<&'static str>,
    network: Option<&'static [u8]>,
}

static ENTRIES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

static ALIASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/aliases.rs"));

static FAMILIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/families.rs"));

/// The catalogue as the library from which definitions take what they are based on and include.
#[derive(Clone, Copy, Debug, Default)]
pub struct Catalogue;

impl Library for Catalogue {
    fn text(&self, name: &str) -> Option<&str> {
        entry(canonical(name)).map(|entry| entry.text)
    }

    fn names(&self) -> Vec<&str> {
        ENTRIES.iter().map(|entry| entry.name).collect()
    }
}

fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

fn game(id: &str) -> Option<&'static Entry> {
    entry(id).filter(|entry| is_game(entry))
}

fn is_game(entry: &Entry) -> bool {
    !entry.name.starts_with("lib/")
}

/// The families of the games in their order: the folder of each, which names it in programs, and its title.
pub fn families() -> impl Iterator<Item = (&'static str, &'static str)> {
    FAMILIES.iter().copied()
}

/// The family of a game, as the name of its folder.
pub fn family(id: &str) -> Option<&'static str> {
    game(id).map(|entry| entry.family)
}

/// The ids of the games, family by family, and within a family in alphabetical order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().filter(|entry| is_game(entry)).map(|entry| entry.name)
}

/// The id of the game that has this name; the name itself if it is no other name of a game.
pub fn canonical(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, id)| *id)
}

/// The other names of games, each with the game's id. [`ids`] does not have them.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.iter().copied()
}

/// Whether a game has this id.
pub fn contains(id: &str) -> bool {
    game(id).is_some()
}

/// The names of the conditions: parts that change the rules of a game which includes `lib/conditions/` and the name.
pub fn conditions() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().filter_map(|entry| entry.name.strip_prefix("lib/conditions/"))
}

/// The text of a game's definition.
pub fn definition_text(id: &str) -> Option<&'static str> {
    game(id).map(|entry| entry.text)
}

/// The perft table of a game: numbers of move sequences that other programs have found. Its format is described in
/// `docs/definition-language.md`.
pub fn perft_table(id: &str) -> Option<&'static str> {
    game(id)?.perft
}

/// The tuned weights of a game's evaluation, as text; `spielraum tune` makes them.
pub fn weights(id: &str) -> Option<&'static str> {
    game(id)?.weights
}

/// The file of the network that evaluates a game's positions; `spielraum learn` makes them.
pub fn network(id: &str) -> Option<&'static [u8]> {
    game(id)?.network
}
