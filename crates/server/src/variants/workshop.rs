//! Definitions made by players: checking them, and naming them by their content.

use crate::app::App;
use crate::domain::{DefinitionId, PlayerId};
use crate::error::{ApiError, ApiResult};
use crate::resources::{Client, Lane};
use crate::store::Write;
use crate::variants::vetting::{self, Verdict};
use crate::variants::{Options, Variant, Variants, no_room};
use crate::wire;
use spielraum_queries::Locale;
use spielraum_queries::workshop::{faults, warnings};
use std::sync::Arc;

/// Everything that is wrong with a text, or the variant that it is. A variant is kept in memory for a while, so that it
/// can be tried out at once.
pub(crate) async fn check(app: &App, text: String, locale: Locale) -> ApiResult<wire::Checked> {
    app.variants.may_begin(DefinitionId::of(&text).as_str())?;
    let Verdict { faults } = vet(app, &text, &Options::new()).await?;
    if !faults.is_empty() {
        return Ok(wire::Checked { faults, warnings: Vec::new(), variant: None });
    }
    let worker = app.clone();
    let checked = app.resources.compute(Lane::Workshop, move |_| Ok(compile(&worker.variants, &text, locale))).await?;
    if app.has_room().await { Ok(checked) } else { Err(no_room()) }
}

/// What a process of its own says of a text, if there is one for that and the text is not known yet.
pub(crate) async fn vet(app: &App, text: &str, options: &Options) -> ApiResult<Verdict> {
    let (Some(program), None) =
        (app.config.vetter.clone(), app.variants.known(DefinitionId::of(text).as_str(), options))
    else {
        return Ok(Verdict::default());
    };
    let job = vetting::Job { text: text.to_owned(), options: options.clone() };
    app.resources.compute(Lane::Workshop, move |deadline| vetting::ask(&program, &job, deadline)).await
}

fn compile(variants: &Variants, text: &str, locale: Locale) -> wire::Checked {
    match variants.compile_text(DefinitionId::of(text).as_str(), text, &Options::new()) {
        Ok(variant) => {
            let variant = Some(Box::new(variant.view_in(locale).clone()));
            wire::Checked { faults: Vec::new(), warnings: warnings(text), variant }
        }
        Err(report) => wire::Checked { faults: faults(&report), warnings: Vec::new(), variant: None },
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

/// The variant that a text is; a text that is none is refused.
pub(crate) async fn sound(app: &App, text: String) -> ApiResult<Arc<Variant>> {
    app.variants.may_begin(DefinitionId::of(&text).as_str())?;
    vet(app, &text, &Options::new()).await?.refuse_faults()?;
    let worker = app.clone();
    let compile = move |_: &_| {
        let compiled = worker.variants.compile_text(DefinitionId::of(&text).as_str(), &text, &Options::new());
        compiled.or_else(|report| {
            Verdict { faults: faults(&report) }.refuse_faults()?;
            Err(ApiError::internal(report))
        })
    };
    let variant = app.resources.compute(Lane::Workshop, compile).await?;
    if app.has_room().await { Ok(variant) } else { Err(no_room()) }
}

/// What is to be written for the shelf because a player plays a definition: it shows a game from its first play by somebody
/// besides its publisher on.
pub(crate) async fn first_play(
    app: &App,
    client: Client,
    definition: DefinitionId,
    player: &PlayerId,
) -> ApiResult<Option<Write>> {
    let counts =
        app.store.awaits_player(&definition, player).await? && app.resources.rate_limits.first_play(client, player);
    Ok(counts.then(|| Write::Played { definition, player: player.clone() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_their_places() {
        let text =
            "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slyde \"orthogonal\" }\nstart \"r2/3/2R\"\n";
        let variants = Variants::new(usize::MAX, None);
        let checked = compile(&variants, text, Locale::En);
        let fault = &checked.faults[0];
        assert_eq!((fault.line, fault.column, fault.length), (3, 20, 5), "{checked:?}");
        assert!(fault.advice.as_ref().unwrap().contains("slide"));
        let sound = compile(&variants, &text.replace("slyde", "slide"), Locale::En);
        assert!(sound.faults.is_empty() && sound.variant.is_some(), "{:?}", sound.faults);
        // Neither side of it can lose.
        assert_eq!(sound.warnings.len(), 1, "{:?}", sound.warnings);
    }
}
