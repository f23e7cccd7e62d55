//! The games that were compiled, the last ones asked for.

use spielraum_arcade::{Game, Source};
use spielraum_catalogue::definition_text;
use spielraum_engine::{Engine, EngineError, EngineOptions, Network};
use spielraum_queries::workshop::{WORKSHOP, definition_id};
use spielraum_queries::{Refusal, variants};
use spielraum_wire::Options;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many are kept.
const KEPT: usize = 8;

/// A game with its options chosen.
#[derive(Clone)]
pub(crate) struct Entry {
    /// What identifies it: its id and the options that were asked for.
    pub key: String,
    pub id: String,
    pub game: Game,
    /// The network that evaluates for the engine, if it was given one.
    pub network: Option<Arc<Network>>,
}

impl Entry {
    /// The options that players have, with what is chosen.
    pub fn chosen(&self) -> Options {
        variants::chosen(self.game.definition())
    }

    /// Its engine, which takes over the memory of another one if there is one.
    pub fn engine(&self, options: EngineOptions, other: Option<Engine>) -> Result<Engine, EngineError> {
        let mut engine = match other {
            Some(other) => self.game.engine_from(other),
            None => self.game.engine(options)?,
        };
        // It was read for these rules.
        let _ = engine.set_network(self.network.clone());
        Ok(engine)
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
    /// Takes in a definition that was made here, and returns its id.
    pub fn define(&mut self, text: String) -> String {
        let id = definition_id(&text);
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
            None => {
                let game = self.compile(id, options)?;
                Entry { key, id: id.to_owned(), network: game.network(), game }
            }
        };
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(entry.clone());
        Ok(entry)
    }

    /// Gives a game the network of a file.
    pub fn learn(&mut self, id: &str, options: &Options, file: &[u8]) -> Result<Entry, Refusal> {
        let mut entry = self.entry(id, options)?;
        let network = Network::read(entry.game.rules(), file);
        entry.network = Some(Arc::new(network.map_err(|error| Refusal::new("bad-network", error))?));
        self.kept.retain(|kept| kept.key != entry.key);
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
