//! Definitions in other languages: their texts translated, and the language in which they are explained.

use crate::locale::Locale;
use std::collections::HashMap;
use std::sync::Arc;

/// Texts of definitions, each with its translation.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    translations: Arc<HashMap<String, String>>,
}

impl Dictionary {
    /// Reads lines `English = translation`; empty ones and those that begin with `#` say nothing.
    ///
    /// ```
    /// use spielraum_language::Dictionary;
    /// let german = Dictionary::read("# Pieces\nKing = König\n").unwrap();
    /// assert_eq!(german.get("King"), Some("König"));
    /// assert!(Dictionary::read("King: König").unwrap_err().contains("`King: König`"));
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let mut translations = HashMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some((english, translation)) = line.split_once(" = ") else {
                return Err(format!("a line of a dictionary is `English = translation`, which `{line}` is not"));
            };
            if translations.insert(english.to_owned(), translation.to_owned()).is_some() {
                return Err(format!("a dictionary translates a text once, and `{english}` is there twice"));
            }
        }
        Ok(Self { translations: Arc::new(translations) })
    }

    /// The translation of a text, if there is one.
    pub fn get(&self, text: &str) -> Option<&str> {
        self.translations.get(text).map(String::as_str)
    }
}

/// A language, and what texts are called in it.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// The language of sentences that are made.
    pub locale: Locale,
    /// The translations of texts that definitions have.
    pub dictionary: Dictionary,
}
