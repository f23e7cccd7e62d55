//! Which passwords may be chosen, and which hashes of passwords may be verified.

use crate::error::{ApiError, ApiResult};
use argon2::password_hash::PasswordHash;
use argon2::{Algorithm, Params};
use zxcvbn::Score;

/// The most that verifying a password may cost: memory in KiB, passes over it, and lanes. This program makes hashes of
/// 19 MiB, two passes and one lane; a hash from elsewhere could ask for terabytes.
const MEMORY: u32 = 64 << 10;
const PASSES: u32 = 4;
const LANES: u32 = 4;

/// The fewest characters of a password, and the most.
const LEAST: usize = 8;
pub(crate) const MOST: usize = 128;

/// Refuses a password that is guessed early by somebody who knows the name of the account. Takes some milliseconds.
pub(crate) fn check(password: &str, name: &str) -> ApiResult<()> {
    let bad = |why: String| Err(ApiError::impossible("bad-password", why));
    if !(LEAST..=MOST).contains(&password.chars().count()) {
        return bad(format!("A password has {LEAST} to {MOST} characters."));
    }
    let mut different: Vec<char> = password.chars().filter(|c| !c.is_whitespace()).collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < 4 {
        return bad("A password has at least four different characters, not counting spaces.".to_owned());
    }
    if super::names::skeleton(password) == super::names::skeleton(name) {
        return bad("A password is not one's name.".to_owned());
    }
    let joined: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut known: Vec<&str> = vec![name, &joined, "spielraum"];
    known.extend(name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2));
    let estimate = zxcvbn::zxcvbn(password, &known);
    if estimate.score() >= Score::Three {
        return Ok(());
    }
    let why = estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    let why = why.map_or(String::new(), |warning| format!(" {warning}"));
    bad(format!(
        "This password would be guessed soon.{why} Choose three or four words that have nothing to do with each other."
    ))
}

/// Whether verifying a password against a hash stays within bounds of memory and time. A text that is no Argon2 hash
/// costs nothing: no password fits it.
pub(crate) fn is_affordable(hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return true };
    let Ok(params) = Params::try_from(&hash) else { return true };
    Algorithm::try_from(hash.algorithm).is_err()
        || (params.m_cost() <= MEMORY && params.t_cost() <= PASSES && params.p_cost() <= LANES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_are_guessed_early_are_refused() {
        for bad in [
            "",
            "short",
            "        ",
            "aaaaaaaa",
            "abababab",
            "a   b   c",
            "Ada Lovelace",
            "ada_lovelace",
            "AdaLovelace1",
            "lovelace1815",
            "12345678",
            "123456789",
            "password",
            "Password1",
            "p4ssw0rd",
            "qwertyuiop",
            "1q2w3e4r",
            "iloveyou",
            "abcdefgh",
            "spielraum",
            "Spielraum1",
            "19841984",
            &"xyzw".repeat(33),
        ] {
            let refused = check(bad, "Ada Lovelace").unwrap_err();
            assert_eq!(refused.code, "bad-password", "{bad:?}");
        }
        for fine in ["analytical engine", "another engine", "a long password", "correct horse battery", "Zq8#vRt2!mLp"]
        {
            assert!(check(fine, "Ada Lovelace").is_ok(), "{fine}: {:?}", check(fine, "Ada Lovelace"));
        }
    }

    #[test]
    fn hashes_that_cost_too_much_are_known() {
        let hash = |params: &str| format!("$argon2id$v=19${params}$c29tZXNhbHQ$RdescudvJCsgt3ub+b7dWRWJTmaaJObG");
        for fine in ["m=19456,t=2,p=1", "m=65536,t=3,p=4"] {
            assert!(is_affordable(&hash(fine)), "{fine}");
        }
        for dear in
            ["m=4294967295,t=2,p=1", "m=65537,t=1,p=1", "m=8,t=4294967295,p=1", "m=19456,t=5,p=1", "m=4096,t=1,p=64"]
        {
            assert!(!is_affordable(&hash(dear)), "{dear}");
        }
        assert!(is_affordable("") && is_affordable("hash") && is_affordable(&hash("m=1")));
    }
}
