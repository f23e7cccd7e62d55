//! Measures the server under load: many games at once between bots over WebSockets, a move a second in each. Then the
//! server is killed without a word and started again, and every move that it has acknowledged must be there.
//!
//! `cargo build --release -p spielraum-cli && cargo run --release -p spielraum-loadtest`

mod bots;
mod figures;

use clap::Parser;
use figures::Figures;
use spielraum_loadtest::{Cluster, LIMITS, Method, Player, Program, free_port, start_node};
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
    /// This many servers on a PostgreSQL of their own, in place of one with SQLite
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8))]
    nodes: Option<u8>,
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
    let cluster = arguments.nodes.map(|_| Cluster::durable().expect("a PostgreSQL"));
    let store = cluster.as_ref().map(Cluster::database);
    let start = |number: u8| match &store {
        Some(store) => start_node(&arguments.program, &data.join(number.to_string()), store, free_port()),
        // Few networks stand for many.
        None => Program::start(&arguments.program, &data, &LIMITS),
    };
    let mut servers: Vec<Program> = (0..arguments.nodes.unwrap_or(1)).map(start).collect();
    let bases: Vec<String> = servers.iter().map(|server| server.base.clone()).collect();
    eprintln!("{} games for {} s at {}", arguments.games, arguments.seconds, bases.join(", "));
    let variants: Vec<String> = match &arguments.variant {
        Some(variant) => vec![variant.clone()],
        None => spielraum_catalogue::ids().map(str::to_owned).collect(),
    };
    let (pause, time) = (Duration::from_millis(arguments.pause), Duration::from_secs(arguments.seconds));
    let games = bots::seat(&bases, &variants, arguments.games as usize, arguments.networks).await;
    let played = bots::play(games, pause, time).await;
    let mut figures = Figures::of(&played, time);
    println!("{figures}");
    // The one in charge.
    servers.remove(0).kill();
    servers.push(start(0));
    let visitor = Player::new(&servers[0].base);
    for game in &played {
        let stored = visitor.insist(Method::GET, &format!("/api/games/{}", game.id), None).await;
        figures.compare(game, &stored.body);
    }
    drop(servers);
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
