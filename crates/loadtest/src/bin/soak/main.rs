//! Mixed traffic at a modest rate for some time, and the memory of the server meanwhile: games with moves, games with the
//! engine, looks at positions, analyses, definitions, log-ins, spectators. All goes over the loopback device to a server
//! that this program starts. What is measured is how much the memory grows in the last two thirds of the time; caches
//! with bounds fill in the first.
//!
//! `make soak`

mod growth;
mod traffic;

use clap::Parser;
use growth::Growth;
use spielraum_loadtest::{Program, measured};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use traffic::Traffic;

/// How often the memory is looked at.
const SAMPLE: Duration = Duration::from_secs(5);

/// Runs mixed traffic against a server of its own, and reports how the server's memory grows.
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, default_value = "target/release/spielraum")]
    program: PathBuf,
    /// How long the traffic goes on
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1440))]
    minutes: u32,
    /// How much more slowly than usual everybody acts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    slower: u32,
    /// The most that the memory may grow, in MB an hour
    #[arg(long, default_value_t = 20.0)]
    most: f64,
}

fn main() -> ExitCode {
    measured(run(&Arguments::parse()))
}

/// Runs it all, and says whether the memory grows no more than it may.
async fn run(arguments: &Arguments) -> bool {
    let data = std::env::temp_dir().join(format!("spielraum-soak-{}", std::process::id()));
    // How full the engines' hash tables happen to be would hide whether anything grows.
    let server = Program::start(&arguments.program, &data, &["--hash", "1"]);
    let traffic = Traffic::begin(&server.base, arguments.slower);
    let (began, mut growth) = (Instant::now(), Growth::default());
    let end = Duration::from_secs(60 * u64::from(arguments.minutes));
    let mut minute = 0;
    while began.elapsed() < end {
        tokio::time::sleep(SAMPLE).await;
        growth.add(began.elapsed(), server.memory());
        let now = began.elapsed().as_secs() / 60;
        if now > minute {
            minute = now;
            println!("{minute:>4} min: {}; {traffic}", parts(&server));
        }
    }
    traffic.end();
    server.kill();
    if let Err(error) = std::fs::remove_dir_all(&data) {
        eprintln!("can't remove {}: {error}", data.display());
    }
    let each_hour = growth.of_last_two_thirds();
    println!("growth over the last two thirds: {each_hour:+.1} MB an hour");
    each_hour < arguments.most
}

/// The memory of a server, and what it is made of.
fn parts(server: &Program) -> String {
    let mb = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (resident, own) = (mb(server.memory()), mb(server.own_memory()));
    let (variants, used) =
        (server.status("compiled variants in memory"), server.status("memory of compiled variants (MB)"));
    let rooms = server.status("games in memory");
    format!(
        "{resident:>6.1} MB resident, {own:.1} of it the server's own; {variants} variants of {used} MB, {rooms} games"
    )
}
