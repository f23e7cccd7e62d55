//! From a variant to the text of a definition.

mod ends;
mod moves;
mod pieces;
mod regions;
mod start;

use crate::ini::Section;
use crate::keys::{DEPENDENT, UNKNOWN_TO_US};
use crate::variant::{ALL, Cells, Setting, Value, Variant};
use crate::{Lost, builtin};
use regions::Regions;
use start::Start;
use std::collections::{BTreeMap, BTreeSet};

/// The sides, White first.
const SIDES: [&str; 2] = ["White", "Black"];

/// A variant under way to a definition.
struct Translation<'v> {
    variant: &'v Variant,
    start: Start,
    /// The types that each side can ever have, those that it has only as promoted forms left out.
    reachable: [BTreeSet<String>; 2],
    /// The types that may not be left attacked.
    royal: BTreeSet<String>,
    regions: Regions,
    pieces: Vec<String>,
    rules: Vec<String>,
    lost: Vec<Lost>,
}

/// The text of a definition; `None` if there is no position to start from.
pub(crate) fn translate(section: &Section, variant: &Variant, lost: &mut Vec<Lost>) -> Option<String> {
    let start = match Start::read(variant) {
        Ok(start) => start,
        Err(reason) => {
            let fen = variant.settings.get("startFen");
            lost.push(Lost {
                line: fen.map_or(Some(section.line), |fen| fen.line),
                key: "startFen".to_owned(),
                value: fen.map(|fen| fen.text.clone()).unwrap_or_default(),
                reason,
            });
            return None;
        }
    };
    let mut translation = Translation {
        variant,
        reachable: reachable(variant, &start),
        royal: BTreeSet::new(),
        regions: Regions::new(variant.ranks(), variant.files()),
        start,
        pieces: Vec::new(),
        rules: Vec::new(),
        lost: Vec::new(),
    };
    translation.choose_royals();
    translation.say_pieces();
    translation.say_double_steps();
    translation.say_promotions();
    translation.say_hand();
    translation.say_castling();
    translation.say_effects();
    translation.say_constraints();
    translation.say_ends();
    translation.report_unknown();
    lost.append(&mut translation.lost);
    Some(translation.text(section))
}

/// What each side can have: what it starts with, and what comes of that.
fn reachable(variant: &Variant, start: &Start) -> [BTreeSet<String>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for placed in start.placed.values() {
        found[usize::from(placed.black)].insert(placed.word.clone());
    }
    for (side, hand) in start.hand.iter().enumerate() {
        found[side].extend(hand.keys().cloned());
    }
    if variant.flag("capturesToHand", false) && variant.flag("pieceDrops", false) {
        let both: BTreeSet<String> = found[0].union(&found[1]).cloned().collect();
        found = [both.clone(), both];
    }
    for (side, name) in SIDES.iter().enumerate() {
        let into = variant.types(&format!("promotionPieceTypes{name}"));
        let promoted = variant.types(&format!("promotionPawnTypes{name}"));
        let promotes = |word: &String| promoted.contains(word) || builtin::special(word) == "pawn";
        if found[side].iter().any(promotes) {
            found[side].extend(into.into_iter().filter(|word| variant.pieces.contains_key(word)));
        }
    }
    if variant.flag("capturesToHand", false) && variant.flag("pieceDrops", false) && variant.flag("dropLoop", false) {
        let both: BTreeSet<String> = found[0].union(&found[1]).cloned().collect();
        found = [both.clone(), both];
    }
    found
}

