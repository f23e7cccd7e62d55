//! Collections as tables: a line for each problem, the first one names the columns.
//!
//! The columns are the fields of YACPDB; a list has its parts between semicolons, and pieces may stand in the columns
//! `white`, `black` and `neutral` or as `forsyth` (or `fen`).

use crate::document::{Fields, texts};
use crate::entry::Entry;
use crate::error::ReadError;
use serde_json::Value;

/// The columns that are written, in their order.
const COLUMNS: [&str; 14] = [
    "authors",
    "source",
    "date",
    "white",
    "black",
    "neutral",
    "forsyth",
    "stipulation",
    "options",
    "conditions",
    "twins",
    "intended-solutions",
    "keywords",
    "solution",
];

/// The columns that are lists.
const LISTS: [&str; 5] = ["authors", "options", "conditions", "keywords", "comments"];

/// The columns of the pieces.
const SIDES: [&str; 3] = ["white", "black", "neutral"];

pub(crate) fn read(text: &str) -> Result<Vec<Entry>, ReadError> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let names: Vec<String> = match reader.headers() {
        Ok(heading) => heading.iter().map(|name| name.to_ascii_lowercase()).collect(),
        Err(_) => Vec::new(),
    };
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    if !has(&["stipulation"]) {
        return Err(ReadError::NoColumn("stipulation"));
    }
    if !has(&["forsyth", "fen", "white"]) {
        return Err(ReadError::NoColumn("fen"));
    }
    let mut entries = Vec::new();
    let mut record = csv::StringRecord::new();
    loop {
        let line = usize::try_from(reader.position().line()).unwrap_or(0);
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(entries),
            Ok(true) => {
                let line = record.position().map_or(line, |place| usize::try_from(place.line()).unwrap_or(line));
                entries.push(Entry::of_fields(line, fields(&names, &record)));
            }
            Err(error) => entries.push(Entry::unread(line, format!("this is no line of a table: {error}"))),
        }
    }
}

fn fields(names: &[String], record: &csv::StringRecord) -> Fields {
    let mut fields = Fields::new();
    let mut algebraic = Fields::new();
    let split = |text: &str, by: char| -> Vec<String> {
        text.split(by).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    for (name, value) in names.iter().zip(record).filter(|(_, value)| !value.is_empty()) {
        match name.as_str() {
            side if SIDES.contains(&side) => {
                let by = if value.contains([',', ';']) { if value.contains(';') { ';' } else { ',' } } else { ' ' };
                algebraic.insert(side.to_owned(), split(value, by).into());
            }
            "fen" => {
                fields.insert("forsyth".to_owned(), with_knights(value).into());
            }
            "twins" => {
                let twins = split(value, ';').into_iter().filter_map(|twin| {
                    let (letter, change) = twin.split_once(':')?;
                    Some((letter.trim().to_owned(), Value::from(change.trim())))
                });
                fields.insert("twins".to_owned(), twins.collect::<Fields>().into());
            }
            list if LISTS.contains(&list) => {
                fields.insert(list.to_owned(), split(value, ';').into());
            }
            other => {
                fields.insert(other.to_owned(), value.into());
            }
        }
    }
    if !algebraic.is_empty() {
        fields.insert("algebraic".to_owned(), algebraic.into());
    }
    fields
}

/// The placement of a FEN with Popeye's letter for knights.
fn with_knights(fen: &str) -> String {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    placement.replace('N', "S").replace('n', "s")
}

/// The table of these fields.
pub(crate) fn write<'e>(all: impl Iterator<Item = &'e Fields>) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| error.to_string();
    writer.write_record(COLUMNS).map_err(failed)?;
    for fields in all {
        writer.write_record(COLUMNS.map(|column| cell(fields, column))).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn cell(fields: &Fields, column: &str) -> String {
    if SIDES.contains(&column) {
        let pieces = fields.get("algebraic").and_then(Value::as_object).map(|sides| texts(sides, column));
        return pieces.unwrap_or_default().join("; ");
    }
    match (column, fields.get(column)) {
        ("twins", Some(Value::Object(twins))) => {
            let twins = twins.iter().map(|(letter, change)| format!("{letter}: {}", change.as_str().unwrap_or("")));
            twins.collect::<Vec<_>>().join("; ")
        }
        ("source" | "date", Some(Value::Object(parts))) => {
            let parts = parts.values().filter_map(|part| match part {
                Value::Object(date) => {
                    Some(date.values().filter_map(crate::document::text).collect::<Vec<_>>().join("-"))
                }
                other => crate::document::text(other),
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        _ => texts(fields, column).join("; "),
    }
}
