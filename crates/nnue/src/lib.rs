//! Learned evaluations (NNUE: Yu Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
//! shogi", 2018) for any game that compiles.
//!
//! [`Inputs`] numbers what a network sees of a position, from the rules alone. A [`Network`] has the weights and is
//! read from and written to a file, which `docs/networks.md` describes. [`Accumulators`] follow the moves of a search
//! and say what the present position is worth. All arithmetic is of whole numbers: every machine gives the same.

mod accumulators;
mod error;
mod file;
mod inputs;
mod mirror;
mod network;

pub use accumulators::Accumulators;
pub use error::{MAX_ARMIES, MAX_RECORD, NetworkError};
pub use inputs::Inputs;
pub use mirror::mirror_of;
pub use network::{
    ArmyParts, BUCKETS, HIDDEN_STEP, MAX_HIDDEN, Network, OUTPUT_CENTIPAWNS, Parts, UNIT, VALUE_UNIT, WEIGHT_UNIT,
    armies, bucket, distinct, is_hidden, meetings,
};

use sha2::{Digest, Sha256};
use spielraum_rules::Rules;
use spielraum_rules::spec::Spec;

/// What distinguishes the rules of a game from others, but not its start position: SHA-256 of
/// [`fingerprint`](Spec::fingerprint).
pub fn digest(rules: &Rules) -> [u8; 32] {
    digest_of(rules.spec())
}

fn digest_of(spec: &Spec) -> [u8; 32] {
    Sha256::digest(spec.fingerprint()).into()
}
