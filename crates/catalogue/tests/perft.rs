//! Every count of every perft table (`games/*/*.perft`) is what the program counts.
//!
//! `NODES` in the environment leaves out larger counts (default: none are left out).

use spielraum_catalogue::{Compile, Source, ids, load, perft_table};
use spielraum_testkit::{from_env, position};
use std::sync::Mutex;

/// A line of a perft table.
struct Row {
    game: &'static str,
    settings: Vec<(String, String)>,
    fen: String,
    counts: Vec<u64>,
}

fn rows(game: &'static str) -> Vec<Row> {
    let table = perft_table(game).unwrap_or_else(|| panic!("{game} has no perft table"));
    let rows: Vec<Row> = table
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| row(game, line).unwrap_or_else(|| panic!("{game}: can't read `{line}`")))
        .collect();
    assert!(!rows.is_empty(), "{game} has an empty perft table");
    rows
}

fn row(game: &'static str, line: &str) -> Option<Row> {
    let (position, counts) = line.split_once("=>")?;
    let (options, fen) = match position.trim().strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => ("", position),
    };
    let setting = |text: &str| text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    Some(Row {
        game,
        settings: options.split_whitespace().map(setting).collect::<Option<_>>()?,
        fen: fen.trim().to_owned(),
        counts: counts.split_whitespace().map(|count| count.parse().ok()).collect::<Option<_>>()?,
    })
}

impl Row {
    /// Counts, and gives how many counts were compared.
    fn check(&self, largest: u64) -> usize {
        let game = load(Source::Builtin(self.game), &self.settings).unwrap();
        let rules = game.rules().unwrap();
        let position = match self.fen.as_str() {
            "startpos" => rules.start(),
            fen => position(&rules, fen),
        };
        let compared = (1..).zip(&self.counts).filter(|(_, count)| **count <= largest);
        compared
            .map(|(depth, &count)| assert_eq!(position.perft(depth), count, "{} {} depth {depth}", self.game, self.fen))
            .count()
    }
}

#[test]
fn perft_tables_hold() {
    let largest = from_env("NODES", u64::MAX);
    let rows: Vec<Row> = ids().flat_map(rows).collect();
    let (total, next) = (rows.len(), Mutex::new(rows.into_iter()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let compared: usize = std::thread::scope(|scope| {
        let count = || {
            let mut compared = 0;
            while let Some(row) = { next.lock().unwrap().next() } {
                compared += row.check(largest);
            }
            compared
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    println!("{compared} counts of {total} positions");
    assert!(compared >= 2 * total, "{compared} counts of {total} positions were compared");
}
