//! A variant with options chosen.

use super::workshop::vet;
use super::{Options, Variant, no_such_variant};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::resources::Lane;
use crate::wire::translate::is_definition_id;
use std::sync::Arc;

/// How many options can be chosen, and the longest id, name or value in bytes.
const OPTIONS: usize = 64;
const NAME: usize = 64;

impl App {
    /// A variant of the catalogue or the workshop with options chosen.
    pub async fn variant(&self, id: &str, options: &Options) -> ApiResult<Arc<Variant>> {
        bounded(id, options)?;
        if let Some(known) = self.variants.known(id, options) {
            return Ok(known);
        }
        let (text, lane) = match is_definition_id(id) {
            true => (Some(self.store.definition(id).await?.ok_or_else(|| no_such_variant(id))?), Lane::Workshop),
            false => (None, Lane::Game),
        };
        if let Some(text) = &text {
            vet(self, text, options).await?.refuse_faults()?;
        }
        let (app, id, options) = (self.clone(), id.to_owned(), options.clone());
        self.resources.compute(lane, move |_| app.variants.compile(&id, text.as_deref(), &options)).await
    }
}

/// Refuses ids and options that are longer than any there are, before work is done with them.
fn bounded(id: &str, options: &Options) -> ApiResult<()> {
    if id.len() > NAME {
        return Err(no_such_variant(id));
    }
    let words = options.iter().flat_map(|(name, value)| [name, value]);
    if options.len() > OPTIONS || words.into_iter().any(|word| word.len() > NAME) {
        let message = format!("At most {OPTIONS} options can be chosen, by names and values of at most {NAME} bytes.");
        return Err(ApiError::impossible("bad-options", message));
    }
    Ok(())
}
