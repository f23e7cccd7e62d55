//! Chance that can be repeated.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use spielraum_rules::{Move, Position};

/// Dice of a seed; each stream of it is independent of the others.
pub fn dice(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    dice.set_stream(stream);
    dice
}

/// The moves in the order of their texts, so that a seed means the same whatever order they come in.
pub fn sorted(mut moves: Vec<Move>, position: &Position) -> Vec<Move> {
    moves.sort_by_cached_key(|&m| position.move_text(m));
    moves
}

/// A seed made of two numbers (the finalizer of SplitMix64; G. Steele, D. Lea, C. Flood 2014).
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