impl Translation<'_> {
    /// A key that can't be carried over.
    fn lose(&mut self, key: &str, reason: &str) {
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
    fn lose_piece(&mut self, word: &str, reason: impl Into<String>) {
        let piece = self.variant.pieces.get(word);
        self.lost.push(Lost {
            line: piece.and_then(|piece| piece.line),
            key: word.to_owned(),
            value: piece.map(|piece| piece.betza.clone()).unwrap_or_default(),
            reason: reason.into(),
        });
    }

    /// The letter of a type.
    fn letter(&self, word: &str) -> String {
        self.variant.pieces.get(word).map(|piece| piece.letter.to_string()).unwrap_or_default()
    }

    /// Whether a side can have a type, as it is.
    fn has(&self, word: &str) -> bool {
        self.reachable.iter().any(|side| side.contains(word))
    }

    /// The types that either side can have, in the order of their letters.
    fn all(&self) -> Vec<String> {
        let mut all: Vec<String> = self.reachable[0].union(&self.reachable[1]).cloned().collect();
        all.sort_by_key(|word| (!self.royal.contains(word), self.letter(word)));
        all
    }

    /// The types of a key for both sides, if they are the same for those that have such pieces.
    fn types(&self, key: &str) -> Vec<String> {
        let [white, black] = SIDES.map(|side| self.variant.types(&format!("{key}{side}")));
        let mut types = white;
        types.extend(black);
        types.sort();
        types.dedup();
        types
    }

    /// Everything that counts as a piece of this type: the letter, promoted forms, pieces that were promoted.
    fn symbols(&self, word: &str) -> Vec<String> {
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
    fn named(&self, types: &[String]) -> Option<String> {
        if types.iter().any(|word| word == ALL) {
            return Some("\"any\"".to_owned());
        }
        let symbols: Vec<String> = types.iter().flat_map(|word| self.symbols(word)).map(|symbol| quoted(&symbol)).collect();
        (!symbols.is_empty()).then(|| symbols.join(" "))
    }

    /// How many pieces of some types a side has at the start, its hand included.
    fn count(&self, side: usize, types: &[String]) -> usize {
        let fits = |word: &String| types.iter().any(|kind| kind == word || kind == ALL);
        let placed = self.start.placed.values().filter(|placed| usize::from(placed.black) == side);
        let on_board = placed.filter(|placed| fits(&placed.kind(self.variant))).count();
        on_board + self.start.hand[side].iter().filter(|(word, _)| fits(word)).map(|(_, count)| count).sum::<usize>()
    }

    /// Cells for each side; all of them where nothing is said.
    fn cells(&self, key: &str) -> [Option<Cells>; 2] {
        SIDES.map(|side| self.variant.cells(&format!("{key}{side}")))
    }

    /// Reports the keys for which the language has no words.
    fn report_unknown(&mut self) {
        let says = |setting: &Setting, nothing: &str| match &setting.value {
            Value::Flag(flag) => flag.to_string() != nothing,
            Value::Number(number) => number.to_string() != nothing,
            Value::Text(text) => text != nothing,
            Value::Cells(cells) => !cells.is_empty(),
            Value::Types(types) => !types.is_empty(),
            Value::Counts(counts) => !counts.is_empty(),
            Value::Forms(forms) => !forms.is_empty(),
        };
        let variant = self.variant;
        let setting = |key: &str| variant.settings.get(key);
        for (key, nothing, reason) in UNKNOWN_TO_US {
            if setting(key).is_some_and(|setting| says(setting, nothing)) {
                self.lose(key, reason);
            }
        }
        for (key, masters) in DEPENDENT {
            let is_lost = |master: &&str| {
                setting(master).is_some_and(|setting| {
                    self.lost.iter().any(|lost| lost.key == setting.key && lost.line == setting.line)
                })
            };
            if setting(key).is_some_and(|setting| setting.line.is_some())
                && let Some(master) = masters.iter().find(|master| is_lost(master))
            {
                self.lose(key, &format!("it belongs to `{master}`"));
            }
        }
    }

    fn text(&self, section: &Section) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        let name = section.name.replace(['-', '_'], " ");
        let mut letters = name.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        line(&format!("title {}", quoted(&title)));
        let (links, said): (Vec<&String>, Vec<&String>) =
            section.comments.iter().partition(|comment| comment.starts_with("http"));
        for link in links {
            let end = link.find(char::is_whitespace).unwrap_or(link.len());
            line(&format!("source {}", quoted(&link[..end])));
        }
        for comment in said.into_iter().filter(|comment| !comment.is_empty()) {
            line(&self::comment(comment));
        }
        line("");
        line(&self.start.board(self.variant));
        line("");
        self.pieces.iter().for_each(|piece| line(piece));
        line("");
        if !self.regions.texts().is_empty() {
            self.regions.texts().iter().for_each(|region| line(region));
            line("");
        }
        if !self.rules.is_empty() {
            self.rules.iter().for_each(|rule| line(rule));
            line("");
        }
        line(&self.start.text(self.variant, &self.start.rights));
        text
    }
}

/// A comment of KDL, without what can't be seen.
pub(crate) fn comment(text: &str) -> String {
    let seen = |letter: &char| !letter.is_control() && !spielraum_language::is_hidden(*letter);
    format!("// {}", text.chars().filter(seen).collect::<String>())
}

/// A text of KDL.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

/// Numbers of pieces by their types.
type Hand = BTreeMap<String, usize>;
