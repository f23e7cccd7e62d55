//! How fast every game of the catalogue is: nodes a second, and the time to load it.
//!
//! `cargo bench -p spielraum-cli` measures all; `cargo bench -p spielraum-cli -- perft/chess` one.

use divan::Bencher;
use divan::counter::ItemsCount;
use spielraum_catalogue::{Compile, Source};
use spielraum_rules::Rules;

fn main() {
    divan::main();
}

/// The deepest perft that counts at most this many nodes is measured.
const MOST_NODES: u64 = 130_000_000;

fn ids() -> Vec<&'static str> {
    spielraum_catalogue::ids().collect()
}

fn load(id: &str) -> Rules {
    let game = spielraum_catalogue::load(Source::Builtin(id), &[]);
    game.and_then(|game| game.rules()).expect("the catalogue is sound")
}

/// Nodes (items) a second, leaves counted without making them, on one thread.
#[divan::bench(args = ids(), sample_count = 5, sample_size = 1)]
fn perft(bencher: Bencher, id: &str) {
    let position = load(id).start();
    let (mut depth, mut nodes, mut before) = (1, position.perft(1), 1);
    // Each ply multiplies about as the one before did.
    while nodes * (nodes / before.max(1)) <= MOST_NODES && nodes > 0 {
        depth += 1;
        before = nodes;
        nodes = position.perft(depth);
    }
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| divan::black_box(&position).perft(depth));
}

/// Parse, check, compile.
#[divan::bench(args = ids(), sample_count = 20, sample_size = 1)]
fn loading(id: &str) -> Rules {
    load(divan::black_box(id))
}
