//! The search asks for no memory while it looks at positions.

mod common;

use allocation_counter::measure;
use common::{engine, search};
use spielraum_engine::{Limits, bench_positions};
use spielraum_rules::{Position, Rules};
use spielraum_testkit::all_rules;

/// So often a search may ask for memory in 6,000 positions: for the moves to choose from, for the lines that it reports,
/// and where a list of moves is longer than any before.
const FEW: u64 = 200;

/// How often a search of this many positions asks for memory.
fn asked(rules: &Rules, position: &Position, nodes: u64) -> u64 {
    let mut engine = engine(rules);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let search = || drop(search(&mut engine, position, &limits));
    measure(search).count_total
}

#[test]
fn more_positions_need_hardly_more_memory() {
    for (id, rules) in all_rules() {
        for position in bench_positions(&rules) {
            let more = asked(&rules, &position, 8_000).saturating_sub(asked(&rules, &position, 2_000));
            assert!(more <= FEW, "{id} {}: {more} times", position.fen());
        }
    }
}
