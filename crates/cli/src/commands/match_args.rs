//! The arguments that describe players and matches.

use crate::failure::{CommandResult, Failure};
use crate::game_args::{GameArgs, PositionArgs, parse_setting};
use clap::Args;
use spielraum_arcade::Game;
use spielraum_matches::{Adjudication, Budget, Match, PlayerKind, PlayerSpec, Sprt, Threshold};
use std::path::PathBuf;

/// The players of a match.
#[derive(Args, Clone, Debug)]
pub struct PairArgs {
    /// The first player: random, greedy, engine, engine:LEVEL (1 to 20) or uci:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "engine", value_parser = PlayerKind::parse)]
    engine1: PlayerKind,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "greedy", value_parser = PlayerKind::parse)]
    engine2: PlayerKind,
    /// The limit of both players: time=100ms, nodes=10000, depth=6 or clock=10s+100ms, joined by commas [default: time=100ms]
    #[arg(long, value_name = "LIMIT", value_parser = Budget::parse)]
    limit: Option<Budget>,
    /// The limit of the first player, instead of --limit
    #[arg(long, value_name = "LIMIT", value_parser = Budget::parse)]
    limit1: Option<Budget>,
    /// The limit of the second player, instead of --limit
    #[arg(long, value_name = "LIMIT", value_parser = Budget::parse)]
    limit2: Option<Budget>,
    /// An option of the first engine, such as Hash=64 (can be given several times)
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    option1: Vec<(String, String)>,
    /// An option of the second engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    option2: Vec<(String, String)>,
    /// A file of weights for the first player, if it is the engine
    #[arg(long, value_name = "FILE")]
    weights1: Option<PathBuf>,
    /// A file of weights for the second player
    #[arg(long, value_name = "FILE")]
    weights2: Option<PathBuf>,
}

/// How a match is played.
#[derive(Args, Clone, Debug)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// How many games; they are played in pairs, colours swapped, so an odd number becomes the next even one
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// The number of random plies at the start of each pair of games
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=200))]
    openings: u32,
    /// The seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,
    /// Resign when CP centipawns behind for MOVES moves in a row, as in 1000:4
    #[arg(long, value_name = "CP:MOVES", value_parser = parse_resign)]
    resign: Option<Threshold>,
    /// Draw when both stay within CP centipawns for MOVES moves from PLY on, as in 10:8:80
    #[arg(long, value_name = "CP:MOVES:PLY", value_parser = parse_draw)]
    draw: Option<Threshold>,
}

/// A test that ends a match when its question is answered.
#[derive(Args, Clone, Debug)]
pub struct SprtArgs {
    /// End as soon as it is clear whether the first player is ELO0 or ELO1 stronger, as in 0:5
    #[arg(long, value_name = "ELO0:ELO1", value_parser = parse_elos)]
    sprt: Option<(f64, f64)>,
    /// The probability of wrongly accepting ELO1
    #[arg(long, default_value_t = 0.05, requires = "sprt", value_parser = parse_probability)]
    alpha: f64,
    /// The probability of wrongly accepting ELO0
    #[arg(long, default_value_t = 0.05, requires = "sprt", value_parser = parse_probability)]
    beta: f64,
}

impl PairArgs {
    /// What makes the two players.
    pub fn players(&self, game: &Game) -> CommandResult<[PlayerSpec; 2]> {
        let spec = |kind: &PlayerKind, own: Option<Budget>, options: &[(String, String)], file: &Option<PathBuf>| {
            let weights = file.as_ref().map(|path| game.weights_from(path)).transpose()?;
            let budget = own.or(self.limit).unwrap_or_default();
            let options = options.to_vec();
            Ok::<_, Failure>(PlayerSpec { budget, options, weights, ..PlayerSpec::new(kind.clone()) })
        };
        Ok([
            spec(&self.engine1, self.limit1, &self.option1, &self.weights1)?,
            spec(&self.engine2, self.limit2, &self.option2, &self.weights2)?,
        ])
    }
}

impl SprtArgs {
    /// The test, if one is asked for.
    pub fn test(&self) -> Option<Sprt> {
        self.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}

impl MatchArgs {
    /// The match of these players.
    pub fn prepare(&self, game: &Game, players: [PlayerSpec; 2], sprt: Option<Sprt>) -> CommandResult<Match> {
        Ok(Match {
            start: self.position.position(game.rules())?,
            game: game.clone(),
            players,
            pairs: self.games.div_ceil(2),
            opening_plies: self.openings,
            seed: self.seed,
            concurrency: usize::from(self.concurrency),
            adjudication: Adjudication { max_plies: self.max_plies, resign: self.resign, draw: self.draw },
            sprt,
        })
    }
}

pub(super) fn parse_elos(text: &str) -> Result<(f64, f64), String> {
    let wrong = || "write it as ELO0:ELO1, two numbers, the lesser first, such as 0:5".to_owned();
    let (elo0, elo1) = text.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0).ok_or_else(wrong);
    let (elo0, elo1) = (number(elo0)?, number(elo1)?);
    if elo0 < elo1 { Ok((elo0, elo1)) } else { Err(wrong()) }
}

fn parse_probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|p| *p > 0.0 && *p < 0.5);
    number.ok_or_else(|| "a number between 0 and 0.5 was expected, such as 0.05".into())
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> = text.split(':').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn parse_resign(text: &str) -> Result<Threshold, String> {
    match numbers::<2>(text) {
        Some([centipawns @ 1..=31_000, moves @ 1..=u32::MAX]) => {
            Ok(Threshold { centipawns: centipawns as i32, moves, from_ply: 0 })
        }
        _ => Err("write it as CENTIPAWNS:MOVES, such as 1000:4".into()),
    }
}

fn parse_draw(text: &str) -> Result<Threshold, String> {
    match numbers::<3>(text) {
        Some([centipawns @ 0..=31_000, moves @ 1..=u32::MAX, ply]) => {
            Ok(Threshold { centipawns: centipawns as i32, moves, from_ply: ply as usize })
        }
        _ => Err("write it as CENTIPAWNS:MOVES:PLY, such as 10:8:80".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_read() {
        assert_eq!(parse_resign("1000:4"), Ok(Threshold { centipawns: 1000, moves: 4, from_ply: 0 }));
        assert_eq!(parse_draw("10:8:80"), Ok(Threshold { centipawns: 10, moves: 8, from_ply: 80 }));
        for text in ["", "1000", "1000:0", "-3:4", "a:b", "1:2:3:4", "99999:1"] {
            assert!(parse_resign(text).is_err(), "{text}");
        }
        assert!(parse_draw("10:8").is_err());
    }

    #[test]
    fn tests_have_two_hypotheses() {
        assert_eq!(parse_elos("-3:1.5"), Ok((-3.0, 1.5)));
        for text in ["5:0", "5", "0:0", "0:inf", "0:nan", "0:5000"] {
            assert!(parse_elos(text).is_err(), "{text}");
        }
        assert!(parse_probability("0.05").is_ok() && parse_probability("0.7").is_err());
    }
}
