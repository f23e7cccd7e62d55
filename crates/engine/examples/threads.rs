//! What a second thread is worth: `cargo run --release -p spielraum-engine --example threads -- SECONDS ROUNDS [GAME...]`.
//!
//! In each game, positions of random games are searched with one thread and with two in turn, as often as `ROUNDS` says,
//! each time from an empty memory. Compared are the times to each depth that both reach within some times `SECONDS`,
//! and that takes at least `SECONDS` by the geometric mean of the two: a depth chosen by the time of one of them would
//! be one that was slow for it by chance. The result is the geometric mean of the ratios of the two times, for each position,
//! each game and all of them; the depths of a position count together as one. The machine must have two idle cores.

use spielraum_catalogue::{Compile, Source, ids, load, weights};
use spielraum_engine::{Bound, Engine, EngineError, EngineOptions, Limits, Stop, Weights, bench_positions};
use spielraum_rules::Position;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

/// Enough that the table is not what limits the search.
const HASH_MB: usize = 256;

/// Each search takes this many times `SECONDS`.
const PATIENCE: u32 = 8;

/// The seconds until a depth was searched, and the positions looked at until then.
type Reached = BTreeMap<u32, (f64, f64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().ok_or("SECONDS are needed")?.parse()?;
    let rounds: u32 = args.next().ok_or("ROUNDS are needed")?.parse()?;
    let least = Duration::try_from_secs_f64(seconds)?;
    let wanted: Vec<String> = args.collect();
    let (mut all, mut all_nodes) = (Vec::new(), Vec::new());
    for id in ids().filter(|id| wanted.is_empty() || wanted.iter().any(|name| name == id)) {
        let rules = load(Source::Builtin(id), &[])?.rules()?;
        let mut engine = Engine::new(&rules, EngineOptions { hash_mb: HASH_MB, threads: 1 })?;
        if let Some(text) = weights(id) {
            engine.set_weights(Weights::parse(&rules, text)?)?;
        }
        let (mut ratios, mut nodes) = (Vec::new(), Vec::new());
        for position in bench_positions(&rules) {
            let (mut times, mut more, mut depths) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..rounds {
                let one = reached(&mut engine, &position, least * PATIENCE, 1)?;
                let two = reached(&mut engine, &position, least * PATIENCE, 2)?;
                for (depth, (seconds, nodes)) in one {
                    let Some((seconds_of_two, nodes_of_two)) = two.get(&depth) else { continue };
                    if (seconds * seconds_of_two).sqrt() >= least.as_secs_f64() {
                        times.push(seconds / seconds_of_two);
                        more.push(nodes_of_two / nodes);
                        depths.push(depth);
                    }
                }
            }
            let (Some(from), Some(to)) = (depths.iter().min(), depths.iter().max()) else {
                println!("{id}, ply {}: no such depth, left out", position.ply());
                continue;
            };
            let (ratio, more) = (geometric_mean(&times), geometric_mean(&more));
            println!("{id}, ply {}, depths {from} to {to}: {ratio:.2}, {more:.2} times the nodes", position.ply());
            ratios.push(ratio);
            nodes.push(more);
        }
        println!("{id}: {:.2}, {:.2} times the nodes", geometric_mean(&ratios), geometric_mean(&nodes));
        all.extend(ratios);
        all_nodes.extend(nodes);
    }
    let (all, nodes, pairs) = (geometric_mean(&all), geometric_mean(&all_nodes), all.len());
    println!("all: {all:.2}, {nodes:.2} times the nodes, from {pairs} positions");
    Ok(())
}

/// When each depth was searched.
fn reached(engine: &mut Engine, position: &Position, time: Duration, threads: usize) -> Result<Reached, EngineError> {
    engine.set_threads(threads)?;
    engine.clear();
    let mut reached = Reached::new();
    let limits = Limits { time: Some(time), ..Limits::default() };
    engine.search(position, &limits, &Stop::new(), &mut |info| {
        if info.bound == Bound::Exact {
            reached.insert(info.depth, (info.time.as_secs_f64(), info.nodes as f64));
        }
    });
    Ok(reached)
}

/// The mean by which times and their ratios are compared.
fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
