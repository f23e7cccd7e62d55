//! Who can play: chance, greed, our engine, other engines.

use crate::budget::Budget;
use crate::dice::{dice, mixed};
use crate::greedy::{Values, greedy, random};
use rand_chacha::ChaCha8Rng;
use spielraum_arcade::{Game, NetworkFileError};
use spielraum_endgames::{EndgameError, Tables};
use spielraum_engine::{
    Clock, Engine, EngineError, EngineOptions, Level, Limits, Network, NetworkError, ParamError, Params, Score, Stop,
    Weights, WeightsError,
};
use spielraum_rules::{ByColor, Move, Position};
use spielraum_uci::{Client, ClientError, description, parse_move};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A kind of player, as it is asked for: `random`, `greedy`, `engine`, `engine:LEVEL` or `uci:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Any legal move.
    Random,
    /// Wins at once if it can, else takes the most valuable piece it can, else plays any legal move.
    Greedy,
    /// Our engine, at full strength if no level is named.
    Engine(Option<Level>),
    /// Another engine, by its command line.
    Uci(String),
}

/// Why a text names no player.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlayerKindError {
    /// No such kind.
    #[error("there is no player `{0}`: write random, greedy, engine, engine:LEVEL (1 to 20) or uci:COMMAND")]
    Unknown(String),
    /// No such level.
    #[error("`{0}` is no level of the engine: levels are 1 to 20")]
    Level(String),
}

/// Why a player does not play.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// The engine can't be as asked for.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The weights are not for this game.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The file with a network can't be used.
    #[error(transparent)]
    NetworkFile(#[from] NetworkFileError),
    /// The network is not for this game.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The folder has no endgame tables that can be used.
    #[error(transparent)]
    Endgames(#[from] EndgameError),
    /// The foreign engine fails.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The foreign engine's move is none.
    #[error("`{name}` plays `{text}`: {why}")]
    Illegal {
        /// The engine.
        name: String,
        /// What it said.
        text: String,
        /// Why it can't be played.
        why: String,
    },
    /// The player has no such option.
    #[error("{0} has no option `{1}`; {2}")]
    NoOption(String, String, &'static str),
    /// An option can't have this value.
    #[error("the option `{0}` can't be `{1}`: {2}")]
    OptionValue(String, String, String),
    /// The numbers of the engine's search can't be set.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// All that makes a player.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// Its kind.
    pub kind: PlayerKind,
    /// How much it may think.
    pub budget: Budget,
    /// Options of an engine: `Hash`, `Threads`, `EvalFile`, `Use NNUE` and `EndgamePath`, the names of [`Params::LIST`] where the
    /// engine was built with the feature `tune`, and whatever a foreign one offers.
    pub options: Vec<(String, String)>,
    /// What our engine holds positions to be worth, without a network unless `EvalFile` names one; `None`: what it finds
    /// best.
    pub weights: Option<Weights>,
    /// The network of our engine, unless `Use NNUE` is off; `None`: what its options and the game have.
    pub network: Option<Arc<Network>>,
}

/// What a player plays, and what it thinks of the position, seen from its side.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// The score, if the player has one.
    pub score: Option<Score>,
}

/// A player of one game.
pub struct Player {
    mind: Mind,
    budget: Budget,
    stop: Stop,
}

enum Mind {
    Random(ChaCha8Rng),
    Greedy(Box<Values>, ChaCha8Rng),
    Engine { engine: Box<Engine>, level: Option<Level>, seed: u64 },
    Uci(Box<Client>),
}

impl PlayerKind {
    /// Reads the name of a kind.
    pub fn parse(text: &str) -> Result<Self, PlayerKindError> {
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "greedy" => Ok(Self::Greedy),
            None if text == "engine" => Ok(Self::Engine(None)),
            Some(("engine", level)) => match level.parse().ok().and_then(Level::new) {
                Some(level) => Ok(Self::Engine(Some(level))),
                None => Err(PlayerKindError::Level(level.chars().take(40).collect())),
            },
            Some(("uci", command)) if !command.trim().is_empty() => Ok(Self::Uci(command.trim().to_owned())),
            _ => Err(PlayerKindError::Unknown(text.chars().take(40).collect())),
        }
    }
}

impl std::fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Engine(None) => f.write_str("engine"),
            Self::Engine(Some(level)) => write!(f, "engine:{}", level.number()),
            Self::Uci(command) => write!(f, "uci:{command}"),
        }
    }
}

impl PlayerSpec {
    /// A player of this kind with the usual settings.
    pub fn new(kind: PlayerKind) -> Self {
        Self { kind, budget: Budget::default(), options: Vec::new(), weights: None, network: None }
    }

    /// Makes the player.
    pub fn make(&self, game: &Game) -> Result<Player, PlayerError> {
        let no_options = |name: &str| match self.options.first() {
            Some((option, _)) => Err(PlayerError::NoOption(name.into(), option.clone(), "it has none")),
            None => Ok(()),
        };
        let mind = match &self.kind {
            PlayerKind::Random => no_options("random").map(|()| Mind::Random(dice(0, 0)))?,
            PlayerKind::Greedy => {
                no_options("greedy").map(|()| Mind::Greedy(Box::new(Values::new(game.rules())), dice(0, 0)))?
            }
            PlayerKind::Engine(level) => {
                let own = OwnOptions::read(&self.options)?;
                let mut engine = game.engine(own.engine)?;
                engine.set_params(own.params.clone())?;
                if let Some(weights) = &self.weights {
                    engine.set_weights(weights.clone())?;
                }
                let network = match &self.network {
                    Some(network) if own.use_nnue => Some(network.clone()),
                    _ => own.network(game, self.weights.is_some())?,
                };
                engine.set_network(network)?;
                if let Some(folder) = &own.endgame_path {
                    engine.set_tables(Some(Arc::new(Tables::find(game.rules(), game.id(), folder)?)));
                }
                Mind::Engine { engine: Box::new(engine), level: *level, seed: 0 }
            }
            PlayerKind::Uci(command) => Mind::Uci(Box::new(start_client(command, &self.options, game)?)),
        };
        Ok(Player { mind, budget: self.budget.or_default(), stop: Stop::new() })
    }
}

impl Player {
    /// What the player calls itself.
    pub fn name(&self) -> String {
        match &self.mind {
            Mind::Random(_) => "random".into(),
            Mind::Greedy(..) => "greedy".into(),
            Mind::Engine { level: None, .. } => "engine".into(),
            Mind::Engine { level: Some(level), .. } => format!("engine level {}", level.number()),
            Mind::Uci(client) => client.name().to_owned(),
        }
    }

    /// How much it may think.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Lets a token end what the player thinks about from now on.
    pub fn stop_with(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Another game begins; what the player leaves to chance follows from `seed` and `stream`, which distinguishes
    /// players of the same seed.
    pub fn new_game(&mut self, seed: u64, stream: u64) -> Result<(), PlayerError> {
        match &mut self.mind {
            Mind::Random(own) | Mind::Greedy(_, own) => *own = dice(seed, stream),
            Mind::Engine { engine, seed: own, .. } => {
                engine.clear();
                *own = mixed(seed, stream);
            }
            Mind::Uci(client) => client.new_game()?,
        }
        Ok(())
    }

    /// Chooses a move in a position, which knows the moves made on it; `None` if there is none. `clocks` is what is
    /// left on them, if there are any.
    pub fn choose(
        &mut self,
        position: &Position,
        clocks: Option<ByColor<Clock>>,
    ) -> Result<Option<Choice>, PlayerError> {
        let plain = |chosen: Option<Move>| Ok(chosen.map(|chosen| Choice { chosen, score: None }));
        match &mut self.mind {
            Mind::Random(dice) => plain(random(position, dice)),
            Mind::Greedy(values, dice) => plain(greedy(position, values, dice)),
            Mind::Engine { engine, level, seed } => {
                let limits: Limits = self.budget.limits(clocks, *level, *seed);
                let best = engine.choose(position, &limits, &self.stop, &mut |_| {});
                let score = best.lines.first().map(|line| line.score);
                Ok(best.best.map(|chosen| Choice { chosen, score }))
            }
            Mind::Uci(client) => ask_client(client, position, clocks, &self.budget, &self.stop),
        }
    }
}

/// The options of our engine.
#[derive(Debug)]
struct OwnOptions {
    engine: EngineOptions,
    eval_file: Option<PathBuf>,
    use_nnue: bool,
    endgame_path: Option<PathBuf>,
    params: Params,
}

impl OwnOptions {
    /// What was set, where it was.
    fn read(set: &[(String, String)]) -> Result<Self, PlayerError> {
        let mut options = Self {
            engine: EngineOptions::default(),
            eval_file: None,
            use_nnue: true,
            endgame_path: None,
            params: Params::DEFAULT,
        };
        for (name, value) in set {
            let wrong = |wanted: &str| PlayerError::OptionValue(name.clone(), value.clone(), wanted.into());
            let not_whole = |_| wrong("a whole number was expected");
            match name.to_lowercase().as_str() {
                "hash" => options.engine.hash_mb = value.parse().map_err(not_whole)?,
                "threads" => options.engine.threads = value.parse().map_err(not_whole)?,
                "evalfile" => options.eval_file = Some(PathBuf::from(value)),
                "endgamepath" => options.endgame_path = Some(PathBuf::from(value)),
                "use nnue" => {
                    options.use_nnue = value.parse().map_err(|_| wrong("`true` or `false` was expected"))?;
                }
                param if Params::DEFAULT.get(param).is_some() => {
                    let number = value.parse().map_err(not_whole)?;
                    options.params.set(param, number).map_err(|error| wrong(&error.to_string()))?;
                }
                _ => {
                    let known = "it has `Hash`, `Threads`, `EvalFile`, `Use NNUE` and `EndgamePath`";
                    return Err(PlayerError::NoOption("the engine".into(), name.clone(), known));
                }
            }
        }
        Ok(options)
    }

    /// The network to play with: of a file, or else the game's, unless the player has weights of its own.
    fn network(&self, game: &Game, has_weights: bool) -> Result<Option<Arc<Network>>, NetworkFileError> {
        match &self.eval_file {
            _ if !self.use_nnue => Ok(None),
            Some(path) => game.network_from(path).map(Some),
            None => Ok(game.network().filter(|_| !has_weights)),
        }
    }
}

/// Starts a foreign engine and sends it which game is played.
fn start_client(command: &str, options: &[(String, String)], game: &Game) -> Result<Client, ClientError> {
    let variant = game.id();
    let mut client = Client::start(command)?;
    // An engine that knows one game only is trusted to know this one.
    if client.has_option("UCI_Variant") {
        client.set_option("UCI_Variant", variant)?;
    }
    for (name, value) in game.settings() {
        client.set_option(&format!("{variant}.{name}"), value)?;
    }
    for (name, value) in options {
        client.set_option(name, value)?;
    }
    Ok(client)
}

fn ask_client(
    client: &mut Client,
    position: &Position,
    clocks: Option<ByColor<Clock>>,
    budget: &Budget,
    stop: &Stop,
) -> Result<Option<Choice>, PlayerError> {
    let own_clock = clocks.map(|clocks| clocks[position.side_to_move()].remaining);
    // Searches of this many nodes or plies take their time; but no engine thinks for ever.
    let patience = budget.time.or(own_clock).map_or(Duration::from_secs(600), |time| time + Duration::from_secs(10));
    let (text, report) =
        client.think_until(&description(position), &budget.go(clocks), patience, &|| stop.is_stopped())?;
    match parse_move(position, &text) {
        Ok(chosen) => Ok(Some(Choice { chosen, score: report.score })),
        Err(_) if position.legal_moves().is_empty() => Ok(None),
        Err(error) => Err(PlayerError::Illegal { name: client.name().to_owned(), text, why: error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_arcade::Source;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for text in ["random", "greedy", "engine", "engine:1", "engine:20", "uci:some-engine --fast"] {
            assert_eq!(PlayerKind::parse(text).map(|kind| kind.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "engine:0", "engine:21", "engine:", "uci:", "uci: ", "human", "greedy:3"] {
            assert!(PlayerKind::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_of_the_engine_are_checked() {
        let set = |name: &str, value: &str| OwnOptions::read(&[(name.to_owned(), value.to_owned())]);
        assert_eq!(set("Hash", "3").map(|options| options.engine.hash_mb).ok(), Some(3));
        assert_eq!(set("Use NNUE", "false").map(|options| options.use_nnue).ok(), Some(false));
        assert!(matches!(set("Hush", "3"), Err(PlayerError::NoOption(..))));
        assert!(matches!(set("threads", "many"), Err(PlayerError::OptionValue(..))));
        assert!(matches!(set("use nnue", "perhaps"), Err(PlayerError::OptionValue(..))));
        assert_eq!(set("lmr_base", "95").map(|options| options.params.lmr_base).ok(), Some(95));
        assert!(matches!(set("lmr_base", "-95"), Err(PlayerError::OptionValue(..))));
        assert!(matches!(set("lmr_base", "4294967391"), Err(PlayerError::OptionValue(..))));
    }

    #[test]
    fn parameters_of_the_search_are_set_where_they_are_no_constants() {
        let game = Game::load(Source::Builtin("minishogi"), &[]).unwrap();
        let make = |value: i32| {
            let options = vec![("lmr_base".to_owned(), value.to_string())];
            PlayerSpec { options, ..PlayerSpec::new(PlayerKind::Engine(None)) }.make(&game)
        };
        assert_eq!(make(Params::DEFAULT.lmr_base + 10).is_ok(), Params::TUNABLE);
        assert!(make(Params::DEFAULT.lmr_base).is_ok());
    }
}
