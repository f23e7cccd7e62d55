//! The keys of `variants.ini`: what their values are, and which of them the language has no words for.

use std::sync::OnceLock;

/// What a key's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It plays no part in the rules.
    Ignored,
    Flag,
    Number,
    /// A file: a letter or a number.
    File,
    /// Of some words: as they are written, and as they are called here.
    Word(Vec<(&'static str, &'static str)>),
    Cells,
    Types,
    /// As `q:1 r:2`.
    Counts,
    /// As `p:g s:g`.
    Forms,
    Text,
}

/// A key.
#[derive(Debug)]
pub(crate) struct Key {
    /// As it is written.
    pub name: &'static str,
    pub kind: Kind,
    /// Whether it may be given for a side.
    pub sided: bool,
    /// What it is called here.
    pub ours: &'static str,
    /// The value that says nothing and what the language lacks, if it has no words for others.
    pub lacking: Option<(&'static str, &'static str)>,
}

impl Key {
    /// Whether a value that is kept under a name is this key's.
    pub fn keeps(&self, kept: &str) -> bool {
        match kept.strip_prefix(self.ours) {
            Some("") => true,
            Some("White" | "Black") => self.sided,
            _ => false,
        }
    }
}

/// All keys (`data/keys.txt`).
pub(crate) fn all() -> &'static [Key] {
    static KEYS: OnceLock<Vec<Key>> = OnceLock::new();
    KEYS.get_or_init(|| {
        include_str!("../data/keys.txt").lines().filter(|line| !line.starts_with('#')).filter_map(key).collect()
    })
}

fn key(line: &'static str) -> Option<Key> {
    let mut columns = line.split('|').map(str::trim);
    let (name, kind) = (columns.next()?, columns.next()?);
    let (sided, ours) =
        (columns.next() == Some("sided"), columns.next().filter(|ours| !ours.is_empty()).unwrap_or(name));
    let lacking = columns.next().zip(columns.next()).filter(|(_, reason)| !reason.is_empty());
    let mut words = kind.split(' ');
    let kind = match words.next()? {
        "flag" => Kind::Flag,
        "number" => Kind::Number,
        "file" => Kind::File,
        "cells" => Kind::Cells,
        "types" => Kind::Types,
        "counts" => Kind::Counts,
        "forms" => Kind::Forms,
        "text" => Kind::Text,
        "word" => Kind::Word(words.map(|word| word.split_once('=').unwrap_or((word, word))).collect()),
        _ => Kind::Ignored,
    };
    Some(Key { name, kind, sided, ours, lacking })
}

/// Old names of keys, and what they are called today.
const ALIASES: &[(&str, &str)] = &[
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// The name of a key today.
pub(crate) fn today(key: &str) -> &str {
    ALIASES.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| new)
}

/// The names under which a value is kept, and what it is; `None` if Fairy-Stockfish has no such key.
pub(crate) fn find(written: &str) -> Option<(Vec<String>, &'static Kind)> {
    if let Some(key) = all().iter().find(|key| key.name == written) {
        let kept = match key.sided {
            true => vec![format!("{}White", key.ours), format!("{}Black", key.ours)],
            false => vec![key.ours.to_owned()],
        };
        return Some((kept, &key.kind));
    }
    let side = if written.ends_with("White") { "White" } else { "Black" };
    let name = written.strip_suffix(side)?;
    let key = all().iter().find(|key| key.sided && key.name == name)?;
    Some((vec![format!("{}{side}", key.ours)], &key.kind))
}

/// Keys that say more about another; they are lost where that one is.
pub(crate) const DEPENDENT: &[(&str, &[&str])] = &[
    ("connectPieceTypes", CONNECT),
    ("connectVertical", CONNECT),
    ("connectHorizontal", CONNECT),
    ("connectDiagonal", CONNECT),
    ("connectValue", CONNECT),
    ("connectRegion2White", &["connectRegion1White"]),
    ("connectRegion2Black", &["connectRegion1Black"]),
    ("wallOrMove", &["wallingRule"]),
    ("wallingRegionWhite", &["wallingRule"]),
    ("wallingRegionBlack", &["wallingRule"]),
    ("seirawanGating", &["gating"]),
    ("enclosingDropStart", &["enclosingDrop"]),
];

const CONNECT: &[&str] = &["connectN", "connectNxN", "collinearN", "connectRegion1White", "connectRegion1Black"];
