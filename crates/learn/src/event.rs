//! What happens while learning, for a progress bar and a log.

use serde::Serialize;

/// What happens while learning; as JSON, a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A game was played and is on the disk.
    Game {
        /// How many there are.
        games: u64,
        /// How many there are to be.
        of: u64,
        /// How many positions they gave.
        positions: u64,
    },
    /// The samples were read.
    Samples {
        /// To learn from.
        training: usize,
        /// Kept aside.
        test: usize,
        /// How many centipawns multiply the odds to win by e.
        scale: f64,
    },
    /// The samples were all learned from again.
    Epoch {
        /// How often they have been.
        epoch: u32,
        /// How often they are to be.
        of: u32,
        /// The mean squared error of the expected result.
        loss: f64,
        /// The same of the positions kept aside.
        test_loss: f64,
    },
    /// Pairs of games of a trial were played.
    Pairs {
        /// How many there are.
        pairs: u64,
        /// How many there are to be at most.
        of: u64,
        /// How often a pair gave the new network 0, ½, 1, 1½ and 2 points.
        counts: [u64; 5],
        /// The difference in Elo, with its 95 % interval; infinite ends are left out.
        elo: Option<[f64; 3]>,
        /// The log-likelihood ratio of the test.
        llr: f64,
    },
    /// A generation is done.
    Generation {
        /// Its number, from 0.
        generation: u32,
        /// Whether its network is better than what was before, and kept.
        kept: bool,
        /// The Elo of its trial.
        elo: Option<f64>,
    },
}
