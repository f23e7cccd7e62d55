//! What people say beside a game: who hears it, and what a message may be.

use super::{PlayerId, names};
use crate::error::{ApiError, ApiResult};

/// Characters of a message.
const MOST: usize = 300;

/// Messages in one channel of a game.
pub(crate) const MESSAGES: u32 = 500;

/// Who hears a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Channel {
    /// The two players.
    Players,
    /// Those who look on, and the players when the game is over.
    Spectators,
}

impl Channel {
    pub const ALL: [Self; 2] = [Self::Players, Self::Spectators];

    /// The word for it in links and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Spectators => "spectators",
        }
    }

    /// What was written by [`word`](Self::word).
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.word() == word)
    }
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub channel: Channel,
    /// Which one of the channel it is, from 1.
    pub number: u32,
    pub player: PlayerId,
    pub text: String,
    /// Milliseconds since 1970.
    pub at: i64,
}

/// A message as it is kept.
pub(crate) fn tidy(text: &str) -> ApiResult<String> {
    names::one_line("message", text, MOST).map_err(|why| ApiError::impossible("bad-message", why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn messages_are_one_line_that_can_be_read() {
        assert_eq!(tidy("  Good \n\t luck!  ").unwrap(), "Good luck!");
        for fine in ["Schöne Grüße", "良い対局を", "می\u{200c}خواهم", "https://example.org/?a=b", "<b>bold</b>"]
        {
            assert_eq!(tidy(fine).unwrap(), fine);
        }
        let long = "ä".repeat(MOST + 1);
        for bad in ["", " \n ", "a\u{202e}b", "a\u{200b}b", "a\u{7}b", "Z\u{300}\u{301}\u{302}", &long] {
            assert_eq!(tidy(bad).unwrap_err().code, "bad-message", "{bad:?}");
        }
        assert!(tidy(&"ä".repeat(MOST)).is_ok());
    }

    #[test]
    fn channels_are_read_as_they_are_written() {
        assert_eq!(Channel::ALL.map(Channel::word), ["players", "spectators"]);
        assert!(Channel::ALL.into_iter().all(|channel| Channel::parse(channel.word()) == Some(channel)));
        assert_eq!(Channel::parse("everybody"), None);
    }

    proptest! {
        #[test]
        fn what_is_kept_is_kept_as_it_is(text in ".{0,320}") {
            if let Ok(kept) = tidy(&text) {
                prop_assert!((1..=MOST).contains(&kept.chars().count()));
                prop_assert!(!kept.chars().any(char::is_control), "{kept:?}");
                prop_assert_eq!(tidy(&kept).unwrap(), kept);
            }
        }
    }
}
