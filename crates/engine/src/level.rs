//! Levels of playing strength.
//!
//! A weak player looks at few positions, not far ahead, overlooks captures, most of all those from far away, and misjudges
//! what it sees; it misjudges and overlooks the same position alike each time, and it does not always choose what seems best
//! to it by a little. Wins that it sees it takes.

use crate::score::shifted;
use spielraum_rules::{Move, Position};

/// A level of playing strength, from 1, who has just learned the moves, to 20, the engine at its best within the limits. Each
/// wins about three of four games against the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The largest depth in plies.
    pub(crate) depth: u32,
    /// The largest number of positions, once every move has been looked at, in a position of [`USUAL_MOVES`] moves or fewer.
    pub(crate) nodes: u64,
    /// How many of a thousand captures from far away it overlooks in the lines that it looks at; from beside half as many.
    pub(crate) blindness: u32,
    /// By how many centipawns positions are misjudged at most.
    pub(crate) eval_noise: i32,
    /// How far from the best move's score those of moves may be that are often chosen, in centipawns.
    pub(crate) temperature: f64,
}

/// How many moves usual positions have. Where there are more, up to four times as many, more positions are looked at.
const USUAL_MOVES: u64 = 32;

const PLANS: [Plan; 19] = [
    Plan { depth: 1, nodes: 60, blindness: 600, eval_noise: 950, temperature: 400.0 },
    Plan { depth: 1, nodes: 60, blindness: 560, eval_noise: 730, temperature: 255.0 },
    Plan { depth: 1, nodes: 60, blindness: 500, eval_noise: 560, temperature: 180.0 },
    Plan { depth: 1, nodes: 60, blindness: 420, eval_noise: 430, temperature: 138.0 },
    Plan { depth: 1, nodes: 100, blindness: 340, eval_noise: 335, temperature: 108.0 },
    Plan { depth: 1, nodes: 150, blindness: 250, eval_noise: 260, temperature: 85.0 },
    Plan { depth: 1, nodes: 300, blindness: 160, eval_noise: 190, temperature: 65.0 },
    Plan { depth: 2, nodes: 500, blindness: 180, eval_noise: 150, temperature: 50.0 },
    Plan { depth: 2, nodes: 700, blindness: 125, eval_noise: 125, temperature: 42.0 },
    Plan { depth: 3, nodes: 1_000, blindness: 100, eval_noise: 105, temperature: 34.0 },
    Plan { depth: 3, nodes: 1_400, blindness: 75, eval_noise: 85, temperature: 27.0 },
    Plan { depth: 4, nodes: 2_000, blindness: 52, eval_noise: 70, temperature: 21.0 },
    Plan { depth: 5, nodes: 2_800, blindness: 36, eval_noise: 57, temperature: 16.0 },
    Plan { depth: 6, nodes: 3_800, blindness: 26, eval_noise: 48, temperature: 13.0 },
    Plan { depth: 7, nodes: 5_000, blindness: 20, eval_noise: 41, temperature: 11.0 },
    Plan { depth: 8, nodes: 6_800, blindness: 15, eval_noise: 35, temperature: 9.0 },
    Plan { depth: 10, nodes: 9_500, blindness: 10, eval_noise: 28, temperature: 7.0 },
    Plan { depth: 12, nodes: 14_500, blindness: 6, eval_noise: 20, temperature: 5.0 },
    Plan { depth: 16, nodes: 26_000, blindness: 3, eval_noise: 12, temperature: 3.0 },
];

impl Level {
    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 20;

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

    /// Its number, 1 to 20.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it may do; nothing limits the strongest.
    pub(crate) fn plan(self) -> Option<Plan> {
        PLANS.get(usize::from(self.0) - 1).copied()
    }
}

impl Plan {
    /// The largest number of positions where there are `moves` moves.
    pub(crate) fn nodes(&self, moves: usize) -> u64 {
        self.nodes * (moves as u64).clamp(USUAL_MOVES, 4 * USUAL_MOVES) / USUAL_MOVES
    }
}

/// How positions are misjudged, and what is overlooked in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EvalNoise {
    amplitude: i32,
    blindness: u32,
    seed: u64,
}

impl EvalNoise {
    /// What a level misjudges and overlooks; with `None` nothing.
    pub(crate) fn new(plan: Option<Plan>, seed: u64) -> Self {
        plan.map_or_else(Self::default, |plan| Self { amplitude: plan.eval_noise, blindness: plan.blindness, seed })
    }

    /// Whether captures can be overlooked.
    #[inline(always)]
    pub(crate) fn is_blind(&self) -> bool {
        self.blindness > 0
    }

    /// Whether a capture is overlooked: the farther the piece goes, the likelier.
    #[cold]
    pub(crate) fn overlooks(&self, position: &Position, m: Move) -> bool {
        let Some(from) = m.from() else { return false };
        let steps = u64::from(position.rules().board().steps(from, m.to()).unsigned_abs());
        let chance = u64::from(self.blindness) * steps / (steps + 1);
        mix(mix(position.hash() ^ self.seed.rotate_left(16)) ^ m.to_bits()) % 1_000 < chance
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
