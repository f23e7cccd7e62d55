//! The secret by which a site knows who calls it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What stands before a secret as it is written.
const PREFIX: &str = "whsec_";

/// Bytes of a secret.
const LENGTH: usize = 32;

/// A secret that a site and the server share.
pub(crate) struct Secret(Vec<u8>);

impl Secret {
    pub fn random() -> Self {
        Self(rand::random::<[u8; LENGTH]>().to_vec())
    }

    /// A secret as [`written`](Self::written) gave it.
    pub fn parse(text: &str) -> Option<Self> {
        STANDARD.decode(text.strip_prefix(PREFIX)?).ok().map(Self)
    }

    /// The secret as its owner is shown it, and as it is stored.
    pub fn written(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The signature of a message: of its id, the time of the request in seconds since 1970, and its body.
    pub fn signature(&self, id: &str, at: i64, body: &str) -> String {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return String::new() };
        mac.update(format!("{id}.{at}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Standard Webhooks' libraries and of Svix's documentation.
    #[test]
    fn signatures_are_as_in_the_standard() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        assert_eq!(
            secret.signature("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn secrets_are_read_as_they_are_written() {
        let secret = Secret::random();
        assert_eq!(Secret::parse(&secret.written()).unwrap().0, secret.0);
        assert_ne!(Secret::random().0, secret.0);
        assert!(Secret::parse("whsec_*").is_none() && Secret::parse("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").is_none());
    }
}
