//! Two-factor codes: those that an app on the owner's phone shows (RFC 6238), and those for the day when it is lost.

use super::PlayerId;
use crate::error::ApiError;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::Rng;
use sha2::{Digest, Sha256};
use spielraum_queries::base32;
use totp_rs::{Builder, Secret, Totp};

/// Recovery codes of an account, and the characters of one: 80 random bits.
const RECOVERY: usize = 10;
const LENGTH: usize = 16;

/// The digits of a code that an app shows.
const DIGITS: usize = 6;

/// What is known of an account's codes.
#[derive(Clone, Debug)]
pub(crate) struct TwoFactor {
    /// The secret that the app makes codes of, in Base32.
    pub secret: String,
    /// The last step of time whose code was taken.
    pub used: i64,
    /// The hashes of the recovery codes that are left, with spaces between them.
    pub recovery: String,
}

/// That somebody has the second factor: what is used up by saying so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The code of a step of time.
    Step(i64),
    /// A recovery code, by its hash.
    Recovery(String),
}

impl TwoFactor {
    /// What a code proves at a time in seconds since 1970, if it is one of the account's that was not used before.
    pub fn proof(&self, player: &PlayerId, code: &str, now: i64) -> Option<Proof> {
        let code = tidy(code);
        if code.len() == DIGITS {
            let step = totp(&self.secret)?.check(&code, u64::try_from(now).ok()?)?;
            let step = i64::try_from(step).ok()?;
            return (step > self.used).then_some(Proof::Step(step));
        }
        let hash = hash(player, &code);
        self.recovery.split(' ').any(|left| left == hash).then_some(Proof::Recovery(hash))
    }

    /// How many recovery codes are left.
    pub fn left(&self) -> usize {
        self.recovery.split_whitespace().count()
    }
}

/// A new secret, in Base32: 160 random bits, as RFC 4226 recommends.
pub(crate) fn secret() -> String {
    Secret::new_stack(rand::rng().random()).to_base32()
}

/// Whether codes can be made of a secret.
pub(crate) fn is_secret(secret: &str) -> bool {
    totp(secret).is_some()
}

/// The step of time whose code this is, for a secret that is not stored yet.
pub(crate) fn step(secret: &str, code: &str, now: i64) -> Option<i64> {
    i64::try_from(totp(secret)?.check(&tidy(code), u64::try_from(now).ok()?)?).ok()
}

/// What an app takes up a secret by.
pub(crate) fn uri(name: &str, secret: &str) -> String {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("otpauth://totp/Spielraum:{name}?secret={secret}&issuer=Spielraum")
}

/// New recovery codes, and their hashes with spaces between them.
pub(crate) fn recovery(player: &PlayerId) -> (Vec<String>, String) {
    let code = || base32(&rand::rng().random::<[u8; 10]>())[..LENGTH].to_owned();
    let codes: Vec<String> = std::iter::repeat_with(code).take(RECOVERY).collect();
    let hashes: Vec<String> = codes.iter().map(|code| hash(player, code)).collect();
    (codes.iter().map(|code| in_groups(code)).collect(), hashes.join(" "))
}

/// A code was used before.
pub(crate) fn used() -> ApiError {
    ApiError::forbidden("wrong-code", "This code was used already. Wait for the next one.")
}

/// An account asks for codes already.
pub(crate) fn is_on() -> ApiError {
    let message = "This account asks for codes already. Switch that off before you choose another app.";
    ApiError::conflict("two-factor-on", message)
}

/// A code as it is easily read: four characters, a dash, and so on.
fn in_groups(code: &str) -> String {
    let mut grouped = String::with_capacity(code.len() + code.len() / 4);
    for (place, character) in code.chars().enumerate() {
        if place > 0 && place % 4 == 0 {
            grouped.push('-');
        }
        grouped.push(character);
    }
    grouped
}

/// A code as people enter it, without what stands between its groups.
fn tidy(code: &str) -> String {
    let kept = code.chars().filter(char::is_ascii_alphanumeric).take(2 * LENGTH);
    kept.map(|character| character.to_ascii_lowercase()).collect()
}

fn hash(player: &PlayerId, code: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(format!("recovery {player} {code}")).into();
    base32(&digest)
}

fn totp(secret: &str) -> Option<Totp> {
    Builder::new().with_secret(Secret::try_from_base32(secret).ok()?).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B: "12345678901234567890".
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_rfc_and_are_taken_once() {
        // The last six of the eight digits that appendix B lists for SHA-1.
        for (time, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (2_000_000_000, "279037")]
        {
            let known = |used| TwoFactor { secret: SECRET.to_owned(), used, recovery: String::new() };
            let proof = |used, code: &str, now| known(used).proof(&"ada".into(), code, now);
            assert_eq!(proof(0, code, time), Some(Proof::Step(time / 30)));
            assert_eq!(step(SECRET, code, time), Some(time / 30));
            assert_eq!(proof(0, &format!(" {} {} ", &code[..3], &code[3..]), time), Some(Proof::Step(time / 30)));
            assert_eq!(proof(time / 30, code, time), None);
            // A clock may be a little wrong, and not much.
            assert_eq!(proof(0, code, time + 30), Some(Proof::Step(time / 30)));
            assert_eq!(proof(0, code, time + 61), None);
        }
    }

    #[test]
    fn recovery_codes_are_their_owners() {
        let (codes, hashes) = recovery(&"ada".into());
        assert!(codes.iter().all(|code| code.len() == 19 && !hashes.contains(code)));
        let known = TwoFactor { secret: SECRET.to_owned(), used: 0, recovery: hashes };
        assert_eq!((codes.len(), known.left()), (RECOVERY, RECOVERY));
        for code in &codes {
            assert!(matches!(known.proof(&"ada".into(), &code.to_uppercase(), 0), Some(Proof::Recovery(_))));
            assert_eq!(known.proof(&"bob".into(), code, 0), None);
        }
        for bad in ["", "0000-0000-0000-0000", &codes[0][1..]] {
            assert_eq!(known.proof(&"ada".into(), bad, 0), None, "{bad:?}");
        }
    }

    #[test]
    fn secrets_are_long_and_their_addresses_hold_any_name() {
        assert!(is_secret(&secret()) && secret() != secret());
        assert!(!is_secret("GEZDGNBV") && !is_secret("") && !is_secret("1!"));
        assert_eq!(
            uri("Ada: & Ö", "ABC"),
            "otpauth://totp/Spielraum:Ada%3A%20%26%20%C3%96?secret=ABC&issuer=Spielraum"
        );
    }
}
