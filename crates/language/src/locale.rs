//! The languages in which games are explained.

/// A language in which a game is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// English, in which definitions are written.
    #[default]
    En,
    /// German.
    De,
}

impl Locale {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::De];

    /// Its tag: `en`, `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
        }
    }

    /// The first language of a list of tags, such as a browser's `Accept-Language: de-AT,de;q=0.9,en`; without any, English.
    ///
    /// ```
    /// use spielraum_language::Locale;
    /// assert_eq!(Locale::preferred("fr, de-AT;q=0.9, en"), Locale::De);
    /// assert_eq!(Locale::preferred("*"), Locale::En);
    /// ```
    pub fn preferred(tags: &str) -> Self {
        let primary = |tag: &str| tag.split(['-', ';']).next().unwrap_or_default().trim().to_ascii_lowercase();
        tags.split(',')
            .map(primary)
            .find_map(|tag| Self::ALL.into_iter().find(|known| known.tag() == tag))
            .unwrap_or_default()
    }

    /// The text in this language.
    pub fn pick<T>(self, en: T, de: T) -> T {
        match self {
            Self::En => en,
            Self::De => de,
        }
    }
}

/// A sentence in each language, of which one is written: `say!(locale, "{a} has won.", "{a} hat gewonnen.")`.
macro_rules! say {
    ($locale:expr, $en:literal, $de:literal $(,)?) => {
        match $locale {
            $crate::locale::Locale::En => format!($en),
            $crate::locale::Locale::De => format!($de),
        }
    };
}

pub(crate) use say;
