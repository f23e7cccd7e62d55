//! Definitions made by players: what is wrong with them, and their ids.

use crate::base32;
use sha2::{Digest, Sha256};
use spielraum_arcade::{Source, lint};
use spielraum_language::{Diagnostic, Report};
use spielraum_wire as wire;

/// What a definition of the workshop is called in its faults.
pub const WORKSHOP: &str = "workshop";

/// What ids of the workshop begin with.
const MARK: &str = "w-";

/// The characters of an id after the mark.
const LENGTH: usize = 26;

/// Whether an id is one of the workshop.
pub fn is_definition_id(id: &str) -> bool {
    id.strip_prefix(MARK).is_some_and(|rest| rest.len() == LENGTH && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The id of a text, which identifies its content.
pub fn definition_id(text: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    format!("{MARK}{}", &base32(&hash)[..LENGTH])
}

/// The faults of a report, as the client sees them.
pub fn faults(report: &Report) -> Vec<wire::Fault> {
    let mut faults: Vec<wire::Fault> = report.diagnostics().iter().map(fault).collect();
    if report.left_out() > 0 {
        let message = format!("... and {} more", report.left_out());
        faults.push(wire::Fault { message, advice: None, line: 0, column: 0, length: 0 });
    }
    faults
}

/// What is sound in a text but surely not meant, as the client sees it; see [`spielraum_language::lint`].
pub fn warnings(text: &str) -> Vec<wire::Fault> {
    // A text with faults has no warnings.
    let found = lint(Source::Text { name: WORKSHOP, text }, &[]).unwrap_or_default();
    found.iter().map(fault).collect()
}

fn fault(found: &Diagnostic) -> wire::Fault {
    // It may lie in a file of the catalogue on which the text is based.
    let place = found.place().filter(|(file, ..)| *file == WORKSHOP);
    let (line, column) = place.map_or((0, 0), |(_, line, column)| (line as u32, column as u32));
    let elsewhere = found.place().filter(|_| place.is_none());
    wire::Fault {
        message: match elsewhere {
            Some((file, line, _)) => format!("{} ({file}, line {line})", found.message()),
            None => found.message().to_owned(),
        },
        advice: found.advice().map(str::to_owned),
        line,
        column,
        length: if place.is_some() { found.length() as u32 } else { 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_the_content() {
        let id = definition_id("title \"A\"");
        assert!(is_definition_id(&id) && id == definition_id("title \"A\"") && id != definition_id("title \"B\""));
        assert!(
            !is_definition_id("w-../../etc/passwd")
                && !is_definition_id("chess")
                && !is_definition_id("w-")
                && !is_definition_id(&format!("{id}x"))
        );
    }
}
