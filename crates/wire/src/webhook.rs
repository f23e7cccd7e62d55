//! Webhooks of an account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a site can hear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WebhookEvent {
    /// A game against somebody has begun.
    GameStarted,
    /// It is the account's turn in a game against somebody.
    YourTurn,
    /// A game against somebody is over.
    GameFinished,
    /// Somebody challenges the account.
    Challenge,
}

/// A webhook to be added.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WebhookRequest {
    /// Where the site takes requests: `https`, a name of the internet, no port.
    #[schema(max_length = 1000)]
    pub url: String,
    /// At least one.
    pub events: Vec<WebhookEvent>,
}

/// A site that is called when something happens, and how calling it went.
#[derive(Debug, Serialize, ToSchema)]
pub struct Webhook {
    pub id: String,
    pub url: String,
    pub events: Vec<WebhookEvent>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// When it was last called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<i64>,
    /// The status of the last answer; without one the site did not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How often calling has failed since it last succeeded.
    pub failed: u32,
    /// Since when it is not called any more, having failed too often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<i64>,
    /// How many events wait to be sent, at most 100.
    pub waiting: u32,
}

/// An account's webhooks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Webhooks {
    pub webhooks: Vec<Webhook>,
    /// How many there may be.
    pub most: u32,
    /// How often in a row calling may fail before a webhook stops.
    pub tries: u32,
}

/// A webhook that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewWebhook {
    pub webhook: Webhook,
    /// With which its requests are signed. It is shown this once.
    pub secret: String,
}
