//! Games of random moves, for measuring and for estimates.

use crate::game::outcome;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use spielraum_rules::{Color, Position};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// What came of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Plies made, of all games together.
    pub plies: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that were broken off after the largest number of plies.
    pub truncated: u64,
}

impl Playouts {
    fn and(self, other: Self) -> Self {
        Self {
            plies: self.plies + other.plies,
            white: self.white + other.white,
            black: self.black + other.black,
            draws: self.draws + other.draws,
            truncated: self.truncated + other.truncated,
        }
    }
}

/// Plays games of random moves from a position, each to its end or for this many plies. The same seed gives the same
/// games, however many threads play them. Setting `called_off` ends it early; games that are running then don't count.
///
/// # Errors
///
/// If the threads can't be started.
pub fn random_playouts(
    start: &Position,
    games: u64,
    seed: u64,
    max_plies: u32,
    threads: usize,
    called_off: &AtomicBool,
) -> Result<Playouts, rayon::ThreadPoolBuildError> {
    let play = |game: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(game);
        playout(start.clone(), &mut random, max_plies, called_off)
    };
    if threads <= 1 {
        return Ok((0..games).map_while(play).fold(Playouts::default(), Playouts::and));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| (0..games).into_par_iter().map(play).while_some().reduce(Playouts::default, Playouts::and)))
}

/// One game; `None` if it was called off.
fn playout(
    mut position: Position,
    random: &mut ChaCha8Rng,
    max_plies: u32,
    called_off: &AtomicBool,
) -> Option<Playouts> {
    let mut result = Playouts::default();
    while result.plies < u64::from(max_plies) {
        if called_off.load(Relaxed) {
            return None;
        }
        let moves = position.legal_moves();
        if let Some(outcome) = outcome(&position, &moves) {
            match outcome.winner {
                Some(Color::White) => result.white = 1,
                Some(Color::Black) => result.black = 1,
                None => result.draws = 1,
            }
            return Some(result);
        }
        position.make_unchecked(moves[random.random_range(0..moves.len())]);
        result.plies += 1;
    }
    result.truncated = 1;
    Some(result)
}
