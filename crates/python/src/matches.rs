//! Matches: pairs of games, played by number, and their statistics.

use crate::interrupt::{Shared, interruptible};
use crate::learning::{budget, read_network, test, word};
use crate::playable::PyGame;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use spielraum_arcade::Game;
use spielraum_engine::{Param, Params, Stop};
use spielraum_matches::{Adjudication, Match, MatchGame, Pairs, Player, PlayerError, PlayerKind, PlayerSpec};
use spielraum_play::Ending;
use spielraum_rules::Color;
use std::collections::BTreeMap;

/// A player as Python describes it: a dict, in which all may be left out.
fn player(game: &Game, description: &Bound<'_, PyDict>) -> PyResult<PlayerSpec> {
    let mut spec = PlayerSpec::new(PlayerKind::Engine(None));
    for (name, value) in description {
        let name: String = name.extract()?;
        match name.as_str() {
            "kind" => {
                let kind = PlayerKind::parse(value.extract()?);
                spec.kind = kind.map_err(|error| PyValueError::new_err(error.to_string()))?;
            }
            "limit" => spec.budget = budget(value.extract()?)?,
            "options" => spec.options = value.extract::<BTreeMap<String, String>>()?.into_iter().collect(),
            "network" => {
                spec.network = value.extract::<Option<&[u8]>>()?.map(|bytes| read_network(game, bytes)).transpose()?
            }
            _ => {
                let known = "a player has `kind`, `limit`, `options` and `network`";
                return Err(PyValueError::new_err(format!("{known}, no `{name}`")));
            }
        }
    }
    Ok(spec)
}

/// Plays numbered pairs of games between two players, colours swapped, from the same opening of random plies; with
/// `swapped=False` each game has an opening of its own.
///
/// A player is a dict: `kind` (`engine`, `engine:LEVEL`, `greedy`, `random`, `uci:COMMAND`), `limit` (`time=100ms`, `nodes=5000`,
/// `depth=6`, `clock=10s+100ms`), `options` (of the engine) and `network` (the bytes of a file).
#[pyclass(name = "PairPlayer", module = "spielraum", frozen)]
pub struct PyPairPlayer {
    plan: Match,
    /// Whether the second game of a pair is the first one's opening with colours swapped.
    swapped: bool,
    players: Shared<[Player; 2]>,
    called_off: Stop,
}

#[pymethods]
impl PyPairPlayer {
    #[new]
    #[pyo3(signature = (game, first, second, *, openings=4, max_plies=400, seed=1, swapped=true))]
    #[expect(clippy::too_many_arguments, reason = "what Python names")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        first: &Bound<'_, PyDict>,
        second: &Bound<'_, PyDict>,
        openings: u32,
        max_plies: usize,
        seed: u64,
        swapped: bool,
    ) -> PyResult<Self> {
        let game = &game.0.game;
        let plan = Match {
            start: game.rules().start(),
            game: game.clone(),
            players: [player(game, first)?, player(game, second)?],
            pairs: u64::MAX,
            opening_plies: openings.min(200),
            seed,
            concurrency: 1,
            adjudication: Adjudication { max_plies, ..Adjudication::default() },
            sprt: None,
        };
        let players = py.detach(|| plan.make_players());
        let players = players.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { plan, swapped, players: Shared::new(players), called_off: Stop::new() })
    }

    /// Calls off the pair that is played, from another thread, and all after it.
    fn stop(&self) {
        self.called_off.stop();
    }

    /// Plays both games of a number, without the interpreter's lock. Ctrl-C ends them.
    ///
    /// Gives `half_points` (of the first player, 0 to 4) and `games`, two dicts: `first_plays`, `winner`, `half_points`, `ending`,
    /// `moves`, and `choices`, the legal moves of all positions in which a player chose, added up, and how many these were.
    fn play<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyDict>> {
        let stop = self.called_off.for_part();
        let work = || -> PyResult<Option<[Told; 2]>> {
            let Some(mut players) = self.players.take(&|| Ok(!stop.is_stopped()))? else { return Ok(None) };
            players.iter_mut().for_each(|player| player.stop_with(stop.clone()));
            let pair = self.pair(number, &mut players, &|| stop.is_stopped());
            Ok(pair.map_err(|error| PyRuntimeError::new_err(error.to_string()))?.map(|games| games.map(Told::of)))
        };
        let games = interruptible(py, || stop.stop(), work)??
            .ok_or_else(|| PyRuntimeError::new_err("the games were called off"))?;
        let pair = PyDict::new(py);
        pair.set_item("half_points", games.iter().map(|game| game.half_points).sum::<usize>())?;
        let games: Vec<_> = games.iter().map(|game| game.as_dict(py)).collect::<PyResult<_>>()?;
        pair.set_item("games", PyList::new(py, games)?)?;
        Ok(pair)
    }
}

