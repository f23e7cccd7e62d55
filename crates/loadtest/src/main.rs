//! Measures the server under load: many games at once between bots over WebSockets, a move a second in each. Then the
//! server is killed without a word and started again, and every move that it has acknowledged must be there.
//!
//! `cargo build --release -p spielraum-cli && cargo run --release -p spielraum-loadtest`

mod bots;
mod figures;

use clap::Parser;
use figures::Figures;
use spielraum_loadtest::{Player, Program};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measures the server under load.
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, default_value = "target/release/spielraum")]
    program: PathBuf,
    /// Games at once
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=2000))]
    games: u32,
    /// How long, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// From how many networks the bots come, each game from one; what a network may have is limited (Linux, at most 250)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=250))]
    networks: u8,
    /// Milliseconds from move to move of a game
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..))]
    pause: u64,
    /// The game to be played; without it all of the catalogue in turn
    #[arg(long)]
    variant: Option<String>,
    /// The folder for the database; without it a new one among the temporary files, which is removed
    #[arg(long)]
    data: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match runtime.map(|runtime| runtime.block_on(measure(&arguments))) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs it all, and says whether it is as it should be.
async fn measure(arguments: &Arguments) -> bool {
    let own = std::env::temp_dir().join(format!("spielraum-loadtest-{}", std::process::id()));
    let data = arguments.data.clone().unwrap_or_else(|| own.clone());
    // Few networks stand for many.
    let limits = ["--rate", "1000000", "--newcomers", "1000000", "--network-connections", "1000000"];
    let server = Program::start(&arguments.program, &data, &limits);
    eprintln!("{} games for {} s at {}", arguments.games, arguments.seconds, server.base);
    let variants: Vec<String> = match &arguments.variant {
        Some(variant) => vec![variant.clone()],
        None => spielraum_catalogue::ids().map(str::to_owned).collect(),
    };
    let (pause, time) = (Duration::from_millis(arguments.pause), Duration::from_secs(arguments.seconds));
    let games = bots::seat(&server.base, &variants, arguments.games as usize, arguments.networks).await;
    let played = bots::play(games, pause, time).await;
    let mut figures = Figures::of(&played, time);
    println!("{figures}");
    server.kill();
    let server = Program::start(&arguments.program, &data, &limits);
    let visitor = Player::new(&server.base);
    for game in &played {
        let stored = visitor.get(&format!("/api/games/{}", game.id)).await;
        figures.compare(game, &stored.body);
    }
    server.kill();
    println!(
        "after kill -9: {} games, {} acknowledged moves, {} missing",
        played.len(),
        figures.acknowledged,
        figures.missing
    );
    if arguments.data.is_none()
        && let Err(error) = std::fs::remove_dir_all(&own)
    {
        eprintln!("can't remove {}: {error}", own.display());
    }
    figures.good()
}
