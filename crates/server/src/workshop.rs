//! Definitions made by players: checking them, and naming them by their content.

use crate::error::{Answer, Refusal};
use crate::variants::{Options, Variants};
use crate::wire;
use sha2::{Digest, Sha256};
use spielraum_language::Report;

/// What ids of the workshop begin with.
const MARK: &str = "w-";

/// The characters of an id after the mark.
const LENGTH: usize = 26;

/// What a definition is called in faults.
pub(crate) const NAME: &str = "workshop";

/// Whether an id is one of the workshop.
pub(crate) fn is_id(id: &str) -> bool {
    id.strip_prefix(MARK).is_some_and(|rest| rest.len() == LENGTH && rest.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The id of a text, which tells its content.
pub(crate) fn id_of(text: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    format!("{MARK}{}", &crate::ids::base32(&hash)[..LENGTH])
}

/// Everything that is wrong with a text, or the variant that it is. Takes up to a second for the most complex ones.
/// A variant is kept in memory for a while, so that it can be tried out at once.
pub(crate) fn check(variants: &Variants, text: &str) -> wire::Checked {
    match variants.compile_text(&id_of(text), text, &Options::new()) {
        Ok(variant) => wire::Checked { faults: Vec::new(), variant: Some(Box::new(variant.view.clone())) },
        Err(report) => wire::Checked { faults: faults(&report), variant: None },
    }
}

/// Refuses a text that is no variant.
pub(crate) fn must_be_sound(variants: &Variants, text: &str) -> Answer<()> {
    let checked = check(variants, text);
    if checked.variant.is_some() {
        return Ok(());
    }
    let details = serde_json::to_value(&checked.faults).map_err(Refusal::internal)?;
    let refusal =
        Refusal::impossible("bad-definition", "The definition has faults; put them right before you keep it.");
    Err(refusal.with_details(details))
}

fn faults(report: &Report) -> Vec<wire::Fault> {
    let mut faults: Vec<wire::Fault> = report
        .diagnostics()
        .iter()
        .map(|fault| {
            // A fault may lie in a file of the catalogue on which the text is based.
            let place = fault.place().filter(|(file, ..)| *file == NAME);
            let (line, column) = place.map_or((0, 0), |(_, line, column)| (line as u32, column as u32));
            let elsewhere = fault.place().filter(|_| place.is_none());
            wire::Fault {
                message: match elsewhere {
                    Some((file, line, _)) => format!("{} ({file}, line {line})", fault.message()),
                    None => fault.message().to_owned(),
                },
                advice: fault.advice().map(str::to_owned),
                line,
                column,
                length: if place.is_some() { fault.length() as u32 } else { 0 },
            }
        })
        .collect();
    if report.left_out() > 0 {
        let message = format!("... and {} more", report.left_out());
        faults.push(wire::Fault { message, advice: None, line: 0, column: 0, length: 0 });
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_the_content() {
        let id = id_of("title \"A\"");
        assert!(is_id(&id) && id == id_of("title \"A\"") && id != id_of("title \"B\""));
        assert!(!is_id("w-../../etc/passwd") && !is_id("chess") && !is_id("w-") && !is_id(&format!("{id}x")));
    }

    #[test]
    fn faults_have_their_places() {
        let text =
            "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slyde \"orthogonal\" }\nstart \"r2/3/2R\"\n";
        let variants = Variants::new();
        let checked = check(&variants, text);
        let fault = &checked.faults[0];
        assert_eq!((fault.line, fault.column, fault.length), (3, 20, 5), "{checked:?}");
        assert!(fault.advice.as_ref().unwrap().contains("slide"));
        let sound = check(&variants, &text.replace("slyde", "slide"));
        assert!(sound.faults.is_empty() && sound.variant.is_some(), "{:?}", sound.faults);
    }
}
