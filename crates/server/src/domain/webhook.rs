//! Webhooks: sites that hear of what happens in a player's games.

use super::PlayerId;

/// What a site can hear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookEvent {
    /// A game of the player has begun.
    Started,
    /// It is the player's turn.
    Turn,
    /// A game of the player is over.
    Finished,
    /// Somebody challenges the player.
    Challenge,
}

impl HookEvent {
    pub const ALL: [Self; 4] = [Self::Started, Self::Turn, Self::Finished, Self::Challenge];

    /// The word for it in the interface and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Started => "game-started",
            Self::Turn => "your-turn",
            Self::Finished => "game-finished",
            Self::Challenge => "challenge",
        }
    }

    /// The events that were written as words with spaces between them.
    pub fn read(words: &str) -> Vec<Self> {
        Self::ALL.into_iter().filter(|event| words.split(' ').any(|word| word == event.word())).collect()
    }

    /// Those words.
    pub fn written(events: &[Self]) -> String {
        let of = Self::ALL.into_iter().filter(|event| events.contains(event));
        of.map(Self::word).collect::<Vec<_>>().join(" ")
    }
}

/// A site that hears of events, and how calling it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Webhook {
    pub id: String,
    pub url: String,
    pub events: Vec<HookEvent>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// When it was last called, and the status of the answer, if there was one.
    pub tried: Option<i64>,
    pub status: Option<u16>,
    /// How often calling has failed since it last succeeded.
    pub failed: u32,
    /// Since when it is not called any more.
    pub stopped: Option<i64>,
    /// How many events wait to be sent.
    pub waiting: u32,
}

/// An event that is to be sent to a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HookCall {
    pub webhook: String,
    /// Which of all events of the webhook it is.
    pub number: i64,
    pub player: PlayerId,
    pub url: String,
    pub secret: String,
    /// JSON.
    pub body: String,
    /// How often calling has failed before.
    pub failed: u32,
}

impl HookCall {
    /// By what the site knows an event that comes twice.
    pub fn id(&self) -> String {
        format!("{}-{}", self.webhook, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_are_written() {
        assert_eq!(HookEvent::read(&HookEvent::written(&HookEvent::ALL)), HookEvent::ALL);
        assert_eq!(HookEvent::read("your-turn begun"), [HookEvent::Turn]);
        assert_eq!(HookEvent::written(&[]), "");
    }
}
