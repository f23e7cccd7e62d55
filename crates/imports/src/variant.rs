//! A variant with everything that it inherits.

use crate::builtin;
use crate::ini::Section;
use crate::keys::{self, Kind};
use crate::lost::Lost;
use std::collections::{BTreeMap, BTreeSet};

/// A cell: rank and file, from 0.
pub(crate) type Cell = (u8, u8);
/// Cells of a board, as of the largest that Fairy-Stockfish has.
pub(crate) type Cells = BTreeSet<Cell>;

/// The largest number of ranks and files that is read.
const MOST: u8 = 26;

/// The word that means every type.
pub(crate) const ALL: &str = "*";

/// A piece of a variant. Types are named by the words of the file: `knight`, `customPiece1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub letter: char,
    pub betza: String,
    /// Where it was said.
    pub line: Option<usize>,
}

/// What a key was set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Flag(bool),
    Number(i64),
    Text(String),
    Cells(Cells),
    Types(Vec<String>),
    Counts(Vec<(String, i64)>),
    Forms(Vec<(String, Option<String>)>),
}

/// A value, and where it was said.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub value: Value,
    /// The key and the value as they were written.
    pub key: String,
    pub text: String,
    /// `None` if a variant said so that Fairy-Stockfish has built in.
    pub line: Option<usize>,
}

/// A variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variant {
    pub pieces: BTreeMap<String, Piece>,
    pub settings: BTreeMap<String, Setting>,
    pub forms: BTreeMap<String, String>,
}

impl Variant {
    /// Lays a section over its parent.
    pub fn apply(&mut self, section: &Section, built_in: bool, lost: &mut Vec<Lost>) {
        if section.parent.is_none() {
            // Without a parent there are no pieces, so none into which pawns are promoted.
            for side in ["White", "Black"] {
                let none = Setting {
                    value: Value::Types(Vec::new()),
                    key: "promotionPieceTypes".to_owned(),
                    text: "-".to_owned(),
                    line: None,
                };
                self.settings.insert(format!("promotionPieceTypes{side}"), none);
            }
        }
        let line = |line: usize| (!built_in).then_some(line);
        let mut rest = Vec::new();
        for entry in &section.entries {
            match builtin::piece(&entry.key) {
                Some(known) => self.piece(&entry.key, &entry.value, known.betza, line(entry.line), lost),
                None if entry.key.starts_with("customPiece") => {
                    self.piece(&entry.key, &entry.value, "", line(entry.line), lost);
                }
                None => rest.push(entry),
            }
        }
        // `pawnTypes` comes before the keys for which it stands.
        rest.sort_by_key(|entry| entry.key != "pawnTypes");
        for entry in rest {
            if let Err(reason) = self.set(&entry.key, &entry.value, line(entry.line)) {
                lost.push(Lost { line: line(entry.line), key: entry.key.clone(), value: entry.value.clone(), reason });
            }
        }
    }

    fn piece(&mut self, word: &str, value: &str, betza: &str, line: Option<usize>, lost: &mut Vec<Lost>) {
        let mut letters = value.chars();
        match letters.next().filter(char::is_ascii_alphabetic) {
            Some(letter) => {
                let letter = letter.to_ascii_uppercase();
                let same = self.pieces.iter().find(|(other, piece)| piece.letter == letter && *other != word);
                if let Some(other) = same.map(|(other, _)| other.clone()) {
                    self.remove(&other);
                }
                let own = letters.as_str().trim_start_matches([':', ' ']).trim();
                let betza = if own.is_empty() { betza } else { own };
                if betza.is_empty() {
                    lost.push(Lost {
                        line,
                        key: word.to_owned(),
                        value: value.to_owned(),
                        reason: "the moves of the piece are missing, as in `a:mWcF`".to_owned(),
                    });
                    return;
                }
                if betza.contains('e') {
                    for side in ["White", "Black"] {
                        self.add_type(&format!("enPassantTypes{side}"), word);
                    }
                }
                self.pieces.insert(word.to_owned(), Piece { letter, betza: betza.to_owned(), line });
            }
            None => self.remove(word),
        }
    }

    fn add_type(&mut self, key: &str, word: &str) {
        let mut types = self.types(key);
        types.push(word.to_owned());
        let setting = Setting { value: Value::Types(types), key: key.to_owned(), text: String::new(), line: None };
        self.settings.insert(key.to_owned(), setting);
    }

    fn remove(&mut self, word: &str) {
        self.pieces.remove(word);
        for side in ["White", "Black"] {
            if let Some(Setting { value: Value::Types(types), .. }) =
                self.settings.get_mut(&format!("promotionPieceTypes{side}"))
            {
                types.retain(|kind| kind != word);
            }
        }
    }

