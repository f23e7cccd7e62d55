//! The games that come with the program: the files of `games/`, taken in when it is built.

/// A file of the catalogue.
struct Entry {
    /// The file's name without `.kdl`: the id of a game, or `lib/` and the name of a shared file.
    name: &'static str,
    text: &'static str,
    perft: Option<&'static str>,
    weights: Option<&'static str>,
}

static ENTRIES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The ids of the games, in alphabetical order.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.name).filter(|name| !name.starts_with("lib/"))
}

/// The text of a game.
pub(crate) fn game_text(id: &str) -> Option<&'static str> {
    text(id).filter(|_| !id.starts_with("lib/"))
}

/// The text of a game or of a shared file (`lib/...`).
pub(crate) fn text(name: &str) -> Option<&'static str> {
    ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.text)
}

/// The perft table of a game.
pub(crate) fn perft_table(id: &str) -> Option<&'static str> {
    ENTRIES.iter().find(|entry| entry.name == id)?.perft
}

/// The engine's weights of a game.
pub(crate) fn weights(id: &str) -> Option<&'static str> {
    ENTRIES.iter().find(|entry| entry.name == id)?.weights
}

/// The names of the shared files.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.name)
}
