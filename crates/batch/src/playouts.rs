//! Games of random moves, for measuring and for estimates.

use crate::game::outcome;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use spielraum_rules::{Color, Position};

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

/// Plays games of random moves from a position, each to its end or for so many plies. The same seed gives the same
/// games, however many threads play them.
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
) -> Result<Playouts, rayon::ThreadPoolBuildError> {
    let play = |game: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(game);
        playout(start.clone(), &mut random, max_plies)
    };
    if threads <= 1 {
        return Ok((0..games).map(play).fold(Playouts::default(), Playouts::and));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| (0..games).into_par_iter().map(play).reduce(Playouts::default, Playouts::and)))
}

fn playout(mut position: Position, random: &mut ChaCha8Rng, max_plies: u32) -> Playouts {
    let mut result = Playouts::default();
    while result.plies < u64::from(max_plies) {
        let moves = position.legal_moves();
        if let Some(outcome) = outcome(&position, &moves) {
            match outcome.winner {
                Some(Color::White) => result.white = 1,
                Some(Color::Black) => result.black = 1,
                None => result.draws = 1,
            }
            return result;
        }
        position.make_unchecked(moves[random.random_range(0..moves.len())]);
        result.plies += 1;
    }
    result.truncated = 1;
    result
}
