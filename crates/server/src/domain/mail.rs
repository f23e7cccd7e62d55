//! What players are notified of, by e-mail and on their devices, and links that prove that an address is theirs.

use super::{GameId, PlayerId, SeekId};
use spielraum_rules::Color;

/// Declares an enumeration whose values are words in the database.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[$each])* $value),*
        }

        impl $name {
            /// The word for it in the database.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word),*
                }
            }

            /// What was written by [`word`](Self::word).
            pub fn parse(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$value),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// In which language somebody gets e-mail.
    Language {
        English = "en",
        German = "de",
    }
}

words! {
    /// How often somebody is notified that it is their turn.
    Turns {
        /// When it has become their turn.
        AtOnce = "at-once",
        /// Once a day, of all games together.
        Daily = "daily",
        Never = "never",
    }
}

words! {
    /// What somebody is notified of.
    NoticeKind {
        /// It is their turn.
        Turn = "turn",
        /// Their time runs out soon.
        Deadline = "deadline",
        /// A game has begun.
        Begun = "begun",
        /// A game is over.
        Over = "over",
        /// Somebody challenges them.
        Challenge = "challenge",
    }
}

words! {
    /// What a link in a letter is for.
    LinkKind {
        /// Its reader confirms the address.
        Confirm = "confirm",
        /// Its reader has forgotten the password and chooses another one.
        Reset = "reset",
    }
}

impl LinkKind {
    /// For how many milliseconds a link is good.
    pub fn lasts(self) -> i64 {
        const HOUR: i64 = 60 * 60 * 1000;
        match self {
            Self::Confirm => 24 * HOUR,
            Self::Reset => HOUR,
        }
    }
}

/// How somebody is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Mail,
    Push,
}

impl Way {
    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Push => "push",
        }
    }
}

/// A browser that shows notices also while no page is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Device {
    pub id: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// The keys that the browser has given.
    pub public: String,
    pub auth: String,
    pub language: Language,
    /// Nothing goes there before this, in milliseconds since 1970.
    pub next: i64,
    /// How often it could not be reached.
    pub failed: u32,
}

/// Which notices somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choices {
    pub turns: Turns,
    /// That games begin and end.
    pub games: bool,
    /// That time runs out.
    pub deadlines: bool,
}

impl Choices {
    /// Those of somebody who has chosen nothing.
    pub const USUAL: Self = Self { turns: Turns::AtOnce, games: true, deadlines: true };
    pub const NONE: Self = Self { turns: Turns::Never, games: false, deadlines: false };
}

/// Where an account gets e-mail, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MailSettings {
    pub address: String,
    pub confirmed: bool,
    pub language: Language,
    pub choices: Choices,
}

/// A letter with a link that waits to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub id: String,
    pub player: PlayerId,
    /// The account's name.
    pub name: String,
    pub kind: LinkKind,
    pub address: String,
    pub language: Language,
    /// How often it could not be sent.
    pub failed: u32,
}

/// Somebody for whom notices wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    pub player: PlayerId,
    /// The account's name.
    pub name: String,
    pub address: String,
    pub language: Language,
    /// The secret by which the reader wants no more notices.
    pub unsubscribe: String,
    /// How often they could not be sent.
    pub failed: u32,
}

/// What a notice is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Game(GameId),
    Challenge(SeekId),
}

impl About {
    /// The id of either.
    pub fn id(&self) -> &str {
        match self {
            Self::Game(game) => game.as_str(),
            Self::Challenge(seek) => seek.as_str(),
        }
    }

    /// The page on which one sees it.
    pub fn path(&self) -> String {
        match self {
            Self::Game(game) => format!("/game/{game}"),
            Self::Challenge(_) => "/lobby".to_owned(),
        }
    }
}

/// A notice, with what there is to say about its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub kind: NoticeKind,
    pub about: About,
    /// What the game is called.
    pub title: String,
    /// The other player, as others see the name.
    pub opponent: String,
    pub side: Color,
    pub winner: Option<Color>,
    /// When the reader's time is up, in milliseconds since 1970.
    pub falls: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_last_a_day_or_an_hour() {
        assert_eq!([LinkKind::Confirm, LinkKind::Reset].map(LinkKind::lasts), [86_400_000, 3_600_000]);
    }

    #[test]
    fn words_of_the_database_are_read_as_they_are_written() {
        assert_eq!(
            [Language::English, Language::German].map(|each| Language::parse(each.word()) == Some(each)),
            [true; 2]
        );
        assert_eq!(
            [Turns::AtOnce, Turns::Daily, Turns::Never].map(|each| Turns::parse(each.word()) == Some(each)),
            [true; 3]
        );
        assert_eq!([Way::Mail, Way::Push].map(Way::word), ["mail", "push"]);
        assert_eq!((Language::parse("fr"), NoticeKind::parse("")), (None, None));
    }

    #[test]
    fn a_notice_leads_to_what_it_is_about() {
        let [game, challenge] = [About::Game("g1".into()), About::Challenge("s1".into())];
        assert_eq!([game.id(), challenge.id()], ["g1", "s1"]);
        assert_eq!([game.path(), challenge.path()], ["/game/g1", "/lobby"]);
    }
}
