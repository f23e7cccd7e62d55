//! Openings of a match: random moves from the start, so that engines that always play the same do not.

use crate::dice::dice;
use crate::greedy::random;
use spielraum_rules::Position;

/// How often a line that ends the game is tried again before a shorter one is taken.
const TRIES: u64 = 50;

/// The position after `plies` random moves, made on it, the same for the same seed and number.
///
/// The game is not over in it. Where games end so soon that no such line is found, there are fewer moves.
pub fn opening(start: &Position, plies: u32, seed: u64, number: u64) -> Position {
    for length in (0..=plies).rev() {
        for attempt in 0..TRIES {
            if let Some(position) = line(start, length, seed, number * TRIES + attempt) {
                return position;
            }
        }
    }
    start.clone()
}

fn line(start: &Position, plies: u32, seed: u64, stream: u64) -> Option<Position> {
    let mut position = start.clone();
    let mut dice = dice(seed, stream);
    for _ in 0..plies {
        let chosen = random(&mut position, &mut dice)?;
        position.make(chosen);
        if position.game_result().is_some() {
            return None;
        }
    }
    Some(position)
}
