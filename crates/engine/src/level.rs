//! Levels of playing strength.
//!
//! A weak player looks at few positions, not far ahead, and misjudges them; it misjudges the same position alike each
//! time, and it does not always choose what seems best to it by a little. Wins that it sees it takes.

use crate::score::shifted;
use spielraum_rules::{Move, Position};

/// A level of playing strength, from 1, a beginner, to 10, the engine at its best within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The largest depth in plies.
    pub(crate) depth: u32,
    /// The largest number of positions, once every move has been looked at.
    pub(crate) nodes: u64,
    /// By how many centipawns positions are misjudged at most.
    pub(crate) eval_noise: i32,
    /// How far from the best move's score those of moves may be that are often chosen, in centipawns.
    pub(crate) temperature: f64,
}

const PLANS: [Plan; 9] = [
    Plan { depth: 1, nodes: 60, eval_noise: 500, temperature: 150.0 },
    Plan { depth: 1, nodes: 120, eval_noise: 320, temperature: 110.0 },
    Plan { depth: 1, nodes: 400, eval_noise: 180, temperature: 60.0 },
    Plan { depth: 2, nodes: 900, eval_noise: 130, temperature: 45.0 },
    Plan { depth: 3, nodes: 2_500, eval_noise: 70, temperature: 22.0 },
    Plan { depth: 4, nodes: 5_000, eval_noise: 45, temperature: 13.0 },
    Plan { depth: 6, nodes: 10_000, eval_noise: 30, temperature: 9.0 },
    Plan { depth: 8, nodes: 18_000, eval_noise: 20, temperature: 6.0 },
    Plan { depth: 12, nodes: 36_000, eval_noise: 10, temperature: 3.0 },
];

impl Level {
    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 10;

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use spielraum_engine::Level;
    /// assert_eq!(Level::new(3).map(Level::number), Some(3));
    /// assert!(Level::new(0).is_none());
    /// ```
    pub fn new(number: u8) -> Option<Self> {
        (Self::MIN..=Self::MAX).contains(&number).then_some(Self(number))
    }

    /// Its number, 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it may do; nothing limits the strongest.
    pub(crate) fn plan(self) -> Option<Plan> {
        PLANS.get(usize::from(self.0) - 1).copied()
    }
}

/// How positions are misjudged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EvalNoise {
    amplitude: i32,
    seed: u64,
}

impl EvalNoise {
    pub(crate) fn new(amplitude: i32, seed: u64) -> Self {
        Self { amplitude, seed: if amplitude > 0 { seed } else { 0 } }
    }

    /// What a position seems to be worth; the side to move sees itself neither better nor worse than the other.
    #[inline(always)]
    pub(crate) fn disturb(&self, eval: i32, position: &Position) -> i32 {
        if self.amplitude == 0 {
            return eval;
        }
        let bits = mix(position.hash() ^ self.seed);
        // The mean of two numbers: small errors are more frequent.
        let error = (bits & 0xFFFF) as i32 + (bits >> 16 & 0xFFFF) as i32 - 0xFFFF;
        shifted(eval, error * self.amplitude / 0xFFFF)
    }
}

/// By how much a move counts more or less than its score says. Choosing the largest sum of score and noise is
/// choosing moves with probabilities in proportion to e^(score/temperature) (E. J. Gumbel, 1954).
pub(crate) fn move_noise(position: &Position, m: Move, temperature: f64, seed: u64) -> i32 {
    let bits = mix(mix(position.hash() ^ seed.rotate_left(32)) ^ m.to_bits());
    let uniform = ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    ((-(-uniform.ln()).ln()) * temperature) as i32
}

/// SplitMix64 (Sebastiano Vigna, 2015).
pub(crate) fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
