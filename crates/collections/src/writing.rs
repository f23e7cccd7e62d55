//! A collection with what was found.

use crate::document::{Fields, text, texts};
use crate::entry::Entry;
use crate::judgement::Judgement;
use crate::reading::Format;
use crate::table;

/// Writes a collection with the solutions found; what was read of an entry stays as it is. `found` has for each entry what came
/// of its twins.
///
/// A solution takes the place of another one only if `replace` is set. Themes are added to the keywords.
///
/// # Errors
///
/// For [`Format::Popeye`], whose files have no solutions, and if the text can't be made.
pub fn write(entries: &[Entry], found: &[Vec<Judgement>], format: Format, replace: bool) -> Result<String, String> {
    let filled: Vec<Fields> = entries.iter().zip(found).map(|(entry, found)| filled(entry, found, replace)).collect();
    match format {
        Format::Popeye => {
            Err("what is written for Popeye has no solutions: name a file that ends in .olv or .csv".into())
        }
        Format::Table => table::write(filled.iter().filter(|fields| !fields.is_empty())),
        Format::Olive => {
            let mut all = String::new();
            for fields in filled.iter().filter(|fields| !fields.is_empty()) {
                let document = serde_saphyr::to_string(fields).map_err(|error| error.to_string())?;
                all += "---\n";
                all += document.trim_end();
                all.push('\n');
            }
            Ok(all)
        }
    }
}

fn filled(entry: &Entry, found: &[Judgement], replace: bool) -> Fields {
    let mut fields = entry.fields.clone();
    if fields.is_empty() {
        return fields;
    }
    let is_solved = fields.get("solution").and_then(text).is_some();
    let solved = found.iter().filter(|judgement| !judgement.solution.is_empty());
    let solution: Vec<String> = solved
        .map(|judgement| match judgement.twin.is_empty() {
            true => judgement.solution.clone(),
            false => format!("{})\n{}", judgement.twin, judgement.solution),
        })
        .collect();
    if !solution.is_empty() && (replace || !is_solved) {
        fields.insert("solution".to_owned(), solution.join("\n").into());
    }
    let mut keywords = texts(&fields, "keywords");
    for theme in found.iter().flat_map(|judgement| &judgement.themes) {
        if !keywords.iter().any(|known| plain(known) == plain(theme)) {
            keywords.push(capitalized(theme));
        }
    }
    if !keywords.is_empty() {
        fields.insert("keywords".to_owned(), keywords.into());
    }
    fields
}

/// A keyword as it is compared: `Model mates` is `model mate`.
fn plain(keyword: &str) -> String {
    let letters: String = keyword.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.strip_suffix('s').map_or_else(|| letters.clone(), str::to_owned)
}

fn capitalized(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
