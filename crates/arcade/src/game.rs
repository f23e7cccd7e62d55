//! A game ready to be played: its definition with the options chosen, its rules, its evaluation.

use spielraum_catalogue::{Compile, canonical, contains, ids, load, network, perft_table, weights};
use spielraum_engine::{Engine, EngineError, EngineOptions, Weights, WeightsError};
use spielraum_language::{Definition, Report, Source, nearest};
use spielraum_nnue::{Network, NetworkError};
use spielraum_rules::Rules;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// A game ready to be played: its definition with the options chosen, its rules, its evaluation. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Game(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    settings: Vec<(String, String)>,
    definition: Definition,
    rules: Rules,
    tuned: Option<Weights>,
    network: Option<Arc<Network>>,
    /// Whether this is a game of the catalogue with all options at their defaults, wherever it was read from.
    original: bool,
}

/// Why a game can't be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The catalogue has no such game.
    #[error("there is no game `{id}`")]
    NoGame {
        /// What was asked for.
        id: String,
        /// The ids that come nearest to it.
        near: Vec<&'static str>,
    },
    /// There is no such file.
    #[error("there is no file `{}`", .0.display())]
    NoFile(PathBuf),
    /// The definition is faulty.
    #[error("{0}")]
    Definition(#[from] Report),
}

/// Why a file of weights can't be used.
#[derive(Debug, Error)]
pub enum WeightsFileError {
    /// It can't be read.
    #[error("can't read `{path}`: {error}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// It does not hold weights for this game.
    #[error("{path}: {error}", path = path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: WeightsError,
    },
}

/// Why a file with a network can't be used.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// It can't be read.
    #[error("can't read `{path}`: {error}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// It does not hold a network for this game.
    #[error("{path}: {error}", path = path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

/// The largest file with a network that is read, in bytes.
const MAX_NETWORK_BYTES: u64 = 1 << 27;

/// The largest file of weights that is read, in bytes.
const MAX_WEIGHTS_BYTES: u64 = 1 << 20;

impl Game {
    /// Loads and compiles a game. `settings` are the options that were chosen; the others have their defaults.
    pub fn load(source: Source<'_>, settings: &[(String, String)]) -> Result<Self, Report> {
        let name = match &source {
            Source::Builtin(name) | Source::Text { name, .. } => (*name).to_owned(),
            Source::File(path) => path.display().to_string(),
        };
        let definition = load(source, settings)?;
        let rules = definition.playable()?;
        let original = is_original(&definition);
        // The catalogue's weights fit its games: a test reads them all.
        let tuned = weights(definition.id()).filter(|_| original);
        let tuned = tuned.and_then(|text| Weights::parse(&rules, text).ok());
        let network = networks(&definition).filter_map(network).find_map(|file| Network::read(&rules, file).ok());
        let (settings, network) = (settings.to_vec(), network.map(Arc::new));
        Ok(Self(Arc::new(Inner { name, settings, definition, rules, tuned, network, original })))
    }

    /// Opens a game by what people write: an id of the catalogue or the path of a definition file.
    pub fn open(name: &str, settings: &[(String, String)]) -> Result<Self, OpenError> {
        if is_path(name) {
            let path = Path::new(name);
            if !path.is_file() {
                return Err(OpenError::NoFile(path.to_owned()));
            }
            return Ok(Self::load(Source::File(path), settings)?);
        }
        let name = canonical(name);
        if !contains(name) {
            return Err(OpenError::NoGame { id: name.to_owned(), near: nearest(name, ids()) });
        }
        Ok(Self::load(Source::Builtin(name), settings)?)
    }

    /// The game's id: that of the catalogue, or its file's name without `.kdl`.
    pub fn id(&self) -> &str {
        self.0.definition.id()
    }

    /// What was asked for: an id of the catalogue, the name of a text or the path of a file.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The game's title.
    pub fn title(&self) -> &str {
        self.0.definition.title()
    }

    /// The options that were chosen; those that are not here have their defaults.
    pub fn settings(&self) -> &[(String, String)] {
        &self.0.settings
    }

