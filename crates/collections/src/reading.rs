//! From a file to its problems.

use crate::document::Fields;
use crate::entry::Entry;
use crate::error::{MOST_BYTES, MOST_ENTRIES, ReadError};
use crate::table;
use serde_json::Value;
use spielraum_solve::{PopeyeError, PopeyeProblem, popeye_piece, read_popeye};
use std::path::Path;

/// How a collection is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML documents as YACPDB and Olive have them.
    Olive,
    /// A table with a heading, its columns separated by commas.
    Table,
    /// Problems written for Popeye.
    Popeye,
}

impl Format {
    /// The format that the name of a file promises: `.olv` and `.yaml`, `.csv`; Popeye's otherwise.
    pub fn of_path(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "olv" | "yaml" | "yml" => Self::Olive,
            "csv" => Self::Table,
            _ => Self::Popeye,
        }
    }
}

/// Reads a collection. A problem that can't be read is an entry that says why.
///
/// # Errors
///
/// If the text is too long, or has no problem or too many.
pub fn read(text: &str, format: Format) -> Result<Vec<Entry>, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let entries = match format {
        Format::Olive => documents(text),
        Format::Table => table::read(text)?,
        Format::Popeye => popeye(text),
    };
    match entries.len() {
        0 => Err(ReadError::Empty),
        count if count > MOST_ENTRIES => Err(ReadError::TooMany),
        _ => Ok(entries),
    }
}

/// The documents of a YAML stream. They are taken apart first: a faulty one does no harm to the others.
fn documents(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let (mut begun, mut first) = (0, 1);
    let mut at = 0;
    for (line, content) in text.split_inclusive('\n').enumerate() {
        let ends = content.trim_end();
        if ends == "---" || ends == "..." || content.starts_with("--- ") {
            entries.extend(document(&text[begun..at], first));
            (begun, first) = (at + ends.len().min(3), line + 1);
        }
        at += content.len();
        if entries.len() > MOST_ENTRIES {
            return entries;
        }
    }
    entries.extend(document(&text[begun..], first));
    entries
}

/// A document; `None` if nothing is in it. Olive begins every file with an empty problem.
fn document(text: &str, line: usize) -> Option<Entry> {
    let blank = text.lines().take_while(|line| line.trim().is_empty()).count();
    let line = line + blank;
    if text.trim().is_empty() {
        return None;
    }
    match serde_saphyr::from_str::<Value>(text) {
        Ok(Value::Object(fields)) if is_blank(&fields) => None,
        Ok(Value::Object(fields)) => Some(Entry::of_fields(line, fields)),
        Ok(_) => Some(Entry::unread(line, "a problem is a list of fields, such as `stipulation: h#2`".into())),
        Err(error) => {
            let place = error.location().map(|location| location.line() as usize);
            let what = error.to_string();
            let what = what.lines().next().unwrap_or_default();
            // Its lines are counted from the document's first one.
            let what =
                what.split_once(" column ").and_then(|(_, rest)| rest.split_once(": ")).map_or(what, |(_, what)| what);
            let inside = place.map_or(line, |place| line + place.saturating_sub(1 + blank));
            Some(Entry::unread(inside, format!("this is no YAML: {what}")))
        }
    }
}

fn is_blank(fields: &Fields) -> bool {
    let is_empty = |name: &str| fields.get(name).is_none_or(|value| value.as_object().is_some_and(Fields::is_empty));
    is_empty("algebraic") && !fields.contains_key("forsyth") && !fields.contains_key("solution")
}

/// The problems of a text for Popeye; each twin is an entry of its own.
fn popeye(text: &str) -> Vec<Entry> {
    let entry = |read: Result<PopeyeProblem, PopeyeError>| match read {
        Ok(problem) => Entry { line: problem.line, fields: fields(&problem), twins: vec![Ok(problem)] },
        Err(error) => Entry::unread(error.line, error.what),
    };
    read_popeye(text).into_iter().map(entry).collect()
}

/// The fields of a problem that has been read.
fn fields(problem: &PopeyeProblem) -> Fields {
    let list = |texts: Vec<String>| Value::from(texts);
    let mut fields = Fields::new();
    if let Some(pieces) = algebraic(&problem.placement) {
        let sides = pieces.into_iter().filter(|(_, pieces)| !pieces.is_empty());
        let sides: Fields = sides.map(|(side, pieces)| (side.to_owned(), list(pieces))).collect();
        fields.insert("algebraic".to_owned(), sides.into());
    }
    fields.insert("stipulation".to_owned(), problem.stipulation.as_str().into());
    let mut options: Vec<String> = [
        (problem.set_play, "SetPlay"),
        (problem.after_key, "PostKeyPlay"),
        (problem.duplex, "Duplex"),
        (problem.half_duplex, "HalfDuplex"),
        (problem.white_begins, "WhiteToPlay"),
    ]
    .into_iter()
    .filter(|(is_set, _)| *is_set)
    .map(|(_, name)| name.to_owned())
    .collect();
    options.extend((problem.refutations > 0).then(|| format!("Defence {}", problem.refutations)));
    options.extend(problem.en_passant.as_ref().map(|cell| format!("EnPassant {cell}")));
    options.extend((!problem.no_castling.is_empty()).then(|| format!("NoCastling {}", problem.no_castling)));
    options.extend(problem.conditions.iter().cloned());
    if !options.is_empty() {
        fields.insert("options".to_owned(), list(options));
    }
    if !problem.heading.is_empty() {
        fields.insert("comments".to_owned(), list(problem.heading.clone()));
    }
    fields
}

/// The pieces of each side of a placement on the orthodox board, as YACPDB writes them; `None` if it has pieces of another game.
fn algebraic(placement: &str) -> Option<[(&'static str, Vec<String>); 2]> {
    let mut sides = [("white", Vec::new()), ("black", Vec::new())];
    for (row, rank) in placement.split('/').zip((1..=8).rev()) {
        let mut file = 0_u32;
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            if let Some(empty) = first.to_digit(10) {
                file += empty;
                rest = &rest[1..];
                continue;
            }
            let symbol = match rest.strip_prefix('{') {
                Some(inside) => inside.split_once('}')?.0,
                None => rest.get(..first.len_utf8())?,
            };
            rest = &rest[symbol.len() + if first == '{' { 2 } else { 0 }..];
            let side = usize::from(symbol.starts_with(char::is_lowercase));
            let cell = format!("{}{rank}", char::from(b'a' + u8::try_from(file).ok().filter(|file| *file < 8)?));
            sides[side].1.push(format!("{}{cell}", popeye_piece(&symbol.to_ascii_uppercase())?));
            file += 1;
        }
    }
    Some(sides)
}
