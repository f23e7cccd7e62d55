//! What the tests share.
#![allow(dead_code)]

use spielraum_engine::{Best, Engine, EngineOptions, Limits, Stop};
use spielraum_rules::{Position, Rules};

/// An engine of the smallest size.
pub fn engine(rules: &Rules) -> Engine {
    Engine::new(rules, EngineOptions { hash_mb: 1, threads: 1 }).unwrap()
}

/// What an engine finds with nobody watching.
pub fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Best {
    engine.search(position, limits, &Stop::new(), &mut |_| {})
}

/// The text of a search's best move.
pub fn best_text(position: &Position, best: &Best) -> String {
    position.move_text(best.best.unwrap())
}
