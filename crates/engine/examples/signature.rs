//! What the search does in every game, as numbers that change when its behaviour does:
//! `cargo run -p spielraum-engine --example signature -- [DEPTH] [GAME...]`.
//!
//! For each game: the nodes searched on its bench positions and a checksum of the answers (best moves and scores), at
//! full strength to `DEPTH`, then at a level, whose choices are noisy but depend on the seed only. Two versions whose
//! outputs are the same search alike.

use spielraum_catalogue::{Compile, Source, ids, load, weights};
use spielraum_engine::{Best, Engine, EngineOptions, Level, Limits, Stop, Weights, bench_positions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(5), |depth| depth.parse())?;
    let wanted: Vec<String> = args.collect();
    for id in ids().filter(|id| wanted.is_empty() || wanted.iter().any(|name| name == id)) {
        let rules = load(Source::Builtin(id), &[])?.rules()?;
        let mut engine = Engine::new(&rules, EngineOptions::default())?;
        if let Some(text) = weights(id) {
            engine.set_weights(Weights::parse(&rules, text)?)?;
        }
        let full = Limits { multi_pv: 2, ..Limits::depth(depth) };
        let level = Limits { level: Level::new(5), seed: 7, ..Limits::depth(depth) };
        for (name, limits) in [("full", full), ("level 5", level)] {
            let (mut nodes, mut sum) = (0, 0xCBF2_9CE4_8422_2325);
            for position in bench_positions(&rules) {
                engine.clear();
                let best = engine.search(&position, &limits, &Stop::new(), &mut |_| {});
                nodes += best.nodes;
                sum = checksum(sum, &best);
            }
            println!("{id} {name}: {nodes} nodes, answers {sum:016x}");
        }
    }
    Ok(())
}

/// FNV-1a (Fowler, Noll and Vo, 1991) over the lines of an answer.
fn checksum(sum: u64, best: &Best) -> u64 {
    let lines = best.lines.iter().flat_map(|line| {
        let score = line.score.value() as u64;
        line.moves.iter().map(|m| m.to_bits()).chain([score])
    });
    lines.fold(sum, |sum, word| (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3))
}
