//! What people say beside a game.

use super::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who hears a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatChannel {
    /// The two players.
    Players,
    /// Those who look on, and the players when the game is over.
    Spectators,
}

/// Something to be said beside a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatRequest {
    pub channel: ChatChannel,
    #[schema(max_length = 300)]
    pub text: String,
}

/// A message. It is plain text of one line: clients must not make links of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatMessage {
    pub channel: ChatChannel,
    /// Which one of the channel it is, from 1; some may be missing.
    pub number: u32,
    /// Who has written it.
    pub name: String,
    /// Whether the name is that of an account, which has a profile.
    pub account: bool,
    /// The author's side, if a player has written it.
    pub side: Option<Color>,
    #[schema(max_length = 300)]
    pub text: String,
    /// Milliseconds since 1970.
    pub at: i64,
}
