//! How fast the search is, with the weights that come with the program:
//! `cargo run --release -p spielraum-engine --example speed -- [DEPTH] [GAME...]`.

use spielraum_catalogue::{Compile, Source, ids, load, weights};
use spielraum_engine::{Engine, EngineOptions, Limits, Stop, Weights};

fn main() {
    let mut args = std::env::args().skip(1);
    let depth = args.next().and_then(|depth| depth.parse().ok()).unwrap_or(8);
    let wanted: Vec<String> = args.collect();
    for id in ids().filter(|id| wanted.is_empty() || wanted.iter().any(|name| name == id)) {
        let game = load(Source::Builtin(id), &[]).expect("the catalogue is correct");
        let rules = game.rules().expect("the catalogue compiles");
        let mut engine = Engine::new(&rules, EngineOptions::default()).expect("16 MB are there");
        if let Some(text) = weights(id) {
            engine
                .set_weights(Weights::parse(&rules, text).expect("the catalogue is correct"))
                .expect("they are its own");
        }
        let position = rules.start();
        let best = engine.search(&position, &Limits::depth(depth), &Stop::new(), &mut |info| {
            if wanted.len() == 1 {
                let pv: Vec<String> = {
                    let mut position = position.clone();
                    info.pv
                        .iter()
                        .map(|&m| {
                            let text = position.move_text(m);
                            position.make(m);
                            text
                        })
                        .collect()
                };
                println!(
                    "{:2}/{:2} {} {} nodes {} nps  {}",
                    info.depth,
                    info.seldepth,
                    info.score,
                    info.nodes,
                    info.nps,
                    pv.join(" ")
                );
            }
        });
        let nps = best.nodes as f64 / best.time.as_secs_f64();
        println!(
            "{id:28} depth {:2} {:10} nodes {:8.0} ms {:8.0} nodes/s",
            best.depth,
            best.nodes,
            best.time.as_secs_f64() * 1e3,
            nps
        );
    }
}
