//! A chapter is changed.

use super::{Desk, legal};
use crate::app::App;
use crate::domain::{Chapter, PlayerId, study};
use crate::error::{ApiError, ApiResult};
use crate::resources::Client;
use crate::store::{StudyWrite, Write};
use crate::wire::{StudyChange, StudyMessage};
use std::sync::Arc;

/// Changes after which a chapter is stored as a whole.
const FOLD: u32 = 64;

/// What a change is charged with besides its bytes.
const EDIT: u32 = 64;

/// A change that somebody asks for.
pub(crate) struct Edit {
    pub client: Client,
    pub visit: u32,
    /// By what the client recognizes it.
    pub request: u32,
    pub chapter: u32,
    pub change: StudyChange,
    /// What must still be so when it is stored.
    pub requires: Option<Write>,
}

impl Desk {
    /// Changes a chapter: stores that, then announces it.
    pub async fn edit(&self, app: &App, edit: Edit) -> ApiResult<()> {
        let mut kept = self.alone().await;
        let player = self.writer(edit.visit)?;
        // What is stored may be newer than what was kept when this breaks off.
        let before = match kept.take(edit.chapter) {
            Some(chapter) => chapter,
            None => Arc::new(app.store.chapter(&self.id, edit.chapter).await?.ok_or_else(no_chapter)?),
        };
        let (chapter, change) = match self.prepared(app, &before, &edit, &player).await {
            Ok(after) => after,
            Err(error) => {
                kept.put(before);
                return Err(error);
            }
        };
        let number = chapter.edits;
        let text = serde_json::to_string(&change).map_err(ApiError::internal)?;
        let (id, of) = (self.id.clone(), chapter.number);
        let mut writes: Vec<Write> = edit.requires.into_iter().collect();
        let stored = StudyWrite::Edit { id: id.clone(), chapter: of, edit: number, change: text };
        writes.push(Write::Study(Box::new(stored)));
        if number.is_multiple_of(FOLD) {
            let fold = StudyWrite::Fold { id, chapter: of, nodes: chapter.nodes.clone(), edits: number };
            writes.push(Write::Study(Box::new(fold)));
        }
        app.store.writer().write(writes).await?;
        kept.put(Arc::new(chapter));
        let (visit, request) = (edit.visit, edit.request);
        self.announce(&StudyMessage::Edit { chapter: of, edit: number, visit, request, change });
        Ok(())
    }

    /// The chapter after a change, and the change as it is kept.
    async fn prepared(
        &self,
        app: &App,
        before: &Arc<Chapter>,
        edit: &Edit,
        player: &PlayerId,
    ) -> ApiResult<(Chapter, StudyChange)> {
        let change = legal(app, before, edit.change.clone()).await?;
        // Large chapters take a while.
        let (chapter, making) = (before.clone(), change.clone());
        let nodes = app.compute(move || study::changed(&chapter.nodes, &making)).await?;
        let bytes = serde_json::to_string(&change).map_or(0, |text| text.len());
        app.resources.rate_limits.storage(edit.client, Some(player), EDIT + bytes as u32)?;
        let Chapter { number, title, variant, options, fen, edits, .. } = &**before;
        let [title, variant, fen] = [title, variant, fen].map(String::clone);
        Ok((
            Chapter { number: *number, title, variant, options: options.clone(), fen, nodes, edits: edits + 1 },
            change,
        ))
    }
}

/// There is no such chapter in the study.
fn no_chapter() -> ApiError {
    ApiError::not_found("no-such-chapter", "There is no such chapter; it may have been removed.")
}
