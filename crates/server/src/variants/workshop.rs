//! Definitions made by players: checking them, and naming them by their content.

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::resources::Lane;
use crate::variants::worker::{self, Verdict};
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
    format!("{MARK}{}", &crate::domain::ids::base32(&hash)[..LENGTH])
}

/// Everything that is wrong with a text, or the variant that it is. A variant is kept in memory for a while, so that it
/// can be tried out at once.
pub(crate) async fn check(app: &App, text: String) -> ApiResult<wire::Checked> {
    let Verdict { faults } = vet(app, &text, &Options::new()).await?;
    if !faults.is_empty() {
        return Ok(wire::Checked { faults, variant: None });
    }
    let worker = app.clone();
    app.resources.compute(Lane::Workshop, move |_| Ok(compile(&worker.variants, &text))).await
}

/// What a process of its own says of a text, if there is one for that and the text is not known yet.
pub(crate) async fn vet(app: &App, text: &str, options: &Options) -> ApiResult<Verdict> {
    let (Some(program), None) = (app.config.worker.clone(), app.variants.known(&id_of(text), options)) else {
        return Ok(Verdict::default());
    };
    let job = worker::Job { text: text.to_owned(), options: options.clone() };
    app.resources.compute(Lane::Workshop, move |deadline| worker::ask(&program, &job, deadline)).await
}

fn compile(variants: &Variants, text: &str) -> wire::Checked {
    match variants.compile_text(&id_of(text), text, &Options::new()) {
        Ok(variant) => wire::Checked { faults: Vec::new(), variant: Some(Box::new(variant.view.clone())) },
        Err(report) => wire::Checked { faults: faults(&report), variant: None },
    }
}

impl Verdict {
    /// Refuses a text that has faults.
    pub fn refuse_faults(self) -> ApiResult<()> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let details = serde_json::to_value(&self.faults).map_err(ApiError::internal)?;
        let message = "The definition has faults; put them right before you keep it.";
        Err(ApiError::impossible("bad-definition", message).with_details(details))
    }
}

/// Refuses a text that is no variant.
pub(crate) async fn must_be_sound(app: &App, text: String) -> ApiResult<()> {
    let wire::Checked { faults, .. } = check(app, text).await?;
    Verdict { faults }.refuse_faults()
}

/// The faults of a report, as the client sees them.
pub(crate) fn faults(report: &Report) -> Vec<wire::Fault> {
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
        let checked = compile(&variants, text);
        let fault = &checked.faults[0];
        assert_eq!((fault.line, fault.column, fault.length), (3, 20, 5), "{checked:?}");
        assert!(fault.advice.as_ref().unwrap().contains("slide"));
        let sound = compile(&variants, &text.replace("slyde", "slide"));
        assert!(sound.faults.is_empty() && sound.variant.is_some(), "{:?}", sound.faults);
    }
}
