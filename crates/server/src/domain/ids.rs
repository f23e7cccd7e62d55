//! Names that nobody can guess, and names made of content.

use rand::Rng;
use sha2::{Digest, Sha256};

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Bytes in base 32 (Crockford's digits), five bits a digit, the rest filled with zeros.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            text.push(char::from(DIGITS[(bits >> held & 31) as usize]));
        }
        bits &= (1 << held) - 1;
    }
    if held > 0 {
        text.push(char::from(DIGITS[(bits << (5 - held) & 31) as usize]));
    }
    text
}

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
    fn base32_is_that_of_crockford() {
        assert_eq!(base32(b"foobar"), "csqpyrk1e8");
        assert_eq!(base32(&[0xFF; 5]), "zzzzzzzz");
        assert_eq!(base32(b""), "");
    }

    #[test]
    fn ids_have_their_length_and_differ() {
        assert_eq!((game().len(), player().len()), (12, 24));
        assert_ne!(game(), game());
    }
}
