//! Attacks on a server, one after another, and an ordinary player beside each: what he waits for is measured. All goes
//! over the loopback device to a server that this program starts, in bounded numbers and for a bounded time.
//!
//! `make attack`

mod accounts;
mod attacks;
mod bystander;
mod games;
mod networks;
mod streams;

use attacks::Attack;
use bystander::Bystander;
use clap::Parser;
use spielraum_loadtest::{Program, measured};
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

/// The most memory that the server should take during an attack, in MB.
const MEMORY: u64 = 600;

/// Attacks a server of its own and measures an ordinary player beside it.
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, default_value = "target/release/spielraum")]
    program: PathBuf,
    /// How long each attack goes on, in seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// One attack alone; without it all of them
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Attack::ALL.iter().map(|attack| attack.name)))]
    attack: Option<String>,
}

fn main() -> ExitCode {
    measured(run(&Arguments::parse()))
}

/// Runs the attacks, and says whether the player was served well beside each.
async fn run(arguments: &Arguments) -> bool {
    let chosen = |attack: &&Attack| arguments.attack.as_deref().is_none_or(|name| name == attack.name);
    let mut good = true;
    for attack in Attack::ALL.iter().filter(chosen) {
        let data = std::env::temp_dir().join(format!("spielraum-attack-{}-{}", std::process::id(), attack.name));
        // So few places that the attackers can take them all.
        let mut given = vec!["--connections", "4096"];
        given.extend(attack.arguments);
        let server = Program::start_with(&arguments.program, &data, &given, |command| {
            if !attack.arguments.is_empty() {
                // A pipe that nobody reads.
                command.stderr(Stdio::piped());
            }
        });
        // On threads of their own: what the attackers do to themselves holds up nobody else.
        let attackers = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => {
                eprintln!("error: {error}");
                return false;
            }
        };
        {
            let _theirs = attackers.enter();
            attack.begin(&server.base);
        }
        // The attack is under way when the player comes.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let figures = Bystander::watch(&server.base, Duration::from_secs(arguments.seconds)).await;
        attackers.shutdown_background();
        let memory = server.most_memory() >> 20;
        println!(
            "{:<20} {memory:>4} MB at most{}; {figures}",
            attack.name,
            if memory < MEMORY { "" } else { ": TOO MUCH" }
        );
        good &= figures.good() && memory < MEMORY;
        server.kill();
        if let Err(error) = std::fs::remove_dir_all(&data) {
            eprintln!("can't remove {}: {error}", data.display());
        }
    }
    good
}
