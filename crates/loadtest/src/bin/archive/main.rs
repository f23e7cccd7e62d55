//! Measures a server with very many finished games: every page of the archive, and the memory that games keep which
//! somebody has looked at. All goes over the loopback device to servers that this program starts.
//!
//! `cargo build --release -p spielraum-cli && cargo run --release -p spielraum-loadtest --bin archive`

mod copies;
mod memory;
mod pages;

use clap::Parser;
use spielraum_loadtest::{Player, Program, measured};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Measures the pages of the archive, and the memory of games that were looked at.
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, default_value = "target/release/spielraum")]
    program: PathBuf,
    /// Finished games
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1_000..=1_000_000))]
    games: u32,
    /// How many of them are looked at, twice
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=500_000))]
    looked_at: u32,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let own = std::env::temp_dir().join(format!("spielraum-archive-{}", std::process::id()));
    measured(async {
        let good = measure(&arguments, &own).await;
        if let Err(error) = std::fs::remove_dir_all(&own) {
            eprintln!("can't remove {}: {error}", own.display());
        }
        good
    })
}

/// Runs it all, and says whether it is as it should be.
async fn measure(arguments: &Arguments, folder: &Path) -> bool {
    eprintln!("{} games are made and checked", arguments.games);
    let copies = copies::make(&arguments.program, folder, arguments.games).await;
    let server = Program::start(&arguments.program, &copies.data, &copies::LIMITS);
    let visitor = Player::new(&server.base);
    visitor.set_cookie(&copies.cookie);
    let mut good = true;
    for list in &copies.lists {
        let seen = pages::walk(&visitor, &list.query).await;
        println!("{:<35} {seen}", list.name());
        good &= seen.good(list.games);
    }
    let half = arguments.looked_at.min(arguments.games / 2);
    let mut before = server.memory();
    println!("memory: {} kB", before >> 10);
    for (time, first) in [("first", 0), ("second", half)] {
        let kept = memory::look(&server, first..first + half).await;
        println!("{half} games looked at, the {time} time: {kept}, {} bytes more a game", kept.more_than(before));
        // The first time fills caches, which have bounds of their own.
        good &= time == "first" || kept.more_than(before) < memory::MOST;
        before = kept.swept;
    }
    server.kill();
    good
}
