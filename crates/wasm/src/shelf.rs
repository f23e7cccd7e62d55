//! The games that were compiled, the last ones asked for.

use spielraum_catalogue::{Game, Source, definition_text};
use spielraum_wire::translate::{self, WORKSHOP};
use spielraum_wire::{Options, Refusal};
use std::collections::BTreeMap;

/// How many are kept.
const KEPT: usize = 8;

/// A game with its options chosen.
#[derive(Clone)]
pub(crate) struct Entry {
    /// What identifies it: its id and the options that were asked for.
    pub key: String,
    pub id: String,
    pub game: Game,
}

impl Entry {
    /// The options that players have, with what is chosen.
    pub fn chosen(&self) -> Options {
        translate::chosen(self.game.definition())
    }
}

/// Compiles games and keeps some.
#[derive(Default)]
pub(crate) struct Shelf {
    /// The texts of definitions that were made here, by their ids.
    own: BTreeMap<String, String>,
    /// Compiled games, the last one asked for at the end.
    kept: Vec<Entry>,
}

impl Shelf {
    /// Takes in a definition that was made here, and tells its id.
    pub fn define(&mut self, text: String) -> String {
        let id = translate::definition_id(&text);
        self.own.insert(id.clone(), text);
        id
    }

    /// The text of a definition.
    pub fn text(&self, id: &str) -> Option<&str> {
        definition_text(id).or_else(|| self.own.get(id).map(String::as_str))
    }

    /// The game of an id with options chosen.
    pub fn entry(&mut self, id: &str, options: &Options) -> Result<Entry, Refusal> {
        let key = format!("{id}?{options:?}");
        let entry = match self.kept.iter().position(|entry| entry.key == key) {
            Some(place) => self.kept.remove(place),
            None => Entry { key, id: id.to_owned(), game: self.compile(id, options)? },
        };
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(entry.clone());
        Ok(entry)
    }

    fn compile(&self, id: &str, options: &Options) -> Result<Game, Refusal> {
        let source = match self.own.get(id) {
            Some(text) => Source::Text { name: WORKSHOP, text },
            None if spielraum_catalogue::contains(id) => Source::Builtin(id),
            None => {
                let shown: String = id.chars().take(60).collect();
                return Err(Refusal::new("no-such-variant", format!("There is no variant `{shown}` here.")));
            }
        };
        let settings: Vec<(String, String)> = options.clone().into_iter().collect();
        Game::load(source, &settings).map_err(|report| Refusal::new("bad-options", report))
    }
}
