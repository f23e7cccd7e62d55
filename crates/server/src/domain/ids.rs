//! Names that nobody can guess, and names made of content.

use rand::Rng;
use sha2::{Digest, Sha256};
use spielraum_queries::base32;

/// The player who stands for deleted players in their games; nobody can log in as it.
pub(crate) const DELETED: &str = "deleted";

/// A new id of a game: 60 random bits, short enough for a link.
pub(crate) fn game() -> String {
    base32(&rand::rng().random::<[u8; 8]>())[..12].to_owned()
}

/// A new id of a player: 120 random bits.
pub(crate) fn player() -> String {
    base32(&rand::rng().random::<[u8; 15]>())
}

/// A new secret of a session: 256 random bits.
pub(crate) fn token() -> String {
    base32(&rand::rng().random::<[u8; 32]>())
}

/// What is kept of a session's secret.
pub(crate) fn hash_of_token(token: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
    base32(&hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_length_and_differ() {
        assert_eq!((game().len(), player().len()), (12, 24));
        assert_ne!(game(), game());
    }
}
