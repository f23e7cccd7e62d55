//! `spielraum bench`: the engine on fixed positions, to see whether its behaviour changed and how fast it is.

use crate::failure::{Answer, CommandResult, Failure};
use crate::progress::Progress;
use crate::view;
use clap::Args;
use spielraum_arcade::Game;
use spielraum_engine::{Engine, EngineOptions, Limits, Stop};
use spielraum_matches::opening;
use spielraum_rules::Position;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The positions, the depths, and how many nodes the engine looked at when the file was written.
const POSITIONS: &str = include_str!("../../data/bench.txt");

/// When the file is written, searches are as deep as they can be with this many nodes.
const ENOUGH_NODES: u64 = 20_000;

/// How far the positions of a game are from its start, in random plies.
const DISTANCES: [u32; 3] = [0, 10, 40];

/// The arguments of `bench`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/bench.txt"))]
pub struct BenchArgs {
    /// Only these games
    games: Vec<String>,
    /// Search with this many threads; the number of nodes is fixed for one only
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Search this many plies deeper than usual; the numbers of nodes are then not known
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    deeper: u32,
    /// Answer with exit code 1 if the engine looks at other numbers of nodes than when it was last measured
    #[arg(long, conflicts_with_all = ["threads", "deeper"])]
    check: bool,
    /// Choose the positions and depths anew and write them, with the numbers of nodes, to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["threads", "deeper", "check"])]
    write: Option<PathBuf>,
}

/// A position of the file.
struct Task {
    game: String,
    depth: u32,
    nodes: u64,
    fen: String,
}

/// What the searches of a game came to.
struct Sum {
    game: String,
    nodes: u64,
    expected: u64,
    time: Duration,
}

impl BenchArgs {
    /// Searches and prints.
    pub fn run(self) -> CommandResult {
        let mut tasks = read()?;
        if !self.games.is_empty() {
            if let Some(unknown) = self.games.iter().find(|game| tasks.iter().all(|task| task.game != **game)) {
                return Err(Failure::input(format!("there are no positions of `{unknown}`"))
                    .with_help("`spielraum games` lists the games"));
            }
            tasks.retain(|task| self.games.contains(&task.game));
        }
        match &self.write {
            Some(path) => write_file(path),
            None => self.measure(&tasks),
        }
    }

    fn measure(&self, tasks: &[Task]) -> CommandResult {
        let progress = Progress::new(tasks.len() as u64);
        let mut sums: Vec<Sum> = Vec::new();
        for of_game in tasks.chunk_by(|a, b| a.game == b.game) {
            let mut sum = Sum { game: of_game[0].game.clone(), nodes: 0, expected: 0, time: Duration::ZERO };
            let (game, mut engine) = prepare(&sum.game, usize::from(self.threads))?;
            for task in of_game {
                let position = Position::from_fen(game.rules(), &task.fen).map_err(Failure::input)?;
                engine.clear();
                let started = Instant::now();
                sum.nodes += nodes(&mut engine, &position, &Limits::depth(task.depth + self.deeper));
                sum.time += started.elapsed();
                sum.expected += task.nodes;
                progress.advance(1, &sum.game);
            }
            sums.push(sum);
        }
        progress.finish();
        self.print(&sums)
    }

    fn print(&self, sums: &[Sum]) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let width = sums.iter().map(|sum| sum.game.len()).max().unwrap_or(0);
        let rate = |nodes: u64, time: Duration| nodes as f64 / time.as_secs_f64().max(1e-9) / 1e3;
        let comparable = self.threads == 1 && self.deeper == 0;
        let mut changed = 0;
        for sum in sums {
            let differs = comparable && sum.nodes != sum.expected;
            changed += usize::from(differs);
            let note = if differs { format!("  was {}", sum.expected) } else { String::new() };
            writeln!(
                out,
                "{:width$} {:>10} nodes {:>8.0} k nodes/s{note}",
                sum.game,
                sum.nodes,
                rate(sum.nodes, sum.time)
            )?;
        }
        let (nodes, time) = (sums.iter().map(|sum| sum.nodes).sum(), sums.iter().map(|sum| sum.time).sum());
        writeln!(
            out,
            "{:width$} {nodes:>10} nodes {:>8.0} k nodes/s, {:.1} s",
            "all",
            rate(nodes, time),
            time.as_secs_f64()
        )?;
        if !self.check {
            return Ok(Answer::Yes);
        }
        if changed == 0 {
            writeln!(out, "The engine behaves as it did when it was last measured.")?;
            return Ok(Answer::Yes);
        }
        writeln!(
            out,
            "The engine behaves differently in {}. If that is meant to be, renew the file:",
            view::counted(changed, "game")
        )?;
        writeln!(out, "  spielraum bench --write crates/cli/data/bench.txt")?;
        Ok(Answer::No)
    }
}

fn prepare(game: &str, threads: usize) -> CommandResult<(Game, Engine)> {
    let game = Game::open(game, &[])?;
    let options = EngineOptions { threads, ..EngineOptions::default() };
    let engine = game.engine(options).map_err(Failure::input)?;
    Ok((game, engine))
}

fn nodes(engine: &mut Engine, position: &Position, limits: &Limits) -> u64 {
    engine.search(position, limits, &Stop::new(), &mut |_| {}).nodes
}

/// The positions of the file: a game, a depth, a number of nodes and a FEN on each line.
fn read() -> CommandResult<Vec<Task>> {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let tasks = lines.map(|line| {
        let mut words = line.splitn(4, ' ');
        Some(Task {
            game: words.next()?.to_owned(),
            depth: words.next()?.parse().ok()?,
            nodes: words.next()?.parse().ok()?,
            fen: words.next()?.to_owned(),
        })
    });
    tasks.collect::<Option<_>>().ok_or_else(|| Failure::input("the list of positions has a line that can't be read"))
}

/// Chooses positions and depths and writes them with their numbers of nodes.
fn write_file(path: &PathBuf) -> CommandResult {
    let mut text = String::from(
        "# The positions of `spielraum bench`: game, depth, nodes, FEN. The engine looks at this many nodes to search that\n\
         # deep with one thread. Written by `spielraum bench --write`; if the numbers change, its behaviour has changed.\n",
    );
    let ids: Vec<&str> = spielraum_catalogue::ids().collect();
    let progress = Progress::new(ids.len() as u64);
    for id in ids {
        let (game, mut engine) = prepare(id, 1)?;
        for (number, plies) in (0u64..).zip(DISTANCES) {
            let position = opening(&game.rules().start(), plies, 1, number);
            let (mut depth, mut count) = (1, 0);
            for deeper in 1..=64 {
                engine.clear();
                let limits = Limits { nodes: Some(ENOUGH_NODES), ..Limits::depth(deeper) };
                let found = nodes(&mut engine, &position, &limits);
                if deeper > 1 && found >= ENOUGH_NODES {
                    break;
                }
                (depth, count) = (deeper, found);
            }
            if count >= ENOUGH_NODES {
                engine.clear();
                count = nodes(&mut engine, &position, &Limits::depth(depth));
            }
            let _ = writeln!(text, "{id} {depth} {count} {}", position.fen());
        }
        progress.advance(1, id);
    }
    progress.finish();
    std::fs::write(path, text).map_err(|error| Failure::file("write", path.display(), &error))?;
    Ok(Answer::Yes)
}
