//! `spielraum perft`: how many move sequences there are.

use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, PositionArgs};
use crate::progress::Progress;
use clap::Args;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use spielraum_rules::{Move, Position};
use std::io::Write;
use std::time::Instant;

/// The depth from which the work is split at the second ply instead of the first.
const FINE_SPLIT_DEPTH: u32 = 4;

/// As many first moves are pieces of work enough for any number of threads.
const MANY_MOVES: usize = 500;

/// The arguments of `perft`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/perft.txt"))]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies deep
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Make these moves first
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Print the count under each first move
    #[arg(long)]
    divide: bool,
    /// Count with this many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl PerftArgs {
    /// Counts and prints.
    pub fn run(self) -> CommandResult {
        let game = self.game.load()?;
        let mut position = self.position.position(game.rules())?;
        for text in self.moves.split_whitespace() {
            let made = position.read_san(text).map_err(|error| {
                Failure::input(format!("--moves: {error}")).with_help(format!("the position: {}", position.fen()))
            })?;
            position.make(made);
        }

        let started = Instant::now();
        let counts = count(&position, self.depth, usize::from(self.threads))?;
        let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        let seconds = started.elapsed().as_secs_f64();

        let mut out = std::io::stdout().lock();
        if self.divide && self.depth > 0 {
            let mut lines: Vec<(String, u64)> =
                counts.iter().map(|&(m, nodes)| (position.move_text(m), nodes)).collect();
            lines.sort_unstable();
            for (text, nodes) in lines {
                writeln!(out, "{text} {nodes}")?;
            }
        }
        let nodes = if self.depth == 0 { 1 } else { nodes };
        writeln!(out, "nodes {nodes}")?;
        out.flush()?;
        let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
        eprintln!("depth {} in {seconds:.3} s, {rate:.1} M nodes/s", self.depth);
        Ok(Answer::Yes)
    }
}

/// One piece of the work: a first move, perhaps a second.
struct Task {
    first: usize,
    second: Option<Move>,
}

/// The count under each move of the position.
fn count(position: &Position, depth: u32, threads: usize) -> CommandResult<Vec<(Move, u64)>> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut root = position.clone();
    let moves = root.continuations();
    let tasks = tasks(&mut root, &moves, depth);
    let progress = Progress::new(tasks.len() as u64);
    let work = |task: &Task| {
        let nodes = perform(position, &moves, task, depth);
        progress.advance(1, "");
        (task.first, nodes)
    };
    let done: Vec<(usize, u64)> = if threads == 1 {
        tasks.iter().map(work).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Failure::input(format!("can't start {threads} threads: {error}")))?;
        pool.install(|| tasks.par_iter().map(work).collect())
    };
    progress.finish();

    let mut counts: Vec<(Move, u64)> = moves.into_iter().map(|m| (m, 0)).collect();
    for (first, nodes) in done {
        counts[first].1 += nodes;
    }
    Ok(counts)
}

fn tasks(root: &mut Position, moves: &[Move], depth: u32) -> Vec<Task> {
    if depth < FINE_SPLIT_DEPTH || moves.len() >= MANY_MOVES {
        return (0..moves.len()).map(|first| Task { first, second: None }).collect();
    }
    let mut tasks = Vec::new();
    for (first, &m) in moves.iter().enumerate() {
        root.make(m);
        let replies = root.continuations();
        tasks.extend(replies.into_iter().map(|reply| Task { first, second: Some(reply) }));
        root.unmake();
    }
    tasks
}

fn perform(position: &Position, moves: &[Move], task: &Task, depth: u32) -> u64 {
    let (mut position, mut rest) = (position.clone(), depth);
    for m in std::iter::once(moves[task.first]).chain(task.second) {
        position.make(m);
        // Whole turns are counted.
        rest -= u32::from(!position.is_within_turn());
    }
    position.perft(rest)
}
