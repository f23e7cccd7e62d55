//! What a second thread is worth: `cargo run --release -p spielraum-search --example threads -- SECONDS ROUNDS [GAME...]`.
//!
//! In each game, positions of random games are searched to a fixed depth with one thread and with two in turn, as often
//! as `ROUNDS` says, each time from an empty memory. The depth is the first that takes one thread at least `SECONDS`.
//! Told is the geometric mean of the ratios of the two times, for each position, each game and all of them. The machine
//! must have two idle cores.

use spielraum_games::{Source, catalogue, load};
use spielraum_rules::Position;
use spielraum_search::{Bound, Engine, EngineError, EngineOptions, Limits, Stop, bench_positions};
use std::error::Error;
use std::time::{Duration, Instant};

/// Enough that the table is not what limits the search.
const HASH_MB: usize = 256;

/// No depth is searched longer than so many times `SECONDS`, to find out which depth to take.
const PATIENCE: u32 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().ok_or("SECONDS are needed")?.parse()?;
    let rounds: u32 = args.next().ok_or("ROUNDS are needed")?.parse()?;
    let least = Duration::try_from_secs_f64(seconds)?;
    let wanted: Vec<String> = args.collect();
    let (mut all, mut all_nodes) = (Vec::new(), Vec::new());
    for id in catalogue().filter(|id| wanted.is_empty() || wanted.iter().any(|name| name == id)) {
        let rules = load(Source::Builtin(id), &[])?.rules()?;
        let mut engine = Engine::new(&rules, EngineOptions { hash_mb: HASH_MB, threads: 1 })?;
        let (mut ratios, mut nodes) = (Vec::new(), Vec::new());
        for position in bench_positions(&rules) {
            let Some(depth) = depth_for(&mut engine, &position, least)? else {
                println!("{id}, ply {}: decided too soon, left out", position.ply());
                continue;
            };
            let (mut one, mut two, mut more) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..rounds {
                let (seconds, nodes) = time_to(&mut engine, &position, depth, 1)?;
                one.push(seconds);
                let (seconds, nodes_of_two) = time_to(&mut engine, &position, depth, 2)?;
                two.push(seconds);
                more.push(nodes_of_two / nodes);
            }
            let here: Vec<f64> = one.iter().zip(&two).map(|(one, two)| one / two).collect();
            println!(
                "{id}, ply {}, depth {depth}: {:.2} s with one thread, {:.2} s with two, ratio {:.2}, {:.2} times the nodes",
                position.ply(),
                geometric_mean(&one),
                geometric_mean(&two),
                geometric_mean(&here),
                geometric_mean(&more)
            );
            ratios.extend(here);
            nodes.extend(more);
        }
        println!("{id}: {:.2}, {:.2} times the nodes", geometric_mean(&ratios), geometric_mean(&nodes));
        all.extend(ratios);
        all_nodes.extend(nodes);
    }
    let (all, nodes, pairs) = (geometric_mean(&all), geometric_mean(&all_nodes), all.len());
    println!("all: {all:.2}, {nodes:.2} times the nodes, from {pairs} pairs");
    Ok(())
}

/// The first depth that takes so long. `None`: the search ended before.
fn depth_for(engine: &mut Engine, position: &Position, least: Duration) -> Result<Option<u32>, EngineError> {
    engine.set_threads(1)?;
    engine.clear();
    let limits = Limits { time: Some(least * PATIENCE), ..Limits::default() };
    let (mut depth, stop, started) = (None, Stop::new(), Instant::now());
    engine.search(position, &limits, &stop, &mut |info| {
        if depth.is_none() && info.bound == Bound::Exact && started.elapsed() >= least {
            depth = Some(info.depth);
            stop.stop();
        }
    });
    Ok(depth)
}

/// The seconds until a depth is searched, and the positions looked at.
fn time_to(engine: &mut Engine, position: &Position, depth: u32, threads: usize) -> Result<(f64, f64), EngineError> {
    engine.set_threads(threads)?;
    engine.clear();
    let started = Instant::now();
    let best = engine.search(position, &Limits::depth(depth), &Stop::new(), &mut |_| {});
    Ok((started.elapsed().as_secs_f64(), best.nodes as f64))
}

/// The mean by which times and their ratios are compared.
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
