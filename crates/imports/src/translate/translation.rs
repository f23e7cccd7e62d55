//! A variant under way to a definition: what it is made from, and what has been said of it.

use super::regions::Regions;
use super::start::Start;
use super::text::quoted;
use crate::keys::{self, DEPENDENT};
use crate::lost::Lost;
use crate::variant::{ALL, Cells, Setting, Value, Variant};
use std::collections::BTreeSet;

/// The sides, White first.
pub(super) const SIDES: [&str; 2] = ["White", "Black"];

/// A variant under way to a definition.
pub(super) struct Translation<'v> {
    pub variant: &'v Variant,
    pub start: Start,
    /// The types that each side can ever have, those that it has only as promoted forms left out.
    pub reachable: [BTreeSet<String>; 2],
    /// The types that may not be left attacked.
    pub royal: BTreeSet<String>,
    pub regions: Regions,
    pub pieces: Vec<String>,
    pub rules: Vec<String>,
    /// Whether a capture en passant could end where pieces promote.
    pub passes_into_zone: bool,
    pub lost: Vec<Lost>,
}

impl Translation<'_> {
    /// A key that can't be carried over.
    pub fn lose(&mut self, key: &str, reason: &str) {
        let setting = self.variant.settings.get(key);
        let lost = Lost {
            line: setting.and_then(|setting| setting.line),
            key: setting.map_or_else(|| key.to_owned(), |setting| setting.key.clone()),
            value: setting.map(|setting| setting.text.clone()).unwrap_or_default(),
            reason: reason.to_owned(),
        };
        if !self.lost.contains(&lost) {
            self.lost.push(lost);
        }
    }

    /// A piece that can't be carried over.
    pub fn lose_piece(&mut self, word: &str, reason: impl Into<String>) {
        let piece = self.variant.pieces.get(word);
        self.lost.push(Lost {
            line: piece.and_then(|piece| piece.line),
            key: word.to_owned(),
            value: piece.map(|piece| piece.betza.clone()).unwrap_or_default(),
            reason: reason.into(),
        });
    }

    /// The letter of a type.
    pub fn letter(&self, word: &str) -> String {
        self.variant.pieces.get(word).map(|piece| piece.letter.to_string()).unwrap_or_default()
    }

    /// Whether a side can have a type, as it is.
    pub fn has(&self, word: &str) -> bool {
        self.reachable.iter().any(|side| side.contains(word))
    }

    /// The types that either side can have, in the order of their letters.
    pub fn all(&self) -> Vec<String> {
        let mut all: Vec<String> = self.reachable[0].union(&self.reachable[1]).cloned().collect();
        all.sort_by_key(|word| (!self.royal.contains(word), self.letter(word)));
        all
    }

    /// The types of a key for both sides, if they are the same for those that have such pieces.
    pub fn types(&self, key: &str) -> Vec<String> {
        let [white, black] = SIDES.map(|side| self.variant.types(&format!("{key}{side}")));
        let mut types = white;
        types.extend(black);
        types.sort();
        types.dedup();
        types
    }

    /// Everything that counts as a piece of this type: the letter, promoted forms, pieces that were promoted.
    pub fn symbols(&self, word: &str) -> Vec<String> {
        let mut symbols = Vec::new();
        let letter = self.letter(word);
        if self.has(word) {
            symbols.push(letter.clone());
        }
        let forms = self.variant.forms.iter().filter(|(from, into)| *into == word && self.has(from));
        symbols.extend(forms.map(|(from, _)| format!("+{}", self.letter(from))));
        if self.marks_promoted(word) {
            symbols.push(format!("{letter}~"));
        }
        symbols
    }

    /// Types as the conditions of the language name them: `"K" "Q"`, or `"any"`.
    pub fn named(&self, types: &[String]) -> Option<String> {
        if types.iter().any(|word| word == ALL) {
            return Some("\"any\"".to_owned());
        }
        let symbols: Vec<String> =
            types.iter().flat_map(|word| self.symbols(word)).map(|symbol| quoted(&symbol)).collect();
        (!symbols.is_empty()).then(|| symbols.join(" "))
    }

    /// How many pieces of some types a side has at the start, its hand included.
    pub fn count(&self, side: usize, types: &[String]) -> usize {
        let fits = |word: &String| types.iter().any(|kind| kind == word || kind == ALL);
        let placed = self.start.placed.values().filter(|placed| usize::from(placed.black) == side);
        let on_board = placed.filter(|placed| fits(&placed.kind(self.variant))).count();
        on_board + self.start.hand[side].iter().filter(|(word, _)| fits(word)).map(|(_, count)| count).sum::<usize>()
    }

    /// Cells for each side; all of them where nothing is said.
    pub fn cells(&self, key: &str) -> [Option<Cells>; 2] {
        SIDES.map(|side| self.variant.cells(&format!("{key}{side}")))
    }

    /// Reports the keys for which the language has no words.
    pub fn report_unknown(&mut self) {
        for key in keys::all() {
            let Some((nothing, reason)) = key.lacking else { continue };
            for (kept, _) in
                self.variant.settings.iter().filter(|(kept, setting)| key.keeps(kept) && says(setting, nothing))
            {
                self.lose(kept, reason);
            }
        }
        for (key, masters) in DEPENDENT {
            let setting = |key: &str| self.variant.settings.get(key);
            let is_lost = |master: &&&str| {
                setting(master).is_some_and(|setting| {
                    self.lost.iter().any(|lost| lost.key == setting.key && lost.line == setting.line)
                })
            };
            if setting(key).is_some_and(|setting| setting.line.is_some())
                && let Some(master) = masters.iter().find(is_lost)
            {
                self.lose(key, &format!("it belongs to `{master}`"));
            }
        }
    }
}

/// Whether a value says more than `nothing`.
fn says(setting: &Setting, nothing: &str) -> bool {
    match &setting.value {
        Value::Flag(flag) => flag.to_string() != nothing,
        Value::Number(number) => number.to_string() != nothing,
        Value::Text(text) => text != nothing,
        Value::Cells(cells) => !cells.is_empty(),
        Value::Types(types) => !types.is_empty(),
        Value::Counts(counts) => !counts.is_empty(),
        Value::Forms(forms) => !forms.is_empty(),
    }
}
