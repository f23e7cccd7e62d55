//! What push services ask for: messages that the browser alone can read (RFC 8291), and a proof of who sends them (RFC 8292).

use crate::error::{ApiError, ApiResult};
use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use serde_json::json;
use sha2::Sha256;

/// The length of a record, and of a message: all of it fits into one record (RFC 8188).
const RECORD: u32 = 4096;
const LONGEST: usize = 3_000;

/// For how many seconds a proof is good.
const PROOF: i64 = 12 * 60 * 60;

/// The keys of a browser's subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeviceKeys {
    public: PublicKey,
    auth: [u8; 16],
}

impl DeviceKeys {
    /// The keys as a browser writes them (base64url).
    pub fn parse(public: &str, auth: &str) -> ApiResult<Self> {
        let bad =
            || ApiError::impossible("bad-device", "This is not what a browser gives of a subscription to notices.");
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| bad());
        let public = PublicKey::from_sec1_bytes(&decode(public)?).map_err(|_| bad())?;
        Ok(Self { public, auth: decode(auth)?.try_into().map_err(|_| bad())? })
    }

    /// A message for the browser.
    pub(super) fn encrypt(&self, message: &[u8]) -> Option<Vec<u8>> {
        self.encrypt_with(message, &random_key(), rand::random())
    }

    fn encrypt_with(&self, message: &[u8], own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
        if message.len() > LONGEST {
            return None;
        }
        let own_public = own.public_key().to_encoded_point(false);
        let shared = p256::ecdh::diffie_hellman(own.to_nonzero_scalar(), self.public.as_affine());
        let mut input = [0; 32];
        let theirs = self.public.to_encoded_point(false);
        let info = [b"WebPush: info\0", theirs.as_bytes(), own_public.as_bytes()];
        Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes()).expand_multi_info(&info, &mut input).ok()?;
        let keys = Hkdf::<Sha256>::new(Some(&salt), &input);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        keys.expand(b"Content-Encoding: aes128gcm\0", &mut key).ok()?;
        keys.expand(b"Content-Encoding: nonce\0", &mut nonce).ok()?;
        // The last record ends with this byte.
        let record = [message, &[2]].concat();
        let cipher = Aes128Gcm::new(Key::<Aes128Gcm>::from_slice(&key));
        let sealed = cipher.encrypt(Nonce::from_slice(&nonce), record.as_slice()).ok()?;
        let id = own_public.as_bytes();
        Some([&salt, &RECORD.to_be_bytes()[..], &[u8::try_from(id.len()).ok()?], id, &sealed].concat())
    }
}

/// By what push services know the server.
#[derive(Clone)]
pub(crate) struct ServerKey(SigningKey);

impl ServerKey {
    pub fn random() -> Self {
        Self(random_key().into())
    }

    /// A key as [`written`](Self::written) gave it.
    pub fn parse(text: &str) -> Option<Self> {
        SigningKey::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok().map(Self)
    }

    /// The key as it is stored.
    pub fn written(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.to_bytes())
    }

    /// The part of it that browsers are given.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// The proof to a push service at `audience` that the server of `contact` sends a message, as a header has it.
    pub(super) fn proof(&self, audience: &str, contact: &str, now: i64) -> String {
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = json!({ "aud": audience, "exp": now / 1000 + PROOF, "sub": contact });
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature: Signature = self.0.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public())
    }
}

fn random_key() -> SecretKey {
    loop {
        // One number in four thousand million is none.
        if let Ok(key) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            return key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    fn decode(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, section 5.
    #[test]
    fn messages_are_as_in_the_standard() {
        let device = DeviceKeys::parse(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let own = SecretKey::from_slice(&decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let body = device.encrypt_with(b"When I grow up, I want to be a watermelon", &own, salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(body), expected);
        assert!(device.encrypt(&[b'x'; LONGEST]).is_some_and(|body| body.len() <= RECORD as usize));
        assert!(device.encrypt(&[b'x'; LONGEST + 1]).is_none());
    }

    #[test]
    fn proofs_are_signed_with_the_key_that_browsers_know() {
        let key = ServerKey::parse(&ServerKey::random().written()).unwrap();
        let proof = key.proof("https://push.example", "https://chess.example", 1_000_000);
        let (token, public) = proof.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&decode(public)).unwrap();
        verifying.verify(signed.as_bytes(), &Signature::from_slice(&decode(signature)).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(claims, json!({ "aud": "https://push.example", "exp": 44_200, "sub": "https://chess.example" }));
    }

    #[test]
    fn what_is_no_subscription_is_refused() {
        let public = ServerKey::random().public();
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        DeviceKeys::parse(&public, auth).unwrap();
        for (public, auth) in [("", auth), (&public[1..], auth), (&public, ""), (&public, "AAAA"), ("*", "*")] {
            assert_eq!(DeviceKeys::parse(public, auth).unwrap_err().code, "bad-device");
        }
    }
}
