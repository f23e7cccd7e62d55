//! Checks several nodes on one PostgreSQL: games are played at two of them while one is killed, stopped, cut off or shut
//! down, or the database is killed, again and again. Whatever was acknowledged must be there afterwards, in order and once.
//!
//! `cargo build -p spielraum-cli && cargo run -p spielraum-loadtest --bin nodes -- --runs 20`

use clap::Parser;
use spielraum_loadtest::history::{self, Fault, Report};
use spielraum_loadtest::{Cluster, measured};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Checks several nodes on one PostgreSQL.
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, default_value = "target/debug/spielraum")]
    program: PathBuf,
    /// How often something happens, each thing in turn
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,
    /// Runs at once
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    at_once: u32,
    /// Games of each run
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    games: u32,
}

fn main() -> ExitCode {
    measured(check(Arguments::parse()))
}

async fn check(arguments: Arguments) -> bool {
    let Some(cluster) = Cluster::start().map(Arc::new) else { return false };
    let permits = Arc::new(Semaphore::new(arguments.at_once as usize));
    let runs: Vec<_> = (0..arguments.runs)
        .zip(Fault::ALL.into_iter().cycle())
        .map(|(number, fault)| {
            let (cluster, permits, program) = (cluster.clone(), permits.clone(), arguments.program.clone());
            tokio::spawn(async move {
                let _permit = permits.acquire_owned().await;
                let cluster = tokio::task::block_in_place(|| fault.cluster(&cluster));
                let report = history::run(&program, &cluster, fault, arguments.games as usize).await;
                println!("{number} {fault:?}: {report}");
                report
            })
        })
        .collect();
    let (mut all, mut done) = (Report::default(), 0);
    for run in runs {
        match run.await {
            Ok(report) => {
                done += 1;
                all.acknowledged += report.acknowledged;
                all.reads += report.reads;
                all.longest = all.longest.max(report.longest);
                all.problems.extend(report.problems);
            }
            Err(error) => all.problems.push(error.to_string()),
        }
    }
    println!("{done} runs: {all}");
    all.problems.is_empty() && all.acknowledged > 0
}