    /// The definition with its options chosen.
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }

    /// The compiled rules.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The game's perft table, if it is a game of the catalogue with all options at their defaults.
    pub fn perft_table(&self) -> Option<&'static str> {
        perft_table(self.id()).filter(|_| self.0.original)
    }

    /// The weights of the engine's evaluation: those tuned for this game, or those derived from its rules.
    pub fn weights(&self) -> Weights {
        self.0.tuned.clone().unwrap_or_else(|| Weights::default_for(&self.0.rules))
    }

    /// Reads a file of weights for this game.
    pub fn weights_from(&self, path: &Path) -> Result<Weights, WeightsFileError> {
        let mut text = String::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(MAX_WEIGHTS_BYTES).read_to_string(&mut text))
            .map_err(|error| WeightsFileError::Read { path: path.to_owned(), error })?;
        Weights::parse(self.rules(), &text).map_err(|error| WeightsFileError::Parse { path: path.to_owned(), error })
    }

    /// The network that evaluates positions in place of the weights' terms, if one was learned for this game.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.0.network.clone()
    }

    /// The catalogue's games whose networks may serve this one: itself, and the game on which it is based.
    pub fn networks(&self) -> impl Iterator<Item = &str> {
        networks(self.definition())
    }

    /// Reads a file with a network for this game.
    pub fn network_from(&self, path: &Path) -> Result<Arc<Network>, NetworkFileError> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(MAX_NETWORK_BYTES).read_to_end(&mut bytes))
            .map_err(|error| NetworkFileError::Read { path: path.to_owned(), error })?;
        let network = Network::read(self.rules(), &bytes);
        network.map(Arc::new).map_err(|error| NetworkFileError::Network { path: path.to_owned(), error })
    }

    /// Our engine for this game.
    pub fn engine(&self, options: EngineOptions) -> Result<Engine, EngineError> {
        Engine::new(&self.0.rules, options).map(|engine| self.tune(engine))
    }

    /// Our engine for this game, made of one for another game, whose memory and threads it takes over.
    pub fn engine_from(&self, other: Engine) -> Engine {
        self.tune(other.for_game(&self.0.rules))
    }

    fn tune(&self, mut engine: Engine) -> Engine {
        if let Some(weights) = &self.0.tuned {
            // They were read for these rules, as the network was.
            let _ = engine.set_weights(weights.clone());
        }
        let _ = engine.set_network(self.network());
        engine
    }
}

/// Whether a definition says the same as the catalogue's game of its name with its options at their defaults. A file
/// may have the name of a game of the catalogue and be another game.
fn is_original(definition: &Definition) -> bool {
    contains(definition.id())
        && load(Source::Builtin(definition.id()), &[]).is_ok_and(|original| original.spec() == definition.spec())
}

fn networks(definition: &Definition) -> impl Iterator<Item = &str> {
    [Some(definition.id()), definition.meta().based_on.as_deref()].into_iter().flatten()
}

/// Whether what people write for a game means a file and not an id of the catalogue.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".kdl") || (!contains(name) && Path::new(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::definition_text;

    fn text_game(name: &str, text: &str) -> Game {
        Game::load(Source::Text { name, text }, &[]).unwrap()
    }

    #[test]
    fn all_tuned_weights_are_used() {
        let mut tuned = 0;
        for id in ids() {
            let game = Game::load(Source::Builtin(id), &[]).unwrap();
            if let Some(text) = weights(id) {
                let parsed = Weights::parse(game.rules(), text);
                assert!(parsed.is_ok(), "{id}: {parsed:?}");
                assert_eq!(game.0.tuned, parsed.ok(), "{id}");
                tuned += 1;
            }
        }
        assert!(tuned > 10, "{tuned}");
    }

    #[test]
    fn only_the_same_game_has_the_tuned_weights() {
        let id = ids().find(|id| weights(id).is_some()).unwrap();
        let text = definition_text(id).unwrap();
        assert!(text_game(id, text).0.tuned.is_some());
        assert!(text_game("other", text).0.tuned.is_none());
        // The same start, pieces and options, another end of the game.
        let other = text_game(id, &format!("based-on \"{id}\"\nmove-count 7\n"));
        assert!(other.0.tuned.is_none() && other.perft_table().is_none());
        assert!(text_game(id, &format!("based-on \"{id}\"\ntitle \"The same\"\n")).0.tuned.is_some());
    }

    #[test]
    fn all_networks_are_used_and_small() {
        let mut all = 0;
        for id in ids() {
            let game = Game::load(Source::Builtin(id), &[]).unwrap();
            let bytes = network(id).unwrap_or_default();
            assert!(game.network().is_some() || bytes.is_empty(), "{id}");
            assert!(bytes.len() <= 3 << 19, "{id}: {}", bytes.len());
            all += bytes.len();
        }
        assert!(all <= 25 << 20, "{all}");
    }

    #[test]
    fn only_the_same_rules_have_the_network_of_what_they_are_based_on() {
        let id = ids().find(|id| network(id).is_some()).unwrap();
        let based = |more: &str| text_game("other", &format!("based-on \"{id}\"\n{more}\n")).network();
        assert_eq!(based("title \"The same\""), Game::load(Source::Builtin(id), &[]).unwrap().network());
        assert!(based("move-count 7").is_none());
    }

    #[test]
    fn armies_that_meet_have_the_network_that_all_share() {
        let armies = ["elefant", "raj", "hummer", "springer-crossover"];
        for [white, black] in armies.iter().flat_map(|white| armies.map(|black| [*white, black])) {
            let settings = [("white", white), ("black", black)].map(|(side, army)| (side.to_owned(), army.to_owned()));
            let game = Game::load(Source::Builtin("flipped-return"), &settings).unwrap();
            assert!(game.network().is_some(), "{white} {black}");
        }
    }

    #[test]
    fn names_and_paths_are_told_apart() {
        assert!(!is_path("chess") && is_path("chess.kdl") && is_path("./chess") && !is_path("no-such-game"));
        let near = match Game::open("ches", &[]) {
            Err(OpenError::NoGame { near, .. }) => near,
            other => panic!("{other:?}"),
        };
        assert_eq!(near[0], "chess");
        assert!(matches!(Game::open("no/such/file.kdl", &[]), Err(OpenError::NoFile(_))));
    }
}
