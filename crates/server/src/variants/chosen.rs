//! A variant with options chosen.

use super::workshop::vet;
use super::{Options, Variant, no_room, no_such_variant};
use crate::app::App;
use crate::domain::DefinitionId;
use crate::error::{ApiError, ApiResult};
use crate::resources::{Deadline, Lane};
use crate::rooms::Rooms;
use std::sync::Arc;
use std::time::Duration;

/// How many options can be chosen, and the longest id, name or value in bytes.
const OPTIONS: usize = 64;
const NAME: usize = 64;

/// How much memory games give up at once when there is not enough, and how long their visitors have to leave.
const LEAVE_FOR: usize = 64 << 20;
const LEAVE: Duration = Duration::from_millis(200);

impl App {
    /// A variant of the catalogue or the workshop with options chosen, for anything but a game that is played already.
    pub async fn variant(&self, id: &str, options: &Options) -> ApiResult<Arc<Variant>> {
        self.variants.may_begin(id)?;
        self.variant_of_game(id, options).await
    }

    /// The same for a game, which goes on though its definition was taken down.
    pub async fn variant_of_game(&self, id: &str, options: &Options) -> ApiResult<Arc<Variant>> {
        bounded(id, options)?;
        if let Some(known) = self.variants.known(id, options) {
            return Ok(known);
        }
        let (text, lane) = match DefinitionId::parse(id) {
            Some(own) => (Some(self.store.definition(&own).await?.ok_or_else(|| no_such_variant(id))?), Lane::Workshop),
            None => (None, Lane::Game),
        };
        if let Some(text) = &text {
            vet(self, text, options).await?.refuse_faults()?;
        }
        let (app, id, options) = (self.clone(), id.to_owned(), options.clone());
        let compile = move |_: &Deadline| app.variants.compile(&id, text.as_deref(), &options);
        let variant = self.resources.compute(lane, compile).await?;
        // The number of usual games of the catalogue is fixed; of all else there may be any number.
        if !variant.is_usual() && !self.has_room().await {
            return Err(no_room());
        }
        Ok(variant)
    }

    /// Sees to it that variants use no more memory than they may: what is only kept goes first, then games that nobody
    /// looks at, then analyses that wait for the engine and games, those of the largest variants, whose clients come again.
    /// Whether that was enough.
    pub(super) async fn has_room(&self) -> bool {
        if !self.variants.is_full() {
            return true;
        }
        self.engines.tidy();
        Rooms::sweep(self);
        self.variants.make_room();
        if self.variants.is_full() {
            self.engines.give_up(LEAVE_FOR);
            self.rooms.send_away_from_the_largest(LEAVE_FOR);
            tokio::time::sleep(LEAVE).await;
            Rooms::sweep(self);
            self.variants.make_room();
        }
        !self.variants.is_full()
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
