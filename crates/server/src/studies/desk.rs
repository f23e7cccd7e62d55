//! The place where a study is changed, and those who look on.

use super::legal;
use crate::app::App;
use crate::domain::{Chapter, HeldStudy, PlayerId, StudyId, StudyRole, study};
use crate::error::{ApiError, ApiResult};
use crate::present::written;
use crate::resources::Client;
use crate::rooms::{Inbox, Outbox, WeakOutbox, outbox};
use crate::store::{StudyWrite, Write};
use crate::wire::{StudyChange, StudyMessage, StudyVisitor};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::OwnedMutexGuard;

/// Chapters of a study that are kept in memory: people look at one thing at a time.
const KEPT: usize = 4;

/// Changes after which a chapter is stored as a whole.
const FOLD: u32 = 64;

/// Who can look at one study at once.
const VISITORS: usize = 200;

/// What a change is charged with besides its bytes.
const EDIT: u32 = 64;

/// The studies at which somebody is.
#[derive(Default)]
pub(crate) struct Studies(Mutex<HashMap<StudyId, Weak<Desk>>>);

impl Studies {
    /// Where a study is changed. Whether there is one is another matter.
    pub fn desk(&self, id: &StudyId) -> Arc<Desk> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = open.get(id).and_then(Weak::upgrade) {
            return desk;
        }
        open.retain(|_, desk| desk.strong_count() > 0);
        let desk = Arc::new(Desk { id: id.clone(), order: Default::default(), around: Default::default() });
        open.insert(id.clone(), Arc::downgrade(&desk));
        desk
    }
}

/// A study's desk: only the holder of its lock changes the study.
pub(crate) struct Desk {
    id: StudyId,
    order: Arc<tokio::sync::Mutex<Kept>>,
    around: Mutex<Around>,
}

/// Chapters as they are stored, the one that was changed last behind the others.
#[derive(Default)]
pub(crate) struct Kept(Vec<Arc<Chapter>>);

#[derive(Default)]
struct Around {
    visits: u32,
    visitors: Vec<Visitor>,
}

struct Visitor {
    visit: u32,
    player: Option<PlayerId>,
    name: String,
    role: StudyRole,
    at: Option<(u32, Vec<String>)>,
    messages: Outbox,
}

/// A stay at a study. [`Desk::leave`] ends it.
pub(crate) struct Visit {
    pub number: u32,
    /// What is to be sent; it ends when the client was too slow, or may not see the study any more.
    pub messages: Inbox,
    /// Where answers to this client alone go.
    pub answers: WeakOutbox,
}

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
    /// Waits until nobody else changes the study.
    pub async fn alone(&self) -> OwnedMutexGuard<Kept> {
        self.order.clone().lock_owned().await
    }

    /// Somebody looks on, who may do this.
    pub fn visit(&self, player: Option<PlayerId>, name: String, role: StudyRole) -> ApiResult<Visit> {
        let (sender, messages) = outbox();
        let answers = sender.downgrade();
        let mut around = self.around();
        if around.visitors.len() >= VISITORS {
            return Err(ApiError::busy("Too many look at this study at present. Try again later."));
        }
        around.visits += 1;
        let number = around.visits;
        let _ = sender.try_send(written(&StudyMessage::Welcome { visit: number }));
        around.visitors.push(Visitor { visit: number, player, name, role, at: None, messages: sender });
        around.announce_present();
        Ok(Visit { number, messages, answers })
    }

    /// Somebody looks on no longer.
    pub fn leave(&self, visit: u32) {
        let mut around = self.around();
        around.visitors.retain(|visitor| visitor.visit != visit);
        around.announce_present();
    }

    /// A visitor has gone to another place of the study. Others can follow one who may change it.
    pub fn goes(&self, visit: u32, chapter: u32, path: Vec<String>) {
        let mut around = self.around();
        let Some(visitor) = around.visitors.iter_mut().find(|visitor| visitor.visit == visit) else { return };
        let at = Some((chapter, path.clone()));
        if visitor.role == StudyRole::Write && visitor.at != at {
            visitor.at = at;
            around.announce(&StudyMessage::At { visit, chapter, path });
        }
    }

    /// The study is another one than before, or none: those who may not see it any more go, and the others hear of it.
    pub fn changed(&self, held: Option<&HeldStudy>) {
        let mut around = self.around();
        around.visitors.retain_mut(|visitor| match held.and_then(|held| held.role(visitor.player.as_ref())) {
            Some(role) => {
                visitor.role = role;
                true
            }
            None => {
                let _ = visitor.messages.try_send(written(&StudyMessage::Changed));
                false
            }
        });
        around.announce(&StudyMessage::Changed);
        around.announce_present();
    }

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
        self.around().announce(&StudyMessage::Edit { chapter: of, edit: number, visit, request, change });
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

    /// The player of a visit who may change the study.
    fn writer(&self, visit: u32) -> ApiResult<PlayerId> {
        let around = self.around();
        let visitor = around.visitors.iter().find(|visitor| visitor.visit == visit);
        visitor
            .filter(|visitor| visitor.role == StudyRole::Write)
            .and_then(|visitor| visitor.player.clone())
            .ok_or_else(|| {
                ApiError::forbidden("not-a-writer", "You may read this study. To change it, ask its owner, or copy it.")
            })
    }

    fn around(&self) -> MutexGuard<'_, Around> {
        self.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// There is no such chapter in the study.
pub(super) fn no_chapter() -> ApiError {
    ApiError::not_found("no-such-chapter", "There is no such chapter; it may have been removed.")
}

impl Kept {
    fn take(&mut self, number: u32) -> Option<Arc<Chapter>> {
        let at = self.0.iter().position(|chapter| chapter.number == number)?;
        Some(self.0.remove(at))
    }

    fn put(&mut self, chapter: Arc<Chapter>) {
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        self.0.push(chapter);
    }

    /// The chapters are others than before.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

impl Around {
    /// Sends something to all; those who are too slow go.
    fn announce(&mut self, message: &StudyMessage) {
        let text = written(message);
        self.visitors.retain(|visitor| visitor.messages.try_send(text.clone()).is_ok());
    }

    fn announce_present(&mut self) {
        let writers = self.visitors.iter().filter(|visitor| visitor.role == StudyRole::Write);
        let people: Vec<StudyVisitor> = writers
            .map(|visitor| {
                let (chapter, path) = visitor.at.clone().unzip();
                StudyVisitor {
                    visit: visitor.visit,
                    name: visitor.name.clone(),
                    chapter,
                    path: path.unwrap_or_default(),
                }
            })
            .collect();
        let others = (self.visitors.len() - people.len()) as u32;
        self.announce(&StudyMessage::Present { people, others });
    }
}
