//! What the tests share.
#![allow(dead_code)]

use spielraum_catalogue::{Source, ids, load};
use spielraum_engine::{Best, Engine, EngineOptions, Limits, Stop};
use spielraum_rules::{Move, Position, Rules};

/// The rules of a game of the catalogue.
pub fn rules(id: &str) -> Rules {
    load(Source::Builtin(id), &[]).unwrap().rules().unwrap()
}

/// The rules of every game of the catalogue, with its id.
pub fn all_rules() -> impl Iterator<Item = (&'static str, Rules)> {
    ids().map(|id| (id, rules(id)))
}

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

/// A source of numbers that is the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        ((u128::from(self.0) * sides as u128) >> 64) as usize
    }

    /// Makes a random legal move; `None` when there is none or the game is over.
    pub fn play(&mut self, position: &mut Position) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let moves = position.legal_moves();
        let m = moves[self.below(moves.len())];
        position.make(m);
        Some(m)
    }
}
