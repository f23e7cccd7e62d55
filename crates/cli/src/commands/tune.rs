//! `spielraum tune`: weights of the evaluation, learned from games of the engine against itself.

use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::GameArgs;
use crate::progress::Progress;
use clap::Args;
use spielraum_arcade::Game;
use spielraum_engine::{Engine, EngineOptions, Fit, Sample, Sampler, SelfPlay, Tuner, Weights};
use spielraum_matches::mixed;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The hash table of an engine that plays fast games, in MB: clearing a larger one would take longer than a game.
const HASH_MB: usize = 2;

/// The arguments of `tune`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/tune.txt"))]
pub struct TuneArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many games the engine plays
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// How many positions it searches for each move
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    openings: usize,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 300)]
    max_plies: usize,
    /// How many rounds to fit the weights
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The weight of game results against search scores, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    results: f64,
    /// How many passes; each plays with the weights of the pass before
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    passes: u8,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at a time; the weights don't depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Begin with the weights of this file instead of those derived from the rules
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Write the weights to this file [default: print them]
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl TuneArgs {
    /// Plays, fits, and prints or writes the weights.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let start = match &self.start {
            Some(path) => game.weights_from(path)?,
            // Not those that were tuned before: the command in the head of the file must find the same again.
            None => Weights::default_for(game.rules()),
        };
        let (mut fit, mut positions) = self.pass(&game, start, 0)?;
        for pass in 1..self.passes {
            (fit, positions) = self.pass(&game, fit.weights, pass)?;
        }
        let text = self.text(&game, &fit, positions)?;
        match &self.write {
            Some(path) => write_file(path, &text)?,
            None => std::io::stdout().lock().write_all(text.as_bytes())?,
        }
        Ok(Answer::Yes)
    }

    /// Plays with `start` and fits weights to the games; returns how many positions.
    fn pass(&self, game: &Game, start: Weights, pass: u8) -> CommandResult<(Fit, usize)> {
        let samples = self.samples(game, &start, pass)?;
        let count = samples.len();
        if samples.is_empty() {
            return Err(Failure::input("the games had no quiet position to learn from").with_help("play more --games"));
        }
        let tuner = Tuner::new(start, samples, self.results);
        let progress = Progress::new(u64::from(self.rounds));
        let fit =
            tuner.fit(usize::from(self.rounds), &mut |_, error| progress.advance(1, &format!("error {error:.5}")));
        progress.finish();
        self.tell(&fit, count);
        Ok((fit, count))
    }

    /// Samples of the games, in their order.
    fn samples(&self, game: &Game, start: &Weights, pass: u8) -> CommandResult<Vec<Sample>> {
        // Each pass opens with other random moves.
        let first = u64::from(pass) * self.games;
        let (next, progress) = (AtomicU64::new(0), Progress::new(self.games));
        let work = || -> Result<Vec<(u64, Vec<Sample>)>, Failure> {
            let mut engine =
                Engine::new(game.rules(), EngineOptions { hash_mb: HASH_MB, threads: 1 }).map_err(Failure::input)?;
            engine.set_weights(start.clone()).map_err(Failure::input)?;
            let mut sampler = Sampler::new(game.rules(), start);
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(played);
                }
                let game = SelfPlay {
                    nodes: self.nodes,
                    random_plies: self.openings,
                    longest: self.max_plies,
                    seed: mixed(self.seed, first + number),
                };
                engine.clear();
                let (positions, result) = game.play(&mut engine);
                let samples = positions.iter().filter_map(|position| sampler.sample(position, result));
                played.push((number, samples.collect()));
                progress.advance(1, "");
            }
        };
        let mut games = Vec::new();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                match thread.join() {
                    Ok(Ok(played)) => games.extend(played),
                    Ok(Err(failure)) => return Err(failure),
                    Err(_) => return Err(Failure::input("a thread that played games has failed")),
                }
            }
            Ok(())
        })?;
        progress.finish();
        games.sort_by_key(|(number, _)| *number);
        Ok(games.into_iter().flat_map(|(_, samples)| samples).collect())
    }

    fn tell(&self, fit: &Fit, positions: usize) {
        eprintln!(
            "{positions} positions of {} games; mean squared error {:.5} -> {:.5}, of those kept aside {:.5} -> {:.5}",
            self.games, fit.before, fit.after, fit.test_before, fit.test_after
        );
    }

    fn text(&self, game: &Game, fit: &Fit, positions: usize) -> CommandResult<String> {
        let mut settings = game.settings().iter().fold(String::new(), |mut text, (name, value)| {
            let _ = write!(text, " --set {name}={value}");
            text
        });
        if let Some(path) = &self.start {
            let _ = write!(settings, " --start {}", path.display());
        }
        let weights = fit.weights.text(game.rules()).map_err(Failure::input)?;
        Ok(format!(
            "# What positions are worth to the engine, in centipawns, early/late in the game. Learned by\n\
             #   spielraum tune {}{settings} --games {} --nodes {} --openings {} --max-plies {} --rounds {} --results {} --passes {} --seed {}\n\
             # from {positions} positions; mean squared error of those kept aside {:.5}, before {:.5}.\n{}",
            game.name(),
            self.games,
            self.nodes,
            self.openings,
            self.max_plies,
            self.rounds,
            self.results,
            self.passes,
            self.seed,
            fit.test_after,
            fit.test_before,
            weights
        ))
    }
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}

fn write_file(path: &Path, text: &str) -> CommandResult<()> {
    std::fs::write(path, text).map_err(|error| Failure::file("write", path.display(), &error))
}