    /// The type that a letter names.
    pub fn by_letter(&self, letter: char) -> Option<&String> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(word, _)| word)
    }

    fn set(&mut self, written: &str, text: &str, line: Option<usize>) -> Result<(), String> {
        let setting = |value: Value| Setting { value, key: written.to_owned(), text: text.to_owned(), line };
        let key = keys::today(written);
        let key_of_piece =
            |key: &str| ["mobilityRegionWhite", "mobilityRegionBlack"].iter().any(|prefix| key.starts_with(prefix));
        if key_of_piece(key) {
            let cells = cells(text).ok_or_else(not_cells)?;
            self.settings.insert(key.to_owned(), setting(Value::Cells(cells)));
            return Ok(());
        }
        if key == "pawnTypes" {
            let types = self.read_types(text)?;
            for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                for side in ["White", "Black"] {
                    self.settings.insert(format!("{key}{side}"), setting(Value::Types(types.clone())));
                }
            }
            return Ok(());
        }
        if let "promotionRank" | "doubleStepRank" | "doubleStepRankMin" = key {
            return self.rank(key, text, setting);
        }
        let Some((kept, kind)) = keys::find(key) else {
            let near = spielraum_language::nearest(key, keys::all().iter().map(|key| key.name));
            let help = near.first().map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("Fairy-Stockfish has no such key{help}"));
        };
        let value = match kind {
            Kind::Ignored => return Ok(()),
            Kind::Flag => match text {
                "true" => Value::Flag(true),
                "false" => Value::Flag(false),
                _ => return Err("`true` or `false` is needed here".to_owned()),
            },
            Kind::Number => Value::Number(text.parse().map_err(|_| "a number is needed here".to_owned())?),
            Kind::File => Value::Number(file(text).ok_or("a file is a letter or a number, as `i` or `9`")?),
            Kind::Word(words) => match words.iter().find(|(written, _)| *written == text) {
                Some((_, ours)) => Value::Text((*ours).to_owned()),
                None => {
                    let known: Vec<&str> = words.iter().map(|(written, _)| *written).collect();
                    return Err(format!("one of {} is needed here", known.join(", ")));
                }
            },
            Kind::Cells => Value::Cells(cells(text).ok_or_else(not_cells)?),
            Kind::Types => Value::Types(self.read_types(text)?),
            Kind::Counts => Value::Counts(self.counts(text)?),
            Kind::Forms => {
                let forms = self.read_forms(text)?;
                for (word, form) in &forms {
                    match form {
                        Some(form) => self.forms.insert(word.clone(), form.clone()),
                        None => self.forms.remove(word),
                    };
                }
                Value::Forms(forms)
            }
            Kind::Text => Value::Text(text.to_owned()),
        };
        for key in kept {
            self.settings.insert(key, setting(value.clone()));
        }
        Ok(())
    }

    /// The old keys that name ranks as a side sees them.
    fn rank(&mut self, key: &str, text: &str, setting: impl Fn(Value) -> Setting) -> Result<(), String> {
        let rank = text.parse::<u8>().ok().filter(|rank| (1..=MOST).contains(rank));
        let rank = rank.ok_or("a rank is a number")? - 1;
        let last = self.ranks() - 1;
        let all = |from: u8, to: u8| (from..=to).flat_map(|rank| (0..MOST).map(move |file| (rank, file)));
        let (name, own): (&str, Cells) = match key {
            "promotionRank" => ("promotionRegion", all(rank, last).collect()),
            "doubleStepRankMin" => {
                let most = self.cells("doubleStepRegionWhite").and_then(|cells| cells.iter().map(|cell| cell.0).max());
                ("doubleStepRegion", all(rank, most.unwrap_or(rank).max(rank)).collect())
            }
            _ => {
                let least = self.cells("doubleStepRegionWhite").and_then(|cells| cells.iter().map(|cell| cell.0).min());
                ("doubleStepRegion", all(least.unwrap_or(1).min(rank), rank).collect())
            }
        };
        let black = own.iter().map(|&(rank, file)| (last - rank.min(last), file)).collect();
        self.settings.insert(format!("{name}White"), setting(Value::Cells(own)));
        self.settings.insert(format!("{name}Black"), setting(Value::Cells(black)));
        Ok(())
    }

    fn read_types(&self, text: &str) -> Result<Vec<String>, String> {
        let mut types = Vec::new();
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '-' => return Ok(types),
                '*' => types.push(ALL.to_owned()),
                _ => match self.by_letter(letter) {
                    Some(word) => types.push(word.clone()),
                    None => return Err(format!("no piece has the letter `{letter}`")),
                },
            }
        }
        types.dedup();
        Ok(types)
    }

    /// The pairs of `q:1 r:2`.
    fn pairs(text: &str) -> Result<Vec<(char, &str)>, String> {
        let words = text.split_whitespace().filter(|word| *word != "-");
        words
            .map(|word| {
                let mut letters = word.chars();
                let letter = letters.next().filter(char::is_ascii_alphabetic);
                letter.zip(letters.as_str().strip_prefix(':')).ok_or(format!("`{word}` is no pair, as `p:g` is one"))
            })
            .collect()
    }

    fn counts(&self, text: &str) -> Result<Vec<(String, i64)>, String> {
        let one = |(letter, count): (char, &str)| {
            let word = self.by_letter(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
            let count = count.parse().map_err(|_| "a number is needed here".to_owned())?;
            Ok((word.clone(), count))
        };
        Self::pairs(text)?.into_iter().map(one).collect()
    }

    fn read_forms(&self, text: &str) -> Result<Vec<(String, Option<String>)>, String> {
        let word =
            |letter: char| self.by_letter(letter).cloned().ok_or_else(|| format!("no piece has the letter `{letter}`"));
        let one = |(letter, form): (char, &str)| match form.chars().next() {
            None | Some('-') => Ok((word(letter)?, None)),
            Some(form) => Ok((word(letter)?, Some(word(form)?))),
        };
        Self::pairs(text)?.into_iter().map(one).collect()
    }

    /// Whether a flag is set; `normal` if nothing is said.
    pub fn flag(&self, key: &str, normal: bool) -> bool {
        match self.settings.get(key) {
            Some(Setting { value: Value::Flag(flag), .. }) => *flag,
            _ => normal,
        }
    }

    /// A number; `normal` if nothing is said.
    pub fn number(&self, key: &str, normal: i64) -> i64 {
        match self.settings.get(key) {
            Some(Setting { value: Value::Number(number), .. }) => *number,
            _ => normal,
        }
    }

    /// A word or text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.settings.get(key) {
            Some(Setting { value: Value::Text(text), .. }) => Some(text),
            _ => None,
        }
    }

    /// Cells, those of the board, if they were given.
    pub fn cells(&self, key: &str) -> Option<Cells> {
        match self.settings.get(key) {
            Some(Setting { value: Value::Cells(cells), .. }) => {
                let (ranks, files) = (self.ranks(), self.files());
                Some(cells.iter().copied().filter(|&(rank, file)| rank < ranks && file < files).collect())
            }
            _ => None,
        }
    }

    /// The types of a key as they were set; what Fairy-Stockfish takes where nothing is said.
    pub fn types(&self, key: &str) -> Vec<String> {
        let normal: &[&str] = match key.trim_end_matches("White").trim_end_matches("Black") {
            "promotionPawnTypes" | "enPassantTypes" | "nMoveRuleTypes" => &["pawn"],
            "castlingKingPiece" => &["king"],
            "castlingRookPieces" => &["rook"],
            "flagPiece" | "mustDropType" | "connectPieceTypes" => &[ALL],
            _ => &[],
        };
        match self.settings.get(key) {
            Some(Setting { value: Value::Types(types), .. }) => types.clone(),
            _ => normal.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u8 {
        self.number("maxRank", 8).clamp(1, MOST.into()) as u8
    }

    /// The number of files.
    pub fn files(&self) -> u8 {
        self.number("maxFile", 8).clamp(1, MOST.into()) as u8
    }
}

fn not_cells() -> String {
    "cells are needed here, as in `d4 e4 *8`".to_owned()
}

/// `i` and `9` are the ninth file.
fn file(text: &str) -> Option<i64> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic).filter(|_| text.len() == 1);
    match letter {
        Some(letter) => Some(i64::from(letter.to_ascii_lowercase() as u8 - b'a') + 1),
        None => text.parse().ok().filter(|file| (1..=i64::from(MOST)).contains(file)),
    }
}

/// `d4 *8 a*`.
fn cells(text: &str) -> Option<Cells> {
    let mut cells = Cells::new();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        let rank = |text: &str| text.parse::<u8>().ok().filter(|rank| (1..=MOST).contains(rank)).map(|rank| rank - 1);
        let mut letters = word.chars();
        let first = letters.next()?.to_ascii_lowercase();
        match (first, letters.as_str()) {
            ('*', text) => {
                let rank = rank(text)?;
                cells.extend((0..MOST).map(|file| (rank, file)));
            }
            ('a'..='z', "*") => cells.extend((0..MOST).map(|rank| (rank, first as u8 - b'a'))),
            ('a'..='z', text) => {
                cells.insert((rank(text)?, first as u8 - b'a'));
            }
            _ => return None,
        }
    }
    Some(cells)
}
