//! Which rules a table belongs to.

use sha2::{Digest, Sha256};
use spielraum_rules::Rules;

/// A number that distinguishes the rules of a game from others, but not the position in which games start.
pub(crate) fn digest(rules: &Rules) -> [u8; 32] {
    Sha256::digest(rules.spec().fingerprint()).into()
}