impl PyPairPlayer {
    fn pair(
        &self,
        number: u64,
        players: &mut [Player; 2],
        over: &dyn Fn() -> bool,
    ) -> Result<Option<[MatchGame; 2]>, PlayerError> {
        if self.swapped {
            return self.plan.play_pair(number, players, over);
        }
        let mut play = |first_plays: Color| {
            let game = number.wrapping_mul(2).wrapping_add(u64::from(first_plays == Color::Black));
            self.plan.play_game(game, game, first_plays, players, over)
        };
        let pair = [play(Color::White)?, play(Color::Black)?];
        Ok(pair.iter().all(|game| game.game.ending != Ending::Aborted).then_some(pair))
    }
}

/// What is reported of a game.
struct Told {
    first_plays: Color,
    winner: Option<Color>,
    half_points: usize,
    ending: String,
    moves: Vec<String>,
    /// The numbers of legal moves of all positions in which a player chose, added up, and how many these were.
    choices: (u64, u64),
}

impl Told {
    fn of(played: MatchGame) -> Self {
        let game = &played.game;
        let mut position = game.last.clone();
        let (mut moves, mut choices) = (Vec::new(), (0, 0));
        for (ply, &made) in game.moves.iter().enumerate().rev() {
            position.unmake();
            moves.push(position.move_text(made));
            if ply >= game.opening {
                choices = (choices.0 + position.count_legal(), choices.1 + 1);
            }
        }
        moves.reverse();
        Self {
            first_plays: played.first_plays,
            winner: game.ending.winner(),
            half_points: played.half_points(),
            ending: game.ending.code().to_owned(),
            moves,
            choices,
        }
    }

    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = PyDict::new(py);
        game.set_item("first_plays", self.first_plays.name())?;
        game.set_item("winner", self.winner.map(Color::name))?;
        game.set_item("half_points", self.half_points)?;
        game.set_item("ending", &self.ending)?;
        game.set_item("moves", &self.moves)?;
        game.set_item("choices", self.choices)?;
        Ok(game)
    }
}

/// What pairs of games with 0, ½, 1, 1½ and 2 points say (pentanomial).
///
/// Gives `score` and `elo`, each with the ends of its 95 % interval, and `superiority`, the likelihood that the first player is
/// the stronger one; None without games.
#[pyfunction]
pub fn elo<'py>(py: Python<'py>, counts: [u64; 5]) -> PyResult<Option<Bound<'py, PyDict>>> {
    let pairs = checked(counts)?;
    let (Some(score), Some(elo)) = (pairs.score(), pairs.elo()) else { return Ok(None) };
    let told = PyDict::new(py);
    told.set_item("score", (score.value, score.low, score.high))?;
    told.set_item("elo", (elo.value, elo.low, elo.high))?;
    told.set_item("superiority", pairs.likelihood_of_superiority())?;
    Ok(Some(told))
}

/// The sequential probability ratio test of pairs of games: `llr`, `low`, `high`, `verdict` (`open`, `null`, `alternative`).
#[pyfunction]
#[pyo3(signature = (counts, elo0, elo1, *, alpha=0.05, beta=0.05))]
pub fn sprt<'py>(
    py: Python<'py>,
    counts: [u64; 5],
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (pairs, test) = (checked(counts)?, test(elo0, elo1, alpha, beta)?);
    let (low, high) = test.bounds();
    let told = PyDict::new(py);
    told.set_item("llr", test.llr(&pairs))?;
    told.set_item("low", low)?;
    told.set_item("high", high)?;
    told.set_item("verdict", word(test.verdict(&pairs)))?;
    Ok(told)
}

/// The numbers of the engine's search: for each `name`, `default`, `min`, `max` and `step`. A build with the feature `tune` takes
/// them as options of a player, by these names.
#[pyfunction]
pub fn search_params(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let told = |param: &Param| {
        let told = PyDict::new(py);
        told.set_item("name", param.name)?;
        for (what, value) in [("default", param.default), ("min", param.min), ("max", param.max), ("step", param.step)]
        {
            told.set_item(what, value)?;
        }
        Ok(told)
    };
    Params::LIST.iter().map(told).collect()
}

/// Counts that can be added up.
fn checked(counts: [u64; 5]) -> PyResult<Pairs> {
    match counts.iter().all(|&count| count <= 1 << 48) {
        true => Ok(Pairs(counts)),
        false => Err(PyValueError::new_err("there are no matches of this many games")),
    }
}
