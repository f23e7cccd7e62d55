//! What Fairy-Stockfish has built in: pieces with words of their own, and variants that others are based on.

use crate::ini::{self, Section};
use std::sync::OnceLock;

/// A piece that Fairy-Stockfish knows by a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub betza: &'static str,
    /// What else is special, one of the words that `data/pieces.txt` explains.
    pub special: &'static str,
    /// How many points it has where points decide.
    pub worth: &'static str,
}

/// The piece of a word.
pub(crate) fn piece(word: &str) -> Option<Known> {
    include_str!("../data/pieces.txt").lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut columns = line.split_whitespace();
        let (name, betza) = (columns.next()?, columns.next()?);
        let (mut special, mut worth) = ("", "");
        for column in columns {
            match column.strip_prefix("worth:") {
                Some(points) => worth = points,
                None => special = column,
            }
        }
        (name == word).then_some(Known { betza, special, worth })
    })
}

/// What is special about the piece of a word.
pub(crate) fn special(word: &str) -> &'static str {
    piece(word).map_or("", |known| known.special)
}

/// A variant that is built in.
pub(crate) fn variant(name: &str) -> Option<&'static Section> {
    static SECTIONS: OnceLock<Vec<Section>> = OnceLock::new();
    let sections = SECTIONS.get_or_init(|| ini::read(include_str!("../data/builtin.ini")).0);
    sections.iter().find(|section| section.name == name)
}
