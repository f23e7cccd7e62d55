//! `spielraum tactics`: positions with a forced win, for the engine to find.

use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::GameArgs;
use crate::progress::Progress;
use clap::{Args, Subcommand};
use spielraum_arcade::Game;
use spielraum_engine::{Bound, Engine, EngineOptions, Stop};
use spielraum_matches::{Budget, Tactic, Wanted, find_tactics};
use spielraum_rules::Position;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The arguments of `tactics`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/tactics.txt"))]
pub struct TacticsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Let the engine solve the positions of files; exit code 1 if it misses one
    Solve(SolveArgs),
    /// Find positions with a forced win in random games, and print them as a file
    Find(FindArgs),
}

#[derive(Args)]
struct SolveArgs {
    /// Files of positions; each is named after its game, as in raumschach.txt
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The engine's limit for each position: time=5s, nodes=100000 or depth=9, joined by commas
    #[arg(long, default_value = "time=5s", value_parser = Budget::parse)]
    limit: Budget,
    /// Demand the shortest win, not just a forced one
    #[arg(long)]
    shortest: bool,
    /// Show every position that was missed
    #[arg(long)]
    missed: bool,
    /// Test only one in this many positions of each file
    #[arg(long, default_value = "1")]
    one_in: NonZeroUsize,
}

#[derive(Args)]
struct FindArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The shortest win to look for, in moves
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    from: u32,
    /// The longest win to look for, in moves
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    to: u32,
    /// How many of each length
    #[arg(long, default_value_t = 5)]
    each: usize,
    /// How many games to search
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The most positions that a proof may search
    #[arg(long, default_value_t = 200_000)]
    effort: u64,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl TacticsArgs {
    /// Solves or finds.
    pub fn run(self) -> CommandResult {
        match self.what {
            What::Solve(args) => args.run(),
            What::Find(args) => args.run(),
        }
    }
}

/// How the positions of a file went.
#[derive(Default)]
struct Score {
    solved: usize,
    /// How many of them in as few moves as it can be done.
    shortest: usize,
    most_nodes: u64,
    longest: Duration,
    missed: Vec<Tactic>,
}

impl SolveArgs {
    fn run(&self) -> CommandResult {
        let (mut solved, mut all) = (0, 0);
        for path in &self.files {
            let (game, tactics) = read(path)?;
            let tactics: Vec<Tactic> = tactics.into_iter().step_by(self.one_in.get()).collect();
            let mut engine = game.engine(EngineOptions::default()).map_err(Failure::input)?;
            let progress = Progress::new(tactics.len() as u64);
            let mut score = Score::default();
            for tactic in &tactics {
                let position = Position::from_fen(game.rules(), &tactic.fen).map_err(|error| in_file(path, error))?;
                self.solve(&mut engine, &position, tactic, &mut score);
                progress.advance(1, game.name());
            }
            progress.finish();
            self.print(game.name(), tactics.len(), &score)?;
            (solved, all) = (solved + score.solved, all + tactics.len());
        }
        writeln!(std::io::stdout(), "{solved} of {all} solved")?;
        Ok(if solved == all { Answer::Yes } else { Answer::No })
    }

    /// Counts as solved what the engine holds to be won by force.
    fn solve(&self, engine: &mut Engine, position: &Position, tactic: &Tactic, score: &mut Score) {
        engine.clear();
        let (stop, started) = (Stop::new(), Instant::now());
        let won_within = |score: spielraum_engine::Score, most: u32| {
            score.moves_to_end().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most)
        };
        let limits = self.limit.limits(None, None, 0);
        let best = engine.search(position, &limits, &stop, &mut |info| {
            if info.bound != Bound::Upper && won_within(info.score, tactic.moves) {
                stop.stop();
            }
        });
        let found = best.lines.first().map(|line| line.score);
        let shortest = found.is_some_and(|score| won_within(score, tactic.moves));
        score.shortest += usize::from(shortest);
        if shortest || (!self.shortest && found.is_some_and(|score| won_within(score, u32::MAX))) {
            score.solved += 1;
            score.most_nodes = score.most_nodes.max(best.nodes);
            score.longest = score.longest.max(started.elapsed());
        } else {
            score.missed.push(tactic.clone());
        }
    }

    fn print(&self, name: &str, count: usize, score: &Score) -> CommandResult<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{name:28} {:>3} of {count}, {} in the fewest moves; most nodes {:>9}, longest {:.2} s",
            score.solved,
            score.shortest,
            score.most_nodes,
            score.longest.as_secs_f64()
        )?;
        for tactic in score.missed.iter().filter(|_| self.missed) {
            writeln!(out, "  missed: {tactic}")?;
        }
        Ok(())
    }
}

impl FindArgs {
    fn run(&self) -> CommandResult {
        let game = self.game.load()?;
        let wanted = Wanted {
            moves: (self.from, self.to.max(self.from)),
            each: self.each,
            games: self.games,
            effort: self.effort,
            seed: self.seed,
        };
        let progress = Progress::new(self.games);
        let tactics =
            find_tactics(game.rules(), &wanted, &mut |_, found| progress.advance(1, &format!("{found} found")));
        progress.finish();
        let mut out = std::io::stdout().lock();
        writeln!(out, "# Forced wins: how many moves the side to move needs, and the position. Found and proved by")?;
        writeln!(
            out,
            "#   spielraum tactics find {} --from {} --to {} --each {} --games {} --effort {} --seed {}",
            game.name(),
            self.from,
            self.to,
            self.each,
            self.games,
            self.effort,
            self.seed
        )?;
        for tactic in tactics {
            writeln!(out, "{tactic}")?;
        }
        Ok(Answer::Yes)
    }
}

/// The game and the positions of a file.
fn read(path: &Path) -> CommandResult<(Game, Vec<Tactic>)> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path.display(), &error))?;
    let lines = (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let tactics = lines
        .map(|(number, line)| {
            Tactic::parse(line)
                .ok_or_else(|| in_file(path, format!("line {number} is not a number of moves and a FEN")))
        })
        .collect::<CommandResult<_>>()?;
    Ok((Game::open(&name, &[])?, tactics))
}

fn in_file(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}
