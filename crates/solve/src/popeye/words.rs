//! The words of the input, in the languages in which it is written.

use std::sync::LazyLock;

/// A language of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
    French,
}

/// A word.
#[derive(Debug)]
pub(super) struct Word {
    kind: &'static str,
    names: [&'static str; 3],
    /// What it means here, or `-` and the idea that is missing.
    pub value: &'static str,
}

/// The words that a text may mean.
pub(super) enum Found {
    None,
    One(&'static Word),
    /// The beginning of several words.
    Several,
}

static WORDS: LazyLock<Vec<Word>> =
    LazyLock::new(|| include_str!("words.txt").lines().filter_map(Word::read).collect());

/// Shorter texts are no abbreviations: of a colour or an option, and of other words.
const LEAST: [usize; 2] = [2, 3];

impl Language {
    pub const ALL: [Self; 3] = [Self::English, Self::German, Self::French];

    /// The word of a kind that is written so, or begins so.
    pub fn find(self, kind: &str, text: &str) -> Found {
        let name = |word: &Word| word.names[self as usize];
        let words = || WORDS.iter().filter(|word| word.kind == kind);
        if let Some(word) = words().find(|word| name(word).eq_ignore_ascii_case(text)) {
            return Found::One(word);
        }
        let begins = |word: &&Word| {
            let start = name(word).get(..text.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        let mut found = words().filter(begins);
        match (found.next(), found.next()) {
            _ if text.len() < LEAST[usize::from(!matches!(kind, "color" | "option"))] => Found::None,
            (Some(word), None) => Found::One(word),
            (Some(_), Some(_)) => Found::Several,
            (None, _) => Found::None,
        }
    }

    /// The value of the only word of a kind that a text means.
    pub fn value(self, kind: &str, text: &str) -> Option<&'static str> {
        match self.find(kind, text) {
            Found::One(word) => Some(word.value),
            Found::None | Found::Several => None,
        }
    }

    /// The piece with these letters.
    pub fn piece(self, letters: &str) -> Option<&'static Word> {
        WORDS.iter().find(|word| word.kind == "piece" && word.names[self as usize].eq_ignore_ascii_case(letters))
    }
}

impl Word {
    /// The piece with this symbol.
    pub fn of_symbol(symbol: &str) -> Option<&'static Self> {
        WORDS.iter().find(|word| word.kind == "piece" && word.value.split(' ').next() == Some(symbol))
    }

    /// The condition with this English name.
    pub fn of_condition(name: &str) -> Option<&'static Self> {
        WORDS.iter().find(|word| word.kind == "condition" && word.names[0] == name)
    }

    fn read(line: &'static str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let mut columns = line.splitn(5, ' ');
        let mut column = || columns.next();
        let (kind, names) = (column()?, [column()?, column()?, column()?]);
        Some(Self { kind, names, value: column().unwrap_or_default() })
    }

    /// Its first English name.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// The idea that is missing where it has no meaning here.
    pub fn missing(&self) -> Option<&'static str> {
        self.value.strip_prefix("- ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_word_and_no_symbol_is_used_twice() {
        let lines = include_str!("words.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(WORDS.len(), lines.count());
        let pieces: Vec<&Word> = WORDS.iter().filter(|word| word.kind == "piece").collect();
        let mut symbols: Vec<&str> = pieces.iter().filter_map(|word| word.value.split(' ').next()).collect();
        symbols.retain(|symbol| *symbol != "-");
        assert!(symbols.len() >= 66);
        symbols.sort_unstable();
        assert!(symbols.windows(2).all(|pair| pair[0] != pair[1]));
        for language in Language::ALL {
            let mut letters: Vec<&str> = pieces.iter().map(|word| word.names[language as usize]).collect();
            letters.sort_unstable();
            assert!(letters.windows(2).all(|pair| pair[0] != pair[1]), "{language:?}");
        }
    }

    #[test]
    fn abbreviations_mean_one_word() {
        assert_eq!(Language::German.value("option", "maxloes"), Some("max-solutions"));
        assert!(matches!(Language::English.find("condition", "mirror"), Found::Several));
        assert!(matches!(Language::English.find("condition", "circe"), Found::One(word) if word.name() == "circe"));
        assert!(matches!(Language::English.find("option", "x"), Found::None));
    }
}
