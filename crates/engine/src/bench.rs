//! Measuring the engine: the same work each time, so that a different number of positions means different behaviour.

use crate::{Engine, EngineError, EngineOptions, Limits, Stop};
use spielraum_rules::{Position, Rules};
use std::time::Duration;

/// What a measurement came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// How many positions were looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// The plies after which a game's positions are measured.
const PLIES: [usize; 4] = [0, 8, 20, 40];

/// The positions of a game on which it is measured: the first, and some of games played at random, the same in every
/// run. They depend on the rules only.
pub fn bench_positions(rules: &Rules) -> Vec<Position> {
    let mut positions = Vec::new();
    for plies in PLIES {
        let mut position = rules.start();
        let mut dice = 0x5DEE_CE66_D1CE_4E5B ^ plies as u64;
        while position.ply() < plies && position.outcome().is_none() {
            let mut moves = position.legal_moves();
            moves.sort_unstable_by_key(|m| m.to_bits());
            dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let index = ((u128::from(dice) * moves.len() as u128) >> 64) as usize;
            position.make(moves[index]);
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Searches the [`bench_positions`] of a game to a depth with a new engine, one thread and 16 MB.
pub fn bench(rules: &Rules, depth: u32) -> Result<Bench, EngineError> {
    let mut engine = Engine::new(rules, EngineOptions::default())?;
    let mut sum = Bench::default();
    for position in bench_positions(rules) {
        engine.clear();
        let best = engine.search(&position, &Limits::depth(depth), &Stop::new(), &mut |_| {});
        sum.nodes += best.nodes;
        sum.time += best.time;
    }
    Ok(sum)
}
