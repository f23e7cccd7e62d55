//! The way to push services.

use super::cipher::ServerKey;
use super::endpoint::{Endpoint, Internet};
use crate::config::Push;
use crate::time::now;
use reqwest::redirect::Policy;
use reqwest::{Client, header};
use std::sync::Arc;
use std::time::Duration;

/// How long a push service may take for an answer.
const ANSWER: Duration = Duration::from_secs(10);

/// For how many seconds a push service keeps a message for a device that is off.
const KEPT: &str = "86400";

/// Sends messages to push services.
pub(crate) struct PushService {
    client: Client,
    key: ServerKey,
    contact: String,
}

/// What has become of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    Taken,
    /// The device wants no messages any more, or there is no such device.
    Gone,
    /// The push service can't be reached, or does not take it.
    Failed,
}

impl PushService {
    /// # Errors
    ///
    /// If TLS can't be set up.
    pub fn new(push: &Push, key: ServerKey) -> Result<Self, reqwest::Error> {
        let client = Client::builder().redirect(Policy::none()).no_proxy().timeout(ANSWER);
        let client = match push.anywhere {
            true => client,
            false => client.https_only(true).dns_resolver(Arc::new(Internet)),
        };
        Ok(Self { client: client.build()?, key, contact: push.url.clone() })
    }

    /// The key that browsers are given.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Sends an encrypted message to a device. One about the same thing takes the place of one that waits there.
    pub(super) async fn send(&self, endpoint: &Endpoint, topic: &str, message: Vec<u8>) -> Pushed {
        let sent = self
            .client
            .post(endpoint.as_str())
            .header(header::AUTHORIZATION, self.key.proof(&endpoint.site(), &self.contact, now()))
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("TTL", KEPT)
            .header("Topic", topic)
            .body(message)
            .send()
            .await;
        match sent.map(|answer| answer.status().as_u16()) {
            Ok(200..=299) => Pushed::Taken,
            Ok(404 | 410) => Pushed::Gone,
            Ok(_) | Err(_) => Pushed::Failed,
        }
    }
}
